import { untilAborted } from "../agenttool/until_aborted.ts";

/** What a person types, line by line. */
export interface Keyboard {
  /**
   * Asks for a line.
   *
   * @param prompt What is shown before it.
   * @returns The line without white space around it; nothing at the end of the input.
   */
  line(prompt: string): Promise<string | undefined>;
  /** Aborted on Ctrl-C. */
  readonly signal: AbortSignal;
  /** Gives Ctrl-C back. */
  close(): void;
}

/** Opens the process's standard input, which is a terminal. */
export function openKeyboard(): Keyboard {
  const leaving = new AbortController();
  const interrupt = () => leaving.abort(new DOMException("left", "AbortError"));
  Deno.addSignalListener("SIGINT", interrupt);
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(4096);
  let typed = "";
  return {
    signal: leaving.signal,
    close: () => Deno.removeSignalListener("SIGINT", interrupt),
    async line(prompt) {
      Deno.stdout.writeSync(new TextEncoder().encode(prompt));
      for (;;) {
        const end = typed.indexOf("\n");
        if (end >= 0) {
          const line = typed.slice(0, end).trim();
          typed = typed.slice(end + 1);
          return line;
        }
        // A read cannot be called off: what it still gives is lost, for the process ends.
        const length = await untilAborted(Deno.stdin.read(buffer), leaving.signal);
        if (length === null) return undefined;
        typed += decoder.decode(buffer.subarray(0, length), { stream: true });
      }
    },
  };
}

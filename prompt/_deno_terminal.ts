import { NobodyToAskError } from "../agenttool/errors.ts";
import { keptReads, type Source } from "./_source.ts";

/** The terminal that a person sits at. */
export interface Terminal extends Source {
  /** Whether it can do no more than show lines. */
  readonly dumb: boolean;
  /** How many columns it has. */
  columns(): number;
  /** Writes a text. */
  write(text: string): void;
  /**
   * Takes every key as it is pressed and unseen, Ctrl-C too.
   *
   * @returns What gives the terminal back as it was.
   */
  raw(): () => void;
  /**
   * Listens to Ctrl-C, which does not end the program meanwhile.
   *
   * @param listener What to call.
   * @returns What ends the listening.
   */
  onInterrupt(listener: () => void): () => void;
  /**
   * Begins a question.
   *
   * @returns Whether the terminal is still open.
   */
  enter(): boolean;
  /** Ends a question. */
  leave(): void;
}

/** A terminal's input, as a file. */
type Keyboard = Pick<Deno.FsFile, "read" | "setRaw" | "close">;

/** How long a read that a question left behind waits for the next one: it keeps the program alive. */
const LINGER = 200;

/** Takes away what a control that has not ended shows below the cursor, and shows the cursor. */
const LEFT = "\x1b[J\x1b[?25h";

/**
 * Opens the terminal that the program's input and errors are connected to, or else the one that
 * controls the process.
 *
 * @returns The terminal.
 * @throws {NobodyToAskError} Where there is none.
 */
export function openTerminal(): Terminal {
  const output = Deno.stderr.isTerminal() ? Deno.stderr : openDevice("/dev/tty", "CONOUT$");
  const input = output && openKeyboard();
  if (!input || !output) throw new NobodyToAskError("Nobody can be asked: there is no terminal");
  const buffer = new Uint8Array(4096);
  const source = keptReads(async () => {
    // A terminal that is gone is one where nobody types any more.
    const length = await input.read(buffer).catch(() => null);
    return length ? buffer.slice(0, length) : null;
  });
  let open = true;
  let closing: ReturnType<typeof setTimeout> | undefined;
  const dumb = isDumb();
  const write = (text: string) => {
    let bytes = new TextEncoder().encode(text);
    while (bytes.length > 0) bytes = bytes.subarray(output.writeSync(bytes));
  };
  return {
    next: source.next,
    dumb,
    columns,
    write,
    raw() {
      const restore = () => {
        removeEventListener("unload", leave);
        input.setRaw(false);
      };
      const leave = () => {
        restore();
        if (!dumb) write(LEFT);
      };
      input.setRaw(true);
      addEventListener("unload", leave); // the program may end meanwhile
      return restore;
    },
    onInterrupt(listener) {
      Deno.addSignalListener("SIGINT", listener);
      return () => Deno.removeSignalListener("SIGINT", listener);
    },
    enter() {
      clearTimeout(closing);
      return open;
    },
    leave() {
      if (!source.reading || input === Deno.stdin) return;
      closing = setTimeout(() => {
        open = false;
        input.close();
      }, LINGER);
    },
  };
}

function openKeyboard(): Keyboard | undefined {
  if (!Deno.stdin.isTerminal()) return openDevice("/dev/tty", "CONIN$");
  // One of our own can be closed while it is read, and standard input be used again.
  return Deno.build.os === "windows" ? Deno.stdin : openDevice("/dev/stdin") ?? Deno.stdin;
}

function openDevice(unix: string, windows = unix): Deno.FsFile | undefined {
  try {
    const path = Deno.build.os === "windows" ? windows : unix;
    if (!granted({ name: "read", path }) || !granted({ name: "write", path })) return undefined;
    return Deno.openSync(path, { read: true, write: true });
  } catch {
    return undefined;
  }
}

/** Deno would ask for a permission on the terminal, where the answer to the question is due. */
function granted(permission: Deno.PermissionDescriptor): boolean {
  return Deno.permissions.querySync(permission).state === "granted";
}

function isDumb(): boolean {
  if (Deno.build.os === "windows") return false;
  if (!granted({ name: "env", variable: "TERM" })) return true;
  const term = Deno.env.get("TERM");
  return !term || term === "dumb";
}

function columns(): number {
  try {
    return Deno.consoleSize().columns || 80;
  } catch {
    return 80; // no stream of the program's is the terminal
  }
}

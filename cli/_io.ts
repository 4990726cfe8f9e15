/** What a program does outside itself, so that all else runs anywhere; see `_deno_io.ts`. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Reads all of standard input. */
  readStdin(): Promise<Uint8Array>;
  /** Reads a file. */
  readFile(path: string): Promise<Uint8Array>;
  /** Opens a file for whole lines that several processes append. */
  openLog(path: string): Promise<Log>;
  /** Makes a directory, and those that hold it. */
  makeDir(path: string): Promise<void>;
  /** Makes a fresh temporary directory and gives its path. */
  makeTempDir(prefix: string): Promise<string>;
  /** Creates a file; false where there is one of that name. */
  createFile(path: string, bytes: Uint8Array): Promise<boolean>;
}

/** A stream that a program writes to. */
export interface Output {
  /** Whether a person sees it, so that nothing in it may be obeyed by a terminal. */
  readonly isTerminal: boolean;
  /**
   * Writes all the bytes.
   *
   * @throws {Error} Named `BrokenPipe` where nobody reads any more.
   */
  write(bytes: Uint8Array): Promise<void>;
}

/** A file of lines. */
export interface Log {
  /** Appends one line, whole beside those of other processes; durable when it resolves. */
  append(line: string): Promise<void>;
  close(): void;
}

// Characters encoded at a time, so that a long text is never in memory twice.
const CHUNK = 1 << 16;

/**
 * Writes text. On a terminal, control sequences are made visible rather than obeyed; anywhere else
 * the bytes are exact.
 *
 * @param output Where to.
 * @param text The text.
 * @throws {Error} Where it cannot be written.
 */
export async function print(output: Output, text: string): Promise<void> {
  if (output.isTerminal) text = (await import("../agenttool/visible.ts")).visible(text);
  const encoder = new TextEncoder();
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + CHUNK, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    await output.write(encoder.encode(text.slice(at, end)));
    at = end;
  }
}

/** Ends a text's last line, where it has one. */
export function line(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

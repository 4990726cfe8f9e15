/** What a program does outside itself, so that all else runs anywhere; see `deno_io.ts`. */
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
   * Writes a whole text as UTF-8.
   *
   * @throws {Error} Named `BrokenPipe` where nobody reads any more.
   */
  write(text: string): Promise<void>;
}

/** A file of lines. */
export interface Log {
  /** Appends one line, whole beside those of other processes; durable when it resolves. */
  append(line: string): Promise<void>;
  /** Closes it when all lines are written. */
  close(): Promise<void>;
}

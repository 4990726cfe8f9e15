/** What toolcli was asked to do makes no sense, or what it was given cannot be used. */
export class HostError extends Error {
  override name = "HostError";
}

/** A source that gives no tools. */
export class SourceError extends HostError {
  override name = "SourceError";

  /**
   * @param source The source, as given.
   * @param reason Why it gives no tools.
   */
  constructor(source: string, reason: string, options?: ErrorOptions) {
    super(`${JSON.stringify(source)}: ${reason}`, options);
  }
}

/** A configuration that cannot be understood. */
export class ConfigurationError extends HostError {
  override name = "ConfigurationError";

  /**
   * @param file The file's path, as given.
   * @param line The line, from 1.
   * @param path The member: `sources[1].mcp.command`; empty for the whole.
   * @param problem What is wrong with it.
   */
  constructor(file: string, line: number, path: string, problem: string) {
    super(`${file}:${line}: ${path && `${path}: `}${problem}`);
  }
}

/** What was asked for could not be written. */
export class OutputError extends Error {
  override name = "OutputError";
}

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

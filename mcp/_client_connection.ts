/** What ends with its server, and has to be closed. */
interface Client {
  readonly ended: boolean;
  close(): Promise<void>;
}

/** A connection from its start on, which several calls may wait for. */
export class Connection<C extends Client> {
  readonly #controller = new AbortController();
  readonly #opening: Promise<C>;
  #client?: C;
  #failed = false;
  #waiting = 0;

  /** @param open Makes the connection; the signal ends that. */
  constructor(open: (signal: AbortSignal) => Promise<C>) {
    this.#opening = open(this.#controller.signal);
    this.#opening.then((client) => this.#client = client, () => this.#failed = true);
  }

  /** Whether it can be used no more. */
  get ended(): boolean {
    return this.#failed || this.#controller.signal.aborted || this.#client?.ended === true;
  }

  /**
   * Waits for the connection.
   *
   * @param signal Ends the waiting, and the start where nobody else waits for it.
   */
  async client(signal?: AbortSignal): Promise<C> {
    this.#waiting++;
    let stop = () => {};
    const aborted = new Promise<never>((_, reject) => {
      const abort = () => reject(signal!.reason);
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort);
      stop = () => signal?.removeEventListener("abort", abort);
    });
    try {
      return await Promise.race([this.#opening, aborted]);
    } finally {
      stop();
      this.#waiting--;
      if (signal?.aborted && this.#waiting === 0 && !this.#client) await this.#abort(signal.reason);
    }
  }

  /** Ends it, or its start. */
  async close(): Promise<void> {
    if (!this.#client) await this.#abort(new Error("The connection to the MCP server was closed"));
    await this.#client?.close();
  }

  async #abort(reason: unknown): Promise<void> {
    this.#controller.abort(reason);
    await this.#opening.catch(() => {});
    // It was there before it could be ended.
    await this.#client?.close();
  }
}

/** A run that is watched. */
interface Watched {
  /** The newest version that was told. */
  version: number;
  readonly listeners: Set<() => void>;
}

/** Who watches which run. */
export class WatchedRuns {
  readonly #runs: Map<string, Watched> = new Map();

  /** How many runs are watched. */
  get size(): number {
    return this.#runs.size;
  }

  /** The runs that are watched. */
  get ids(): string[] {
    return [...this.#runs.keys()];
  }

  /**
   * @param id The id of a run.
   * @param version The version that it has.
   * @param changed Called once it has a newer one.
   * @returns Ends the watching; may be called more than once.
   */
  add(id: string, version: number, changed: () => void): () => void {
    const run = this.#runs.get(id) ?? { version, listeners: new Set() };
    this.#runs.set(id, run);
    // The same function may watch twice.
    const listener = () => changed();
    run.listeners.add(listener);
    return () => {
      const last = run.listeners.delete(listener) && run.listeners.size === 0;
      if (last && this.#runs.get(id) === run) this.#runs.delete(id);
    };
  }

  /**
   * Tells those who watch a run of its version, once.
   *
   * @param id The id of the run.
   * @param version The version that it has.
   */
  tell(id: string, version: number): void {
    const run = this.#runs.get(id);
    if (run === undefined || run.version >= version) return;
    run.version = version;
    for (const listener of [...run.listeners]) listener();
  }

  /** Forgets everybody. */
  clear(): void {
    this.#runs.clear();
  }
}

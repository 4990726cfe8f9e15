/** What is kept of a run. */
export interface Run {
  /** The workflow that it runs. */
  readonly workflow: string;
  /** The state that it is in. */
  readonly state: string;
  /** What it has gathered: a JSON object's text, so that numbers keep their digits. */
  readonly data: string;
  /** What it has achieved. */
  readonly milestones: readonly string[];
  /** Why the work of its state failed; its status is then `failed`. Gone with the next state. */
  readonly failure?: string;
}

/** A run, and how often it was written: 1 for a new one. */
export interface StoredRun {
  /** The run. */
  readonly run: Run;
  /** Its version, one more with each write. */
  readonly version: number;
}

/** The reply to a request with an `Idempotency-Key`, kept with the write that it tells of. */
export interface StoredReply {
  /** The key. */
  readonly key: string;
  /** The reply, in the server's own form. */
  readonly reply: string;
}

/** How much a store keeps. */
export interface StoreLimits {
  /** How many runs there may be; 100,000 when left out. */
  maxRuns?: number;
  /** After how many milliseconds without a write a run is gone; a day when left out. */
  expireAfter?: number;
}

/** Where runs are kept. All methods reject where the store cannot be reached. */
export interface RunStore {
  /**
   * Whether other processes serve the same runs. Work that ended with its process is taken up again
   * only where this is not so, for another process might be at it.
   */
  readonly shared?: boolean;
  /**
   * Keeps a new run, as version 1.
   *
   * @param id Its id.
   * @param run The run.
   * @returns Whether there was room for it.
   */
  create(id: string, run: Run): Promise<boolean>;
  /**
   * Finds a run.
   *
   * @param id Its id.
   * @returns The run, where there is one and it has not expired.
   */
  get(id: string): Promise<StoredRun | undefined>;
  /**
   * Writes a run where nobody else has since it was read. What it resolves with is durable.
   *
   * @param id Its id.
   * @param version The version that was read.
   * @param run What it becomes, as the next version.
   * @param reply A reply to keep with it, all or nothing.
   * @returns Whether it was written; not where the version is another, or the run is gone.
   */
  replace(id: string, version: number, run: Run, reply?: StoredReply): Promise<boolean>;
  /**
   * Finds a reply that was kept.
   *
   * @param id The id of a run.
   * @param key An `Idempotency-Key`.
   * @returns The reply that was kept for the key.
   */
  reply(id: string, key: string): Promise<string | undefined>;
  /**
   * Tells that a run has been written, by this process or, for a shared store, by any. Several
   * writes may be told as one: a reader gets the run.
   *
   * @param id The id of a run.
   * @param changed Called after each write.
   * @returns Ends the telling.
   */
  watch(id: string, changed: () => void): Promise<() => void>;
  /** Lets go of what the store holds open. */
  close?(): Promise<void>;
}

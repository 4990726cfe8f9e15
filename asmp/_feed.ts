import type { RunStore, StoredRun } from "./store.ts";

/** What a stream of a run's changes is made with. */
export interface FeedOptions {
  /** A line to begin with. */
  first?: string;
  /** The newest version that the reader has. */
  after: number;
  /** The line for a version, without the line feed. */
  line: (stored: StoredRun) => string;
  /** Tells whether nothing will follow. */
  ends: (stored: StoredRun) => boolean;
  /** How often an empty line is sent where nothing else is, in ms. */
  heartbeat?: number;
  /** Ends the stream. */
  signal: AbortSignal;
}

/** How many versions wait for a slow reader; beyond them, it gets the newest only. */
const WAITING = 64;

/**
 * Streams what becomes of a run, a line for each version.
 *
 * @param store Where the run is kept.
 * @param id Its id.
 * @param options What the stream is made with.
 * @returns The lines; they end with the run.
 */
export function feed(
  store: RunStore,
  id: string,
  options: FeedOptions,
): ReadableStream<Uint8Array> {
  return new ReadableStream(new Feed(store, id, options));
}

class Feed implements UnderlyingDefaultSource<Uint8Array> {
  readonly #waiting: Promise<StoredRun | undefined>[] = [];
  readonly #encoder: TextEncoder = new TextEncoder();
  #last: number;
  #stopped = false;
  #wake: () => void = () => {};
  #stopWatching: () => void = () => {};

  constructor(readonly store: RunStore, readonly id: string, readonly options: FeedOptions) {
    this.#last = options.after;
  }

  async start(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const { first, signal } = this.options;
    if (first !== undefined) controller.enqueue(this.#encoder.encode(`${first}\n`));
    signal.addEventListener("abort", this.cancel);
    if (signal.aborted) this.cancel();
    const stop = await this.store.watch(this.id, () => this.#read());
    // The reader may have gone already.
    if (this.#stopped) stop();
    else this.#stopWatching = stop;
    this.#read();
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      for (let enough = false; !enough;) enough = await this.#send(controller);
    } catch (error) {
      this.cancel();
      throw error;
    }
  }

  cancel: () => void = () => {
    this.#stopped = true;
    this.#stopWatching();
    this.#stopWatching = () => {};
    this.options.signal.removeEventListener("abort", this.cancel);
    this.#wake();
  };

  /** Sends what there is next, if it is anything new. Tells whether the reader has enough. */
  async #send(controller: ReadableStreamDefaultController<Uint8Array>): Promise<boolean> {
    const { line, ends } = this.options;
    if (!await this.#something()) {
      controller.enqueue(this.#encoder.encode("\n"));
      return true;
    }
    const stored = this.#stopped ? undefined : await this.#waiting.shift();
    const isNew = stored !== undefined && stored.version > this.#last;
    if (isNew) {
      this.#last = stored.version;
      controller.enqueue(this.#encoder.encode(`${line(stored)}\n`));
    }
    if (stored !== undefined && !ends(stored)) return isNew;
    this.cancel();
    controller.close();
    return true;
  }

  /** Looks at the run; what it was at each time is sent in turn. */
  #read(): void {
    const stored = this.store.get(this.id);
    stored.catch(() => {}); // told when it is taken
    if (this.#waiting.length < WAITING) this.#waiting.push(stored);
    else this.#waiting[WAITING - 1] = stored;
    this.#wake();
  }

  /** Waits until there is something to take. Resolves with `false` for a heartbeat. */
  #something(): Promise<boolean> | boolean {
    if (this.#waiting.length > 0 || this.#stopped) return true;
    const { heartbeat } = this.options;
    return new Promise((resolve) => {
      const timer = heartbeat ? setTimeout(() => resolve(false), heartbeat) : undefined;
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

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
  const { first, line, ends, heartbeat, signal } = options;
  const encoder = new TextEncoder();
  const waiting: Promise<StoredRun | undefined>[] = [];
  let last = options.after;
  let wake = () => {};
  let stopWatching = () => {};
  const read = () => {
    const stored = store.get(id);
    stored.catch(() => {}); // told when it is taken
    if (waiting.length < WAITING) waiting.push(stored);
    else waiting[WAITING - 1] = stored;
    wake();
  };
  const abort = () => wake();
  const stop = () => {
    stopWatching();
    signal.removeEventListener("abort", abort);
    wake();
  };
  /** Resolves with whether there is something to take. */
  const something = (): Promise<boolean> | boolean => {
    if (waiting.length > 0 || signal.aborted) return true;
    return new Promise((resolve) => {
      const timer = heartbeat ? setTimeout(() => resolve(false), heartbeat) : undefined;
      wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  };
  return new ReadableStream({
    async start(controller) {
      if (first !== undefined) controller.enqueue(encoder.encode(`${first}\n`));
      signal.addEventListener("abort", abort);
      stopWatching = await store.watch(id, read);
      read();
    },
    async pull(controller) {
      for (;;) {
        if (!await something()) return controller.enqueue(encoder.encode("\n"));
        const stored = signal.aborted ? undefined : await waiting.shift();
        if (stored === undefined) {
          stop();
          return controller.close();
        }
        const end = ends(stored);
        if (stored.version > last) {
          last = stored.version;
          controller.enqueue(encoder.encode(`${line(stored)}\n`));
        }
        if (end) {
          stop();
          return controller.close();
        }
        if (controller.desiredSize! <= 0) return;
      }
    },
    cancel: stop,
  });
}

import { untilAborted } from "../agenttool/until_aborted.ts";

/** Where the bytes come from that a person types. */
export interface Source {
  /**
   * Waits for bytes. No byte is lost where the signal ends the wait.
   *
   * @param signal Ends the wait.
   * @returns The next bytes; `null` at the end.
   */
  next(signal: AbortSignal): Promise<Uint8Array | null>;
}

/**
 * Makes a source of a read that cannot be called off: one that was begun for a question that has
 * ended goes to the next.
 *
 * @param read Reads the next bytes; `null` at the end.
 * @returns The source, and whether a read has begun that nobody has had.
 */
export function keptReads(
  read: () => Promise<Uint8Array | null>,
): Source & { readonly reading: boolean } {
  let pending: Promise<Uint8Array | null> | undefined;
  return {
    get reading() {
      return pending !== undefined;
    },
    async next(signal) {
      signal.throwIfAborted();
      pending ??= read();
      const bytes = await untilAborted(pending, signal);
      pending = undefined;
      return bytes;
    },
  };
}

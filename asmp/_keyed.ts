import { Refusal } from "./_refusal.ts";
import type { Site } from "./_site.ts";

/** What a request with an `Idempotency-Key` is answered with. */
export interface KeptReply {
  /** What was asked: the same key is no other request's. */
  readonly request: string;
  /** The JSON text that was sent. */
  readonly body: string;
  /** The run's version by then. */
  readonly version: number;
}

/** Requests with a key that are being answered: one that comes twice at once waits for the first. */
const answering: Map<string, Promise<unknown>> = new Map();

/**
 * Answers a request, or gives the answer that its key got before.
 *
 * @param site The site that was asked.
 * @param id The run.
 * @param request What was asked, in full.
 * @param key The `Idempotency-Key`, if any.
 * @param act Answers it: `keep` gives what to write with the run, so that it can be found again.
 * @returns The answer, and whether it is an old one.
 * @throws {Refusal} Where the key was used for another request.
 */
export async function keyed(
  { store }: Site,
  id: string,
  request: string,
  key: string | null,
  act: (
    keep: (body: string, version: number) => { key: string; reply: string } | undefined,
  ) => Promise<Omit<KeptReply, "request">>,
): Promise<Omit<KeptReply, "request"> & { replayed?: true }> {
  if (key === null) return await act(() => undefined);
  const place = JSON.stringify([id, key]);
  while (answering.has(place)) await answering.get(place);
  const { promise, resolve } = Promise.withResolvers<void>();
  answering.set(place, promise);
  try {
    const print = await fingerprint(request);
    const kept = async () => {
      const text = await store.reply(id, key);
      return text === undefined ? undefined : replay(JSON.parse(text), print, key);
    };
    const old = await kept();
    if (old) return old;
    try {
      return await act((body, version) => ({
        key,
        reply: JSON.stringify({ request: print, body, version }),
      }));
    } catch (error) {
      // Another process may have answered the same request meanwhile.
      const now = error instanceof Refusal && error.status === 409 ? await kept() : undefined;
      if (now) return now;
      throw error;
    }
  } finally {
    answering.delete(place);
    resolve();
  }
}

function replay(reply: KeptReply, print: string, key: string): KeptReply & { replayed: true } {
  if (reply.request === print) return { ...reply, replayed: true };
  throw new Refusal(422, `Idempotency-Key "${key}" was used for another request.`);
}

async function fingerprint(request: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(request));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

import { AsmpOriginError } from "./client_errors.ts";
import type { Resolver } from "./_resolver.ts";
import type { StateFrame } from "./wire.ts";

/**
 * Tells where a person can look at a run in a browser.
 *
 * @param frame The frame that the run began with.
 * @returns The address; nothing where the server told of none.
 */
export function viewOf(frame: StateFrame): string | undefined {
  return VIEWS.get(frame);
}

/**
 * Keeps the address of the page that an answer links a frame with.
 *
 * @param frame The frame.
 * @param link The answer's `Link`; it may be empty.
 * @param resolver Finds what addresses of the server stand for.
 */
export function keepView(frame: StateFrame, link: string, resolver: Resolver): void {
  const [, href] = /<([^<>]+)>; *rel="?alternate"?; *type="?text\/html"?/i.exec(link) ?? [];
  if (href === undefined) return;
  try {
    VIEWS.set(frame, resolver.resolve(href, frame));
  } catch (error) {
    // A page elsewhere is not shown as this server's.
    if (!(error instanceof AsmpOriginError)) throw error;
  }
}

const VIEWS = new WeakMap<StateFrame, string>();

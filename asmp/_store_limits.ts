import type { StoreLimits } from "./store.ts";

/** The replies to how many writes are kept of a run: a client that asks again does so soon. */
export const REPLIES = 100;

/**
 * @param limits What a user says.
 * @returns It, with what holds where he says nothing.
 */
export function limitsOf(
  { maxRuns = 100_000, expireAfter = 24 * 60 * 60 * 1_000 }: StoreLimits,
): Required<StoreLimits> {
  return { maxRuns, expireAfter };
}

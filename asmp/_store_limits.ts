import type { StoreLimits } from "./store.ts";

/**
 * @param limits What a user says.
 * @returns It, with what holds where he says nothing.
 */
export function limitsOf(
  { maxRuns = 100_000, expireAfter = 24 * 60 * 60 * 1_000 }: StoreLimits,
): Required<StoreLimits> {
  return { maxRuns, expireAfter };
}

import type { Run } from "./store.ts";

/**
 * Takes a run apart for a store: its data may be long, and need no escaping.
 *
 * @param run The run.
 * @returns Its data as they are, and all else as JSON.
 */
export function split({ data, ...head }: Run): { head: string; data: string } {
  return { head: JSON.stringify(head), data };
}

/**
 * Puts a run together again.
 *
 * @param head What `split()` gave of a run.
 * @param data Its data.
 * @returns The run.
 */
export function joined(head: string, data: string): Run {
  return { ...JSON.parse(head), data };
}

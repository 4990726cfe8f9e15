import type { Run } from "./store.ts";

/**
 * @param run A run.
 * @returns Its data as they are, and all else as JSON: data may be long, and need no escaping.
 */
export function split({ data, ...head }: Run): { head: string; data: string } {
  return { head: JSON.stringify(head), data };
}

/**
 * @param head What `split()` gave of a run.
 * @param data Its data.
 * @returns The run.
 */
export function joined(head: string, data: string): Run {
  return { ...JSON.parse(head), data };
}

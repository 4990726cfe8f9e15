import { HostError } from "./errors.ts";
import type { Loaded } from "./_source.ts";

/**
 * Refuses tools that are not all: what is made of them would pass for whole. It is handed on, or
 * read long after, where nobody sees what was told when it was made; it may be in the place of one
 * that was whole.
 *
 * @param loaded The tools.
 * @param made What is made of them.
 * @throws {HostError} Where a source failed, which has been told.
 */
export function refusePart({ failures }: Loaded, made: string): void {
  if (failures.length === 0) return;
  throw new HostError(`a source failed, and ${made} without its tools would pass for whole`);
}

import type { Random } from "./_random.ts";

/** Something that has to stand any input. */
export interface Target {
  /** Its name on the command line. */
  name: string;
  /** Makes an input, a valid one now and then. */
  input(random: Random): string;
  /**
   * Gives it the input.
   *
   * @throws {Error} Where it does what is not documented.
   */
  check(input: string): void | Promise<void>;
}

/** Throws where two values differ. */
export function expectSame(what: string, found: unknown, expected: unknown): void {
  if (Object.is(found, expected)) return;
  throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(found)}`);
}

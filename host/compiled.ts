/**
 * What a program loads by its address when it is needed, named for `deno compile`, which takes only
 * what it sees: what checks schemas beyond the everyday ones, and what draws questions. A program
 * that `toolcli compile` made has them.
 *
 * ```sh
 * deno compile -A --include jsr:@x/toolcli/compiled my_tools.ts
 * ```
 *
 * @module
 */

/** The parts, each loaded when it is called. */
export const parts: readonly (() => Promise<unknown>)[] = [
  () => import("../agenttool/_ajv.ts"),
  () => import("../prompt/_cliffy.ts"),
];

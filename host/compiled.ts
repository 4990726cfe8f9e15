/**
 * What a program loads by its address when it is needed, named for `deno compile`, which takes only
 * what it sees: what checks schemas beyond the everyday ones, and what draws questions. A program
 * that `toolcli compile` made has them. For one that `deno compile` makes, name a file that imports
 * this module:
 *
 * ```sh
 * echo 'import "@x/toolcli/compiled";' > more.ts
 * deno compile -A --include more.ts my_tools.ts
 * ```
 *
 * @module
 */

/** The parts, each loaded when it is called. */
export const parts: readonly (() => Promise<unknown>)[] = [
  () => import("ajv"),
  () => import("ajv/dist/2019.js"),
  () => import("ajv/dist/2020.js"),
  () => import("../prompt/_cliffy.ts"),
];

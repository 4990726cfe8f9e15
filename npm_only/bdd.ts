/**
 * `@std/testing/bdd` on `node:test`, narrowed to what both have.
 *
 * @module
 */
import * as node from "node:test";

export { after as afterAll, afterEach, before as beforeAll, beforeEach } from "node:test";

type Fn = () => void | Promise<void>;

interface Options {
  /** Whether to skip it. */
  ignore?: boolean;
}

interface Register {
  (name: string, fn: Fn): void;
  (name: string, options: Options, fn: Fn): void;
  /** Registers it as one that does not run. */
  skip(name: string, fn: Fn): void;
}

/** Registers a group of tests. */
export const describe: Register = register(node.describe);

/** Registers a test. */
export const it: Register = register(node.it);

function register(to: typeof node.it | typeof node.describe): Register {
  const add = (name: string, skip: boolean, fn: Fn) => void to(name, { skip }, () => fn());
  return Object.assign(
    (name: string, options: Options | Fn, fn?: Fn) =>
      typeof options === "function"
        ? add(name, false, options)
        : add(name, options.ignore ?? false, fn!),
    { skip: (name: string, fn: Fn) => add(name, true, fn) },
  );
}

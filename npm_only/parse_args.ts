/**
 * `@std/cli/parse-args` on `npm:minimist`, from which it was made, narrowed to what both have.
 *
 * @module
 */
// @ts-types="npm:@types/minimist@^1.2.5"
import minimist from "npm:minimist@^1.2.8";

interface Options<B extends string, S extends string, C extends string> {
  boolean?: readonly B[];
  string?: readonly S[];
  /** Those of `string` that may be given more than once. */
  collect?: readonly C[];
  alias?: Record<string, string | string[]>;
  stopEarly?: boolean;
  "--"?: boolean;
  unknown?: (arg: string) => unknown;
}

type Args<B extends string, S extends string, C extends string> =
  & { [K in B]: boolean }
  & { [K in Exclude<S, C>]?: string }
  & { [K in C]: string[] }
  & { _: (string | number)[]; "--"?: string[] };

/**
 * Parses command line arguments.
 *
 * @param args The arguments.
 * @param options Which options there are.
 * @returns The options given, and the other arguments as `_`.
 */
export function parseArgs<
  const B extends string = never,
  const S extends string = never,
  const C extends S = never,
>(args: readonly string[], options: Options<B, S, C> = {}): Args<B, S, C> {
  const { collect = [], unknown = () => true, ...rest } = options;
  const parsed = minimist([...args], {
    ...rest,
    boolean: [...options.boolean ?? []],
    string: [...options.string ?? []],
    unknown: (arg) => unknown(arg) !== false,
  });
  const collected = new Set<string>(collect);
  for (const name of Object.keys(parsed).filter((name) => name !== "_" && name !== "--")) {
    const values = [parsed[name]].flat();
    parsed[name] = collected.has(name) ? values : values.at(-1);
  }
  for (const name of collected) parsed[name] ??= [];
  return parsed as unknown as Args<B, S, C>;
}

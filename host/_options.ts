import { HostError } from "./errors.ts";
import { part } from "./_part.ts";

/** The options that a subcommand has, without dashes. */
export interface OptionNames<F extends string, T extends string, L extends string = never> {
  /** Those that stand alone. */
  readonly flags?: readonly F[];
  /** Those that take a text. */
  readonly texts?: readonly T[];
  /** Those that take a text, any number of times. */
  readonly lists?: readonly L[];
}

/** What a subcommand was given. */
export type Given<F extends string, T extends string, L extends string = never> =
  & { [K in F]?: boolean }
  & { [K in T]?: string }
  & { [K in L]?: string[] }
  & { words: string[] };

/**
 * Reads the options of a subcommand and its other words, in any order.
 *
 * @param subcommand Its name, for errors.
 * @param args Its words.
 * @param names The options that it has.
 * @returns What was given.
 * @throws {HostError} For an option that it does not have, or that lacks its text.
 */
export async function readOptions<
  const F extends string = never,
  const T extends string = never,
  const L extends string = never,
>(
  subcommand: string,
  args: readonly string[],
  { flags = [], texts = [], lists = [] }: OptionNames<F, T, L>,
): Promise<Given<F, T, L>> {
  const given: Record<string, unknown> = { words: [...args] };
  // Loaded where there is something to read: on npm it takes longer than all else.
  if (args.some((arg) => /^-./.test(arg))) {
    const { parseArgs } = await part<typeof import("./_parse_args.ts")>(
      "./_parse_args.ts",
    );
    const names = [...flags, ...texts, ...lists];
    const unknown: string[] = [];
    const { _: words, ...options } = parseArgs(args, {
      boolean: [...flags] as string[],
      string: [...texts, ...lists] as string[],
      collect: [...lists] as string[],
      unknown: (word: string) => void (/^-./.test(word) && unknown.push(word)),
    });
    const [first] = unknown;
    if (first !== undefined) throw await unknownOption(subcommand, first, names);
    for (const name of [...texts, ...lists]) {
      if ([(options as Record<string, unknown>)[name]].flat().includes("")) {
        throw new HostError(`${dashed(name)} needs a value`);
      }
    }
    Object.assign(given, options, { words: words.map(String) });
  }
  return given as Given<F, T, L>;
}

/**
 * The one source that a subcommand was given.
 *
 * @param subcommand Its name, for errors.
 * @param words Its words.
 * @returns The source.
 * @throws {HostError} Where there is none, or more.
 */
export function oneSource(subcommand: string, words: readonly string[]): string {
  const [source, more] = words;
  if (source === undefined) throw new HostError(`${subcommand} needs a source, such as tools.ts`);
  if (more !== undefined) {
    throw new HostError(`${subcommand} takes one source: unexpected ${JSON.stringify(more)}`);
  }
  return source;
}

/** An option as it is written. */
function dashed(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

async function unknownOption(
  subcommand: string,
  word: string,
  names: readonly string[],
): Promise<HostError> {
  const { nearest } = await import("../cli/suggest.ts");
  const option = word.replace(/=.*$/s, "");
  const near = nearest(option.replace(/^-+/, ""), names).map(dashed).join(" or ");
  return new HostError(
    `unknown option ${JSON.stringify(option)} of ${subcommand}${near && `, did you mean ${near}?`}`,
  );
}

import { hostVariable, readText } from "./_deno_process.ts";

/**
 * Gives a variable's value, or nothing where it has none.
 *
 * @param key The name with its namespace: see {@linkcode variableKey}.
 * @returns The value.
 */
export type VariableLookup = (key: string) => string | undefined | Promise<string | undefined>;

/** Where {@linkcode variableLookup} looks, in this order. */
export interface VariableSources {
  /** Values by namespaced name; one that is empty counts. */
  variables?: Readonly<Record<string, string>>;
  /** Lookups of other kinds, such as {@linkcode dotenv}; an empty value counts as none. */
  loaders?: readonly VariableLookup[];
  /** The environment, where an empty value counts as none; left out, this process's. */
  env?: VariableLookup;
}

/**
 * Looks variables up in several places, the first that knows one giving its value.
 *
 * @example
 * ```ts
 * import { variableKey, variableLookup } from "@x/toolcli/utcp";
 * import { expect } from "@std/expect";
 *
 * const lookup = variableLookup({ variables: { my__cli_KEY: "secret" } });
 *
 * expect(await lookup(variableKey("my_cli", "KEY"))).toBe("secret");
 * ```
 *
 * @param sources The places.
 * @returns The lookup.
 */
export function variableLookup(sources: VariableSources): VariableLookup {
  const { variables = {}, loaders = [], env = hostVariable } = sources;
  return async (key) => {
    if (Object.hasOwn(variables, key)) return variables[key];
    for (const loader of [...loaders, env]) {
      const value = await loader(key);
      if (value) return value;
    }
  };
}

/**
 * Looks variables up in a `.env` file, which is read again each time. A file that is not there, or
 * cannot be read, has no variables. The names in it have their namespace: `my__cli_KEY=secret`.
 *
 * @example No such file
 * ```ts
 * import { dotenv } from "@x/toolcli/utcp";
 * import { expect } from "@std/expect";
 *
 * expect(await dotenv("no such file")("my__cli_KEY")).toBeUndefined();
 * ```
 *
 * @param path The file.
 * @returns The lookup.
 */
export function dotenv(path: string): VariableLookup {
  return async (key) => parseDotenv(await readText(path) ?? "").get(key);
}

/**
 * Reads the text of a `.env` file: lines `NAME=value`, also with `export`. A value in single quotes
 * or backquotes is as it stands; in double quotes `\n` and `\r` are line breaks; without quotes it
 * ends at `#` and is trimmed. Nothing is expanded. Lines of another form are skipped.
 *
 * @example
 * ```ts
 * import { parseDotenv } from "@x/toolcli/utcp";
 * import { expect } from "@std/expect";
 *
 * const variables = parseDotenv('export A=one # first\nB="two\\nlines"');
 *
 * expect([...variables]).toEqual([["A", "one"], ["B", "two\nlines"]]);
 * ```
 *
 * @param text The text.
 * @returns The variables; of one that is given twice the last value.
 */
export function parseDotenv(text: string): Map<string, string> {
  const line =
    /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*('(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`|[^#\r\n]*)[ \t]*(?:#.*)?$/gm;
  const variables = new Map<string, string>();
  for (const [, name, written] of text.replace(/\r\n?/g, "\n").matchAll(line)) {
    const value = written!.trim();
    const quoted = /^(['"`])([^]*)\1$/.exec(value);
    if (!quoted) variables.set(name!, value);
    else if (quoted[1] !== '"') variables.set(name!, quoted[2]!);
    else variables.set(name!, quoted[2]!.replaceAll("\\n", "\n").replaceAll("\\r", "\r"));
  }
  return variables;
}

/**
 * The name under which a manual's variable is looked up: no other manual's variable has it.
 *
 * @example
 * ```ts
 * import { variableKey } from "@x/toolcli/utcp";
 * import { expect } from "@std/expect";
 *
 * expect(variableKey("python_script", "MY_API_KEY")).toBe("python__script_MY_API_KEY");
 * ```
 *
 * @param manual The manual's name.
 * @param name The variable's name in the template.
 * @returns The manual's name with each `_` doubled, `_` and the variable's name.
 */
export function variableKey(manual: string, name: string): string {
  return `${manualName(manual).replaceAll("_", "__")}_${name}`;
}

/**
 * A manual's name as UTCP uses it.
 *
 * @example
 * ```ts
 * import { manualName } from "@x/toolcli/utcp";
 * import { expect } from "@std/expect";
 *
 * expect(manualName("my-clié")).toBe("my_cli_");
 * ```
 *
 * @param name The name as given.
 * @returns The name with `_` for every character that is not a letter, a digit or `_` of ASCII.
 */
export function manualName(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, "_");
}

import { NotRunError } from "../agenttool/errors.ts";
import { hostVariable, isWindows } from "./_deno_process.ts";
import { variableNames } from "./_references.ts";
import { VariableNotFoundError } from "./errors.ts";
import type { CliCallTemplate } from "./template.ts";
import { variableKey, type VariableLookup } from "./variables.ts";

/** The variables of a template's manual. */
export class ManualVariables {
  readonly #lookup?: VariableLookup;
  readonly #manual?: string;

  constructor(lookup?: VariableLookup, manual?: string) {
    this.#lookup = lookup;
    this.#manual = manual;
  }

  /** The variables that commands mention and that have a value; all others are the shell's. */
  async mentioned(commands: string[]): Promise<Map<string, string>> {
    const values = new Map<string, string>();
    if (!this.#lookup) return values;
    for (const name of new Set(commands.flatMap(variableNames))) {
      const value = await this.#lookup(this.#key(name));
      if (value === undefined) continue;
      if (name.startsWith("_")) throw underscored(name);
      values.set(name, value);
    }
    return values;
  }

  /** A text with the values of its variables, which must all be there. */
  async filled(text: string): Promise<string> {
    if (/\$ref(?!\w)/.test(text)) return text;
    let filled = "", at = 0;
    for (const match of text.matchAll(/\$(?:\{(\w+)\}|(\w+))/g)) {
      const name = (match[1] ?? match[2])!;
      if (name.startsWith("_")) throw underscored(name);
      const key = this.#key(name);
      const value = await this.#lookup?.(key);
      if (value === undefined) throw new VariableNotFoundError(key);
      filled += text.slice(at, match.index) + value;
      at = match.index + match[0].length;
    }
    return filled + text.slice(at);
  }

  #key(name: string): string {
    return this.#manual === undefined ? name : variableKey(this.#manual, name);
  }
}

/** What the processes of a template get of this one's environment, and its own variables. */
export async function environment(
  template: CliCallTemplate,
  variables: ManualVariables,
): Promise<Record<string, string>> {
  const env: Record<string, string> = Object.create(null);
  for (const name of template.inherit_env_vars ?? (isWindows ? WINDOWS : POSIX).split(" ")) {
    const value = hostVariable(name);
    if (value !== undefined) env[name] = value;
  }
  for (const [name, value] of Object.entries(template.env_vars ?? {})) {
    env[name] = await variables.filled(value);
    if (env[name].includes("\0")) throw new NotRunError(`env_vars: "${name}" has a NUL character`);
  }
  return env;
}

/** See spec/utcp-cli.md 2.6. */
const POSIX = "PATH HOME LANG LC_ALL LC_CTYPE USER LOGNAME SHELL TZ TERM";
const WINDOWS =
  "PATH PATHEXT SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC TEMP TMP USERPROFILE USERNAME USERDOMAIN " +
  "COMPUTERNAME HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PROGRAMDATA ALLUSERSPROFILE PUBLIC " +
  "PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 OS PROCESSOR_ARCHITECTURE PROCESSOR_IDENTIFIER " +
  "PROCESSOR_LEVEL PROCESSOR_REVISION NUMBER_OF_PROCESSORS PSMODULEPATH LOGONSERVER SESSIONNAME " +
  "USERDNSDOMAIN";

/** With a leading `_`, one manual's variable could be another's: see spec/utcp-cli.md W5. */
function underscored(name: string): NotRunError {
  return new NotRunError(
    `Variable "${name}" is refused: a name that begins with "_" could be another manual's`,
  );
}

import { NotRunError } from "../agenttool/errors.ts";
import { hostVariable, isWindows } from "./_deno_process.ts";
import type { Values } from "./_values.ts";
import type { CliCallTemplate } from "./template.ts";

/** What the processes of a template get of this one's environment, and its own variables. */
export async function environment(
  template: CliCallTemplate,
  filled: Values["filled"],
): Promise<Record<string, string>> {
  const env: Record<string, string> = Object.create(null);
  for (const name of template.inherit_env_vars ?? (isWindows ? WINDOWS : POSIX).split(" ")) {
    const value = hostVariable(name);
    if (value !== undefined) env[name] = value;
  }
  for (const [name, text] of Object.entries(template.env_vars ?? {})) {
    const value = env[name] = await filled(text);
    if (value.includes("\0")) throw new NotRunError(`env_vars: "${name}" has a NUL character`);
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

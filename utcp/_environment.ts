import { NotRunError } from "../agenttool/errors.ts";
import { hostVariable } from "./_deno_process.ts";
import { passedOn } from "./_passed_on.ts";
import type { Values } from "./_values.ts";
import type { CliCallTemplate } from "./template.ts";

/** What the processes of a template get of this one's environment, and its own variables. */
export async function environment(
  template: CliCallTemplate,
  filled: Values["filled"],
): Promise<Record<string, string>> {
  const env: Record<string, string> = Object.create(null);
  for (const name of template.inherit_env_vars ?? passedOn()) {
    const value = hostVariable(name);
    if (value !== undefined) env[name] = value;
  }
  for (const [name, text] of Object.entries(template.env_vars ?? {})) {
    const value = env[name] = await filled(text);
    if (value.includes("\0")) throw new NotRunError(`env_vars: "${name}" has a NUL character`);
  }
  return env;
}

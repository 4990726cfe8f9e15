import { argvProblems, readBash } from "./_bash.ts";
import { newReferences } from "./_references.ts";
import type { CliCallTemplate } from "./template.ts";

/**
 * Tells why the calls of a template are refused: constructs in which an argument could become code.
 *
 * @example Arithmetic evaluates what is in a variable
 * ```ts
 * import { parseTemplate, unsafeConstructs } from "@x/toolcli/utcp";
 * import { expect } from "@std/expect";
 *
 * const template = parseTemplate({
 *   call_template_type: "cli",
 *   commands: [{ command: "echo $((UTCP_ARG_n_UTCP_END + 1))" }],
 * });
 *
 * expect(unsafeConstructs(template)).toEqual([
 *   "commands[0]: $((…)) evaluates values as code: use a program, such as expr",
 * ]);
 * ```
 *
 * @param template The template.
 * @returns What is unsafe and what to write instead, each with its step; empty where nothing is.
 */
export function unsafeConstructs(template: CliCallTemplate): string[] {
  const { commands, argv = [] } = template;
  const references = newReferences("0".repeat(16));
  const { problems } = readBash(commands.map(({ command }) => command), references);
  return [...problems, ...argvProblems(argv, references)];
}

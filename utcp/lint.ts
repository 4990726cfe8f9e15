import type { JsonSchema } from "../agenttool/tool.ts";
import { placeholders } from "./source.ts";
import type { CliCallTemplate } from "./template.ts";
import { unsafeConstructs } from "./unsafe.ts";
import { invocationOf, leadingValue, lintOptions } from "./_lint_options.ts";
import { lintCode, lintSplitting } from "./_lint_outputs.ts";
import { type Command, readScript } from "./_lint_words.ts";

/**
 * Looks for what is wrong, dangerous or surprising in a call template: what calls are refused for,
 * a value that the program could take for an option, an output that the shell splits or runs, an
 * argument that nobody can give. See docs/utcp.md.
 *
 * @example A value that could be an option
 * ```ts
 * import { lintTemplate, parseTemplate } from "@x/toolcli/utcp";
 * import { expect } from "@std/expect";
 *
 * const template = parseTemplate({
 *   call_template_type: "cli",
 *   commands: [{ command: "sort UTCP_ARG_file_UTCP_END" }],
 * });
 *
 * expect(lintTemplate(template)).toEqual([
 *   'commands[0]: argument "file" begins a word, which "sort" could take for an option: ' +
 *   "write -- before it, or --option=UTCP_ARG_file_UTCP_END",
 * ]);
 * ```
 *
 * @param template The template.
 * @param inputs The tool's schema, to compare its arguments with the placeholders.
 * @returns What was found, a sentence each; empty where there is nothing to say.
 */
export function lintTemplate(template: CliCallTemplate, inputs?: JsonSchema): string[] {
  const refused = unsafeConstructs(template);
  const found = refused.map((problem) => `refused: ${problem}`);
  const isFixed = placeholders(template).length === 0;
  const scripts = template.commands.map(({ command }) => readScript(command));
  const functions = new Set(scripts.flatMap((script) => [...script.functions]));
  for (const [index, { commands }] of scripts.entries()) {
    const place = `commands[${index}]`;
    if (refused.some((problem) => problem.startsWith(`${place}:`))) continue;
    const said = commands.flatMap((command) => {
      const code = isFixed ? lintCode(command) : undefined;
      return code ? [code] : lintCommand(command, functions, inputs);
    });
    said.push(...lintNames(template.commands[index]!.command));
    found.push(...said.map((text) => `${place}: ${text}`));
  }
  const { argv } = template;
  if (argv && refused.length === 0) {
    // Quoted as a command, its words are the same.
    const quoted = argv.map((text) => `'${text.replaceAll("'", "'\\''")}'`).join(" ");
    const said = readScript(quoted).commands.flatMap((command) =>
      lintCommand(command, functions, inputs)
    );
    said.push(...lintNames(argv.join(" ")));
    found.push(...said.map((text) => `argv: ${text}`));
  }
  return [...new Set([...found, ...lintInputs(template, inputs)])];
}

function lintCommand(
  command: Command,
  functions: ReadonlySet<string>,
  inputs: JsonSchema | undefined,
): string[] {
  const found = lintSplitting(command);
  const invocation = invocationOf(command.words);
  if (!invocation) return found;
  const argument = leadingValue(invocation.program)?.argument;
  if (argument !== undefined) found.push(`argument "${argument}" decides which program runs`);
  return [...found, ...lintOptions(invocation, functions, inputs)];
}

/** What looks like a placeholder and is none. */
function lintNames(text: string): string[] {
  const found = text.matchAll(/UTCP_ARG_(\S*?)_UTCP_END/g);
  return Array.from(found, ([all, name]) => ({ all, name: name! }))
    .filter(({ name }) => !/^\w+$/.test(name))
    .map(({ all }) => `${all} is no placeholder: a name has letters, digits and _ only`);
}

function lintInputs(template: CliCallTemplate, inputs: JsonSchema | undefined): string[] {
  if (typeof inputs !== "object" || typeof inputs.properties !== "object") return [];
  const names = placeholders(template);
  const declared = Object.keys(inputs.properties ?? {});
  const forgiving = answersCalls(template);
  const required: unknown[] = Array.isArray(inputs.required) ? inputs.required : [];
  return [
    ...names.filter((name) => !declared.includes(name))
      .map((name) => `argument "${name}" has a placeholder, and is not in inputs`),
    ...declared.filter((name) => !names.includes(name))
      .map((name) => `argument "${name}" is in inputs, and has no placeholder`),
    ...names
      .filter((name) => declared.includes(name) && !required.includes(name) && !forgiving)
      .map((name) => `argument "${name}" is optional: left out, it reads MISSING_ARG_${name}`),
  ];
}

/** What answers `utcp-call` takes MISSING_ARG_name for an argument that was left out. */
function answersCalls({ commands }: CliCallTemplate): boolean {
  const written = commands.flatMap(({ command }) => readScript(command).commands);
  return written.length > 0 &&
    written.every(({ words }) => words.some(({ text }) => text === "utcp-call"));
}

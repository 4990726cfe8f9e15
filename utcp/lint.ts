import type { JsonSchema } from "../agenttool/tool.ts";
import { placeholders } from "./source.ts";
import type { CliCallTemplate } from "./template.ts";
import { unsafeConstructs } from "./unsafe.ts";
import { simpleCommands, type Word } from "./_lint_words.ts";

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
  for (const [index, { command }] of template.commands.entries()) {
    const place = `commands[${index}]`;
    if (refused.some((problem) => problem.startsWith(`${place}:`))) continue;
    for (const words of simpleCommands(command)) found.push(...lintCommand(words, place));
    found.push(...lintNames(command, place));
  }
  const { argv } = template;
  if (argv) {
    const words = argv.map((text) => ({
      parts: [{ text, quote: "'" as const }],
      redirected: false,
    }));
    found.push(...lintCommand(words, "argv"), ...lintNames(argv.join(" "), "argv"));
  }
  return [...new Set([...found, ...lintInputs(template, inputs)])];
}

/** Commands that read no options, or none there. */
const WITHOUT_OPTIONS = new Set(["[", "test", "case", "for", "in", "then", "do", "else", "!"]);

const OUTPUT = /\$\{?(CMD_\d+_OUTPUT)/;

function lintCommand(words: Word[], place: string): string[] {
  const found: string[] = [];
  const texts = words.map(({ parts }) => parts.map(({ text }) => text).join(""));
  let start = 0;
  while (/^\w+=/.test(texts[start] ?? "")) start++; // assignments before the command
  const program = texts[start] ?? "";
  const named = /^UTCP_ARG_(\w+?)_UTCP_END/.exec(program)?.[1];
  if (named) found.push(`${place}: argument "${named}" decides which program runs`);
  let options = !WITHOUT_OPTIONS.has(program);
  for (const [index, word] of words.entries()) {
    const text = texts[index]!;
    const assignment = index < start;
    found.push(...lintOutputs(word, place, assignment));
    if (index <= start || word.redirected) continue;
    const name = /^UTCP_ARG_(\w+?)_UTCP_END/.exec(text)?.[1];
    // A value that an option wants, as in `-m UTCP_ARG_…`, is taken as it is.
    const wanted = /^(?:-\w|--[\w-]+)$/.test(texts[index - 1]!);
    if (name && options && !wanted) {
      found.push(
        `${place}: argument "${name}" begins a word, which ${JSON.stringify(program)} could take ` +
          `for an option: write -- before it, or --option=UTCP_ARG_${name}_UTCP_END`,
      );
    }
    // Everything behind -- is no option; nor is what printf prints.
    if (text === "--" || program === "printf") options = false;
  }
  const output = OUTPUT.exec(texts.join(" "))?.[1];
  if (output && runsCode(program, texts)) {
    found.push(`${place}: $${output} is run as code: pass it as an argument of the code instead`);
  }
  return found;
}

function lintOutputs({ parts }: Word, place: string, assignment: boolean): string[] {
  if (assignment) return [];
  return parts.flatMap(({ text, quote }) => {
    const output = quote === "" ? OUTPUT.exec(text)?.[1] : undefined;
    return output
      ? [`${place}: $${output} outside quotes is split, and globbed: write "$${output}"`]
      : [];
  });
}

function runsCode(program: string, texts: string[]): boolean {
  return program === "eval" || (/(?:^|\/)(?:ba|da|k|z)?sh$/.test(program) && texts.includes("-c"));
}

/** What looks like a placeholder and is none. */
function lintNames(text: string, place: string): string[] {
  const found = text.matchAll(/UTCP_ARG_(\S*?)_UTCP_END/g);
  return Array.from(found, ([all, name]) => ({ all, name: name! }))
    .filter(({ name }) => !/^\w+$/.test(name))
    .map(({ all }) => `${place}: ${all} is no placeholder: a name has letters, digits and _ only`);
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
  const written = commands.flatMap(({ command }) => simpleCommands(command));
  return written.length > 0 &&
    written.every((words) =>
      words.some(({ parts }) => parts.map(({ text }) => text).join("") === "utcp-call")
    );
}

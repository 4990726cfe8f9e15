import type { Word } from "./_bash_word.ts";
import { invocationOf } from "./_lint_options.ts";
import type { Command } from "./_lint_words.ts";
import { unsafeConstructs } from "./unsafe.ts";

/**
 * Tells where a step's output may be run as code, in a template without placeholders: there nothing
 * is refused. The rules are those for values.
 */
export function lintCode(command: Command): string | undefined {
  const { words, test } = command;
  if (isLoop(words)) return undefined;
  const texts = test === undefined ? words.map(({ source }) => source) : [test];
  const own = test === undefined ? outputIn(words) : outputOf(test);
  if (own) {
    // What is refused of the output, and not of a number in its place.
    const accepted = refusals(texts.map((text) => text.replace(EXPANDED, "0")));
    const reason = refusals(texts).find((reason) => !accepted.includes(reason));
    if (reason) return said(own, reason);
  }
  const output = own ?? outputRead(command);
  if (!output) return undefined;
  // Refused whatever the output is, as eval is and sh with an input: but for the program, it is not.
  // The command of xargs is part of that, for it is given what xargs reads.
  const xargs = words.findIndex(({ text }) => text === "xargs");
  const invocation = invocationOf(words);
  if (!invocation) return undefined;
  const { program, args } = invocation;
  const [first, ...rest] = xargs < 0 ? [program, ...args] : words.slice(xargs);
  if (first?.text === undefined) return undefined;
  const others = rest.map((word) =>
    word.text === undefined && !outputIn([word]) ? "0" : word.source
  );
  const [reason] = refusals([first.source, ...others]);
  return reason && refusals(["echo", ...others]).length === 0 ? said(output, reason) : undefined;
}

/** Tells of outputs that the shell splits. */
export function lintSplitting({ words, files }: Command): string[] {
  if (isLoop(words)) return [];
  const keeps = words.some(({ text }) =>
    /^(?:export|local|readonly|declare|typeset)$/.test(text ?? "")
  );
  let before = true; // assignments before the command
  const split = words.filter((word) => {
    const assigns = /^[A-Za-z_]\w*\+?=/.test(word.bareHead);
    before &&= assigns;
    return !(assigns && (before || keeps));
  });
  return [...split, ...files].flatMap((word) => {
    const bare = word.source.replace(/\\[^]|"(?:[^"\\]|\\[^])*"|'[^']*'/g, "");
    const output = word.splits ? /\$\{?(CMD_\d+_OUTPUT)(?!\w)/.exec(bare)?.[1] : undefined;
    return output ? [`$${output} outside quotes is split, and globbed: write "$${output}"`] : [];
  });
}

/** An output, as it is written where the shell puts it in. */
const EXPANDED = /\$\{CMD_\d+_OUTPUT\b[^}]*\}|\$?\bCMD_\d+_OUTPUT\b/g;

function outputOf(text: string): string | undefined {
  return /\bCMD_\d+_OUTPUT\b/.exec(text)?.[0];
}

/** An output that one of the words holds. */
function outputIn(words: Word[]): string | undefined {
  for (const { text, source } of words) {
    const output = text === undefined ? outputOf(source) : undefined;
    if (output) return output;
  }
}

/** An output that is in what a command reads. */
function outputRead(command: Command): string | undefined {
  const sources = new Set([command]);
  for (const { input, from } of sources) {
    const direct = outputOf(input.join("\n"));
    if (direct) return direct;
    for (const source of from) {
      const output = outputIn(source.words);
      if (output) return output;
      sources.add(source);
    }
  }
}

/** Whether these are the words of a `for`, which are meant to be split. */
function isLoop([first]: Word[]): boolean {
  return first !== undefined && first.bare && /^(?:for|select)$/.test(first.text!);
}

/** Why a command would be refused in a template with placeholders. */
function refusals(texts: string[]): string[] {
  const commands = [{ command: texts.join(" ") }, { command: "echo UTCP_ARG_x_UTCP_END" }];
  return unsafeConstructs({ call_template_type: "cli", commands })
    .map((problem) => problem.replace("commands[0]: ", ""));
}

function said(output: string, reason: string): string {
  const hint = reason.replace("UTCP_ARG_name_UTCP_END", `"$${output}"`);
  return `$${output} may be run as code: ${hint}`;
}

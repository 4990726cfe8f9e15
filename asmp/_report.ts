import { collapsed } from "../markdown/inline.ts";
import { jsonOf } from "./_replies.ts";
import { commandLines } from "./_run_commands.ts";
import type { AsmpRun } from "./run.ts";

/** What the reference says where an author says nothing. */
const DEFAULT_PROMPT = "Choose an action";

/**
 * Describes where a run is: prompt and hint as they came, the options, what is typed next. See
 * spec/asmp.md 7.4 for the first part.
 *
 * @param run The run.
 * @returns The lines.
 */
export function describeRun(run: AsmpRun): string[] {
  const { frame, cli, options } = run;
  const { prompt = DEFAULT_PROMPT, input_hint } = cli;
  // Why it failed is in the frame.
  const hint = frame.status === "failed" ? frame.hint : cli.hint ?? frame.hint;
  const skill = frame.active_skill;
  return [
    options.length === 0 && prompt === DEFAULT_PROMPT ? "" : prompt,
    hint,
    ...options.map(({ action, label, keys }, index) =>
      `  ${index + 1}. ${collapsed(label)} (${collapsed(action)})` +
      (keys === undefined ? "" : ` [${collapsed(keys)}]`)
    ),
    input_hint ?? "",
    skill ? `Skill ${collapsed(skill.name)}: ${collapsed(skill.url)}` : "",
    frame.status === "processing" ? "processing" : "",
    run.ended ? frame.status === "failed" ? "failed" : "done" : "",
  ].filter((line) => line !== "");
}

/**
 * The reply to a command: where the run is, and the command lines that can be typed next.
 *
 * @param run The run.
 * @param program What a command line begins with.
 * @returns The text.
 */
export function runText(run: AsmpRun, program: string): string {
  return withNext(describeRun(run).join("\n"), run, program);
}

/** A text, and the command lines that can be typed next. */
export function withNext(text: string, run: AsmpRun, program: string): string {
  const lines = commandLines(run, program);
  if (lines.length === 0) return text;
  return `${text}${text === "" ? "" : "\n\n"}Next:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

/**
 * The reply as one JSON object, on one line.
 *
 * @param run The run.
 * @param result What a tool or a resource gave, as JSON text.
 * @returns The JSON text.
 */
export function runJson(run: AsmpRun, result?: string): string {
  const members = [
    `"run_id":${JSON.stringify(run.id)}`,
    `"frame":${jsonOf(run.frame)}`,
    `"cli":${jsonOf(run.cli)}`,
    ...result === undefined ? [] : [`"result":${result}`],
  ];
  return `{${members.map((member) => member.trim()).join(",")}}`;
}

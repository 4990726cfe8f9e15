import { visibleJson } from "../agenttool/visible.ts";
import { collapsed } from "../markdown/inline.ts";
import { jsonOf } from "./_replies.ts";
import { commandLines } from "./run_commands.ts";
import type { AsmpRun } from "./run.ts";
import { DEFAULT_PROMPT } from "./wire.ts";

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

/** How a reply is written. */
export interface ReplyOptions {
  /** What a command line begins with. */
  program: string;
  /** Whether it is one JSON object: `{ "run_id", "frame", "cli" }`, and `"result"`. */
  json?: boolean;
  /** What a tool or a resource gave, as JSON text. */
  result?: string;
  /** What to tell in place of where the run is. */
  text?: string;
}

/**
 * The reply to a command: where the run is, and the command lines that can be typed next.
 *
 * @param run The run.
 * @param options How it is written.
 * @returns The text.
 */
export function replyOf(run: AsmpRun, options: ReplyOptions): string {
  if (options.json) return jsonReply(run, options.result);
  const { program, text = describeRun(run).join("\n") } = options;
  const lines = commandLines(run, program);
  if (lines.length === 0) return text;
  return `${text}${text === "" ? "" : "\n\n"}Next:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

function jsonReply(run: AsmpRun, result?: string): string {
  const members = [
    `"run_id":${JSON.stringify(run.id)}`,
    `"frame":${jsonOf(run.frame).trim()}`,
    `"cli":${jsonOf(run.cli).trim()}`,
    ...result === undefined ? [] : [`"result":${result}`],
  ];
  return visibleJson(`{${members.join(",")}}`);
}

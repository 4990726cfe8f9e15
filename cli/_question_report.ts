import { messageOf } from "../agenttool/errors.ts";
import type { Elicitation } from "../agenttool/tool.ts";
import { visibleJson } from "../agenttool/visible.ts";
import { type CallRun, type Outcome, unwritten } from "./_call.ts";
import { shownParts } from "./_content.ts";
import { ExitFailed, ExitNeedsAnswer } from "./exit_status.ts";
import { show, tell } from "./_output.ts";
import type { Unanswered } from "./_questions.ts";

/** Prints the question as one line of JSON, for a caller that asks somebody and calls again. */
export async function reportQuestion(
  run: CallRun,
  outcome: Outcome,
  { question, answersGiven, rejected, more }: Unanswered,
): Promise<number> {
  const { program, io } = run;
  const { output, files, failures } = await saved(run, outcome);
  let json: string;
  try {
    json = visibleJson(JSON.stringify({
      ...members(question),
      answers_given: answersGiven,
      rejected,
      output: output || undefined,
      error: outcome.error && messageOf(outcome.error),
      files: files.length > 0 ? files : undefined,
      more: more.length > 0 ? more.map(members) : undefined,
    }));
  } catch (error) {
    await tell(io.stderr, `${program}: ${messageOf(error)}`);
    return ExitFailed;
  }
  const again = answersGiven > 0 ? " after the answers given so far" : "";
  await tell(
    io.stderr,
    rejected
      ? `${program}: --answer does not fit the question: ${rejected}`
      : `${program}: the call asks a question: run it again with --answer '<reply>' before the ` +
        `command${again}`,
  );
  if (failures.length > 0) await tell(io.stderr, unwritten(program, failures));
  const failure = await show(io.stdout, json);
  if (failure !== undefined) {
    await tell(io.stderr, `${program}: writing the question failed: ${failure}`);
  }
  return ExitNeedsAnswer;
}

function members({ message, schema, url }: Elicitation): Elicitation {
  return { message, schema, url };
}

/** The result's text, and the paths of the files that it carried. */
async function saved(
  { io, options: { out }, program }: CallRun,
  { result }: Outcome,
): Promise<{ output: string; files: string[]; failures: string[] }> {
  const texts: string[] = [], files: string[] = [], failures: string[] = [];
  for await (const part of shownParts(result?.content ?? [], { io, out, program })) {
    if ("text" in part) texts.push(...part.text ? [part.text] : []);
    else if ("path" in part) files.push(part.path);
    else failures.push(part.failure);
  }
  return { output: texts.join("\n"), files, failures };
}

import type { Elicitation } from "../agenttool/tool.ts";
import { visibleJson } from "../agenttool/visible.ts";
import {
  type CallRun,
  ExitFailed,
  ExitNeedsAnswer,
  type Outcome,
  unwritten,
  warn,
} from "./_call.ts";
import { FileSaver } from "./_files.ts";
import { showPart } from "./_output.ts";
import { print } from "./_io.ts";
import type { Unanswered } from "./_questions.ts";

/** Prints the question as one line of JSON, for a caller that asks somebody and calls again. */
export async function reportQuestion(
  run: CallRun,
  outcome: Outcome,
  { question, answersGiven, rejected, more }: Unanswered,
): Promise<number> {
  const { program, io } = run;
  const { output, files, failure } = await saved(run, outcome);
  let json: string;
  try {
    json = visibleJson(JSON.stringify({
      ...members(question),
      answers_given: answersGiven,
      rejected,
      output: output || undefined,
      error: outcome.error?.message,
      files: files.length > 0 ? files : undefined,
      more: more.length > 0 ? more.map(members) : undefined,
    }));
  } catch (error) {
    await warn(io, `${program}: ${(error as Error).message}`);
    return ExitFailed;
  }
  const again = answersGiven > 0 ? " after the answers given so far" : "";
  await warn(
    io,
    rejected
      ? `${program}: --answer does not fit the question: ${rejected}`
      : `${program}: the call asks a question: run it again with --answer '<reply>' before the ` +
        `command${again}`,
  );
  if (failure) await warn(io, unwritten(program, failure));
  await print(io.stdout, `${json}\n`).catch(() => {});
  return ExitNeedsAnswer;
}

function members({ message, schema, url }: Elicitation): Elicitation {
  return { message, schema, url };
}

/** The result's text, and the paths of the files that it carried. */
async function saved(
  { io, options, program }: CallRun,
  { result }: Outcome,
): Promise<{ output: string; files: string[]; failure?: Error }> {
  const saver = new FileSaver(io, options.out, program);
  const texts: string[] = [], files: string[] = [];
  let failure: Error | undefined;
  for (const part of result?.content ?? []) {
    const shown = showPart(part);
    if ("text" in shown) texts.push(shown.text);
    else {
      try {
        files.push(await saver.save(shown.file));
      } catch (error) {
        failure ??= error as Error;
      }
    }
  }
  return { output: texts.join("\n"), files, failure };
}

import { NotRunError, ToolError } from "../agenttool/errors.ts";
import { Executor } from "../agenttool/executor.ts";
import type { Elicitor, ProgressUpdate, Result, Tool } from "../agenttool/tool.ts";
import { type Io, print } from "./_io.ts";
import type { Options } from "./_options.ts";
import { printContent } from "./_output.ts";
import type { Questions } from "./_questions.ts";
import type { Recorder } from "./_record.ts";

/** The call succeeded, and its output is on stdout. */
export const ExitOK = 0;

/** The tool failed; stderr says `Error: <message>`. Arguments that do not fit its schema too. */
export const ExitFailed = 1;

/** The call did not run: the command line, or something it names, was not understood. */
export const ExitUsage = 2;

/** The call asked a question that nobody answered; stdout holds the question as JSON. */
export const ExitNeedsAnswer = 3;

/** One call, and all it needs. */
export interface CallRun {
  /** The program's name. */
  program: string;
  tool: Tool;
  /** The arguments object as JSON text. */
  args: string;
  options: Options;
  /** Answers what no `--answer` does. */
  ask?: Elicitor;
  io: Io;
  signal?: AbortSignal;
}

/** What a call came to. */
export type Outcome =
  | { result: Result; error?: undefined }
  | { result?: undefined; error: Error };

/** Runs one call, reports it and gives the exit status: see spec/agenttool-cli.md 5. */
export async function runCall(run: CallRun): Promise<number> {
  const { program, tool, options, io } = run;
  const id = callId();
  let recorder: Recorder | undefined;
  if (options.record) {
    const { openRecorder } = await import("./_record.ts");
    try {
      recorder = await openRecorder(io, options.record, tool.name, id);
    } catch (error) {
      await warn(io, `${program}: --record: ${(error as Error).message}`);
      return ExitUsage;
    }
  }
  try {
    const asked = new LateQuestions(run);
    const outcome = await execute(run, id, asked, recorder);
    const record = outcome.error instanceof ToolError
      ? outcome.error.record
      : outcome.result?.record;
    // A failed write is reported below, once for all that fail.
    if (record) await recorder?.write(record).catch(() => {});
    const status = await report(run, outcome, await asked.questions());
    if (recorder?.failure) await warn(io, `${program}: --record: ${recorder.failure.message}`);
    return status;
  } finally {
    recorder?.close();
  }
}

/** Loads what answers questions when there is a question or an answer. */
class LateQuestions {
  readonly #run: CallRun;
  #questions?: Promise<Questions>;

  constructor(run: CallRun) {
    this.#run = run;
    if (run.options.answers.length > 0) this.#load();
  }

  #load(): Promise<Questions> {
    const { options, ask } = this.#run;
    return this.#questions ??= import("./_questions.ts")
      .then(({ Questions }) => new Questions(options.answers, ask));
  }

  ask: Elicitor = async (question, call) => (await this.#load()).ask(question, call);

  questions(): Promise<Questions> | undefined {
    return this.#questions;
  }
}

async function execute(
  { tool, args, io, signal }: CallRun,
  id: string,
  { ask }: LateQuestions,
  recorder?: Recorder,
): Promise<Outcome> {
  const executor = new Executor({
    ask,
    recorder: recorder && ((record) => recorder.write(record)),
  });
  for await (const event of executor.execute([{ tool, id, args }], { signal })) {
    if (event.type === "result") return { result: event.result };
    if (event.type === "error") return { error: event.error };
    await printProgress(io, event.update);
  }
  throw new Error("The call ended without an outcome");
}

/** 26 characters of five random bits each, so that ids of different runs differ. */
function callId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  return `cli_${
    Array.from(bytes, (byte) => "abcdefghijklmnopqrstuvwxyz234567"[byte & 31]).join("")
  }`;
}

async function printProgress(io: Io, update: ProgressUpdate): Promise<void> {
  const { progress, total = 0, message = "" } = typeof update === "string"
    ? { message: update }
    : update;
  const count = progress === undefined
    ? ""
    : total > 0
    ? `[${progress}/${total}]`
    : `[${progress}]`;
  const text = [count, message.replace(/[\r\n]+$/, "")].filter((part) => part).join(" ");
  if (text) await warn(io, text);
}

/** Tells what came of the call, in the order of precedence of the specification. */
async function report(run: CallRun, outcome: Outcome, questions?: Questions): Promise<number> {
  const { program, io } = run;
  if (questions?.unanswered) {
    const { reportQuestion } = await import("./_question_report.ts");
    return await reportQuestion(run, outcome, questions.unanswered);
  }
  if (questions?.unused) {
    await warn(
      io,
      `${program}: ${questions.unused} --answer not used: the call asked fewer questions`,
    );
  }
  if (outcome.error) {
    await warn(io, `Error: ${outcome.error.message}`);
    return outcome.error instanceof NotRunError ? ExitUsage : ExitFailed;
  }
  const failure = await printContent(run, outcome.result.content);
  if (failure) await warn(io, unwritten(program, failure));
  return ExitOK;
}

/** The output is lost but the work is done, which a caller has to know. */
export function unwritten(program: string, failure: Error): string {
  return `${program}: the call succeeded, but writing its output failed, so do not run it again ` +
    `for that: ${failure.message}`;
}

/** Writes a line on stderr; where nobody reads it, nothing is lost by going on. */
export async function warn({ stderr }: Io, text: string): Promise<void> {
  await print(stderr, `${text}\n`).catch(() => {});
}

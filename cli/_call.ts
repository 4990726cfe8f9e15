import { messageOf, NotRunError, ToolError, ToolsChangedError } from "../agenttool/errors.ts";
import { Executor } from "../agenttool/executor.ts";
import type { ContentPart, Elicitor, ProgressUpdate, Result, Tool } from "../agenttool/tool.ts";
import { ExitFailed, ExitOK, ExitUsage } from "./exit_status.ts";
import type { Io } from "./_io.ts";
import type { Options } from "./_options.ts";
import { line, print, tell, withoutTail } from "./_output.ts";
import type { Questions } from "./_questions.ts";
import type { Recorder } from "./_record.ts";

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
  /** Whether the tools have changed before, so that another change ends the call. */
  again?: boolean;
}

/** What a call came to. */
export type Outcome =
  | { result: Result; error?: undefined }
  | { result?: undefined; error: Error };

/**
 * Runs one call, reports it and gives the exit status: see spec/agenttool-cli.md 5.
 *
 * @throws {ToolsChangedError} Where the command line has to be read with other tools.
 */
export async function runCall(run: CallRun): Promise<number> {
  const { program, tool, options, io } = run;
  let made: string | undefined;
  // Random numbers take a hundredth of the time of a call, and few ask for them.
  const id = () => made ??= callId();
  let recorder: Recorder | undefined;
  if (options.record) {
    const { Recorder } = await import("./_record.ts");
    try {
      recorder = new Recorder(await io.openLog(options.record), tool.name, id());
    } catch (error) {
      await tell(io.stderr, `${program}: --record: ${messageOf(error)}`);
      return ExitUsage;
    }
  }
  try {
    const asked = new LateQuestions(run);
    const outcome = await execute(run, id, asked, recorder);
    if (outcome.error instanceof ToolsChangedError && !run.again) throw outcome.error;
    const record = outcome.error instanceof ToolError
      ? outcome.error.record
      : outcome.result?.record;
    // A failed write is reported below, once for all that fail.
    if (record) await recorder?.write(record).catch(() => {});
    const status = await report(run, outcome, await asked.questions());
    await recorder?.close(); // which writes what the tool did not wait for
    if (recorder?.failure) {
      await tell(io.stderr, `${program}: --record: ${recorder.failure.message}`);
    }
    return status;
  } finally {
    await recorder?.close();
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
  id: () => string,
  { ask }: LateQuestions,
  recorder?: Recorder,
): Promise<Outcome> {
  const executor = new Executor({
    ask,
    recorder: recorder && ((record) => recorder.write(record)),
  });
  const job = {
    tool,
    args,
    get id() {
      return id();
    },
  };
  for await (const event of executor.execute([job], { signal })) {
    if (event.type === "result") return { result: event.result };
    if (event.type === "error") return { error: event.error };
    await tell(io.stderr, progressLine(event.update));
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

/** Tools from elsewhere may report anything, and none of it may end the call. */
function progressLine(update: ProgressUpdate): string {
  const { progress, total, message } = typeof update === "object" && update !== null
    ? update
    : { message: update };
  const count = progress === undefined
    ? ""
    : Number(total) > 0
    ? `[${progress}/${total}]`
    : `[${progress}]`;
  const text = withoutTail(messageOf(message ?? ""), "\r\n");
  return [count, text].filter((part) => part).join(" ");
}

/** Tells what came of the call, in the order of precedence of the specification. */
async function report(run: CallRun, outcome: Outcome, questions?: Questions): Promise<number> {
  const { program, io } = run;
  if (questions?.unanswered) {
    const { reportQuestion } = await import("./_question_report.ts");
    return await reportQuestion(run, outcome, questions.unanswered);
  }
  if (questions?.unused) {
    await tell(
      io.stderr,
      `${program}: ${questions.unused} --answer not used: the call asked fewer questions`,
    );
  }
  if (outcome.error) {
    await tell(io.stderr, `Error: ${messageOf(outcome.error)}`);
    return outcome.error instanceof NotRunError ? ExitUsage : ExitFailed;
  }
  const failures = await printContent(run, outcome.result.content);
  if (failures.length > 0) await tell(io.stderr, unwritten(program, failures));
  return ExitOK;
}

/**
 * Prints a result, each part in order; files are saved and their paths printed. Gives what went
 * wrong: a part that cannot be shown does not stop the rest, a stream that cannot be written does.
 */
async function printContent(
  { io, program, options: { out } }: CallRun,
  content: readonly ContentPart[],
): Promise<string[]> {
  const failures: string[] = [];
  const all = [...content];
  const parts = all.every(isText)
    ? all
    : (await import("./_content.ts")).shownParts(all, { io, out, program });
  for await (const part of parts) {
    if ("failure" in part) {
      failures.push(part.failure);
      continue;
    }
    try {
      await print(io.stdout, line("path" in part ? part.path : part.text));
    } catch (error) {
      // A reader that has had enough is no failure.
      return (error as Error)?.name === "BrokenPipe" ? failures : [...failures, messageOf(error)];
    }
  }
  return failures;
}

function isText(part: ContentPart): part is ContentPart & { type: "text" } {
  return part?.type === "text" && typeof part.text === "string";
}

/** The output is lost but the work is done, which a caller has to know. */
export function unwritten(program: string, failures: string[]): string {
  return `${program}: the call succeeded, but writing its output failed, so do not run it again ` +
    `for that: ${[...new Set(failures)].join("; ")}`;
}

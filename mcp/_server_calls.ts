import type { ServerContext } from "@modelcontextprotocol/server";
import { messageOf, ToolsChangedError } from "../agenttool/errors.ts";
import { Executor } from "../agenttool/executor.ts";
import { jsonProblem } from "../agenttool/json.ts";
import type { Answer, Elicitation, ProgressUpdate, Result } from "../agenttool/tool.ts";
import { ABANDON_MS, isTaken, readAnswer, wireQuestion } from "./_server_ask.ts";
import { Conversation, type InputRequired } from "./_server_conversation.ts";
import { Order } from "./_server_order.ts";
import { wireError, type WireResult, wireResult } from "./_server_result.ts";
import type { ServedTool, ToolList } from "./_server_tools.ts";

/** One call: what runs it, and how it reaches the client. */
interface Job {
  readonly tool: ServedTool;
  /** The arguments as JSON text. */
  readonly args: string;
  readonly signal: AbortSignal;
  /** The request that waits for the call at the moment. */
  front(): ServerContext | undefined;
  ask(question: Elicitation): Promise<Answer>;
}

/** A call whose questions are on their way. */
interface Parked {
  readonly conversation: Conversation;
  /** Gives the call up. */
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Runs the calls of all sessions of a server. */
export class Calls {
  readonly #order = new Order();
  readonly #running = new Set<Promise<unknown>>();
  readonly #parked = new Map<string, Parked>();
  readonly #tools: ToolList;
  #count = 0;

  /** @param tools The tools, which a call may find changed. */
  constructor(tools: ToolList) {
    this.#tools = tools;
  }

  /**
   * Runs a call that asks by requests of its own (protocols before 2026-07-28).
   *
   * @param tool The tool.
   * @param args The arguments as JSON text.
   * @param ctx The client's request.
   * @param elicitation What the client said of elicitation.
   * @returns The result, also of a call that failed.
   */
  call(
    tool: ServedTool,
    args: string,
    ctx: ServerContext,
    elicitation: unknown,
  ): Promise<WireResult> {
    const { signal } = ctx.mcpReq;
    const ask = async (question: Elicitation): Promise<Answer> => {
      if (!isTaken(question, elicitation)) return { action: "cancel" };
      const params = wireQuestion(question);
      if (question.url) params.elicitationId = crypto.randomUUID();
      const options = { timeout: ABANDON_MS, signal };
      const request = { method: "elicitation/create", params } as const;
      return await readAnswer(question, await ctx.mcpReq.send(request, options));
    };
    return this.#run({ tool, args, signal, front: () => ctx, ask });
  }

  /**
   * Runs a call whose questions are answers to requests (protocol 2026-07-28).
   *
   * @param tool The tool.
   * @param args The arguments as JSON text.
   * @param ctx The client's request.
   * @returns The result, also of a call that failed, or the call's questions.
   */
  converse(
    tool: ServedTool,
    args: string,
    ctx: ServerContext,
  ): Promise<WireResult | InputRequired> {
    const conversation = new Conversation((self) => {
      const { signal, ask } = self;
      return this.#run({ tool, args, signal, ask, front: () => self.front });
    });
    return this.#next(conversation, ctx);
  }

  /**
   * Goes on with a call whose questions were answered.
   *
   * @param state What named it in the last answer.
   * @param ctx The client's request.
   * @returns As {@linkcode Calls.converse}.
   */
  async resume(state: string, ctx: ServerContext): Promise<WireResult | InputRequired> {
    const parked = this.#parked.get(state);
    if (!parked) return wireError(new Error("The call is no longer waiting for an answer"));
    this.#parked.delete(state);
    clearTimeout(parked.timer);
    return await this.#next(parked.conversation, ctx);
  }

  /** Ends the calls that no request waits for, and resolves when no call runs any more. */
  async close(): Promise<void> {
    for (const { conversation, timer } of this.#parked.values()) {
      clearTimeout(timer);
      conversation.abort();
    }
    this.#parked.clear();
    await Promise.all(this.#running);
  }

  #next(conversation: Conversation, ctx: ServerContext): Promise<WireResult | InputRequired> {
    return conversation.next(ctx, () => {
      const state = crypto.randomUUID();
      const timer = setTimeout(() => {
        this.#parked.delete(state);
        conversation.abort();
      }, ABANDON_MS);
      this.#parked.set(state, { conversation, timer });
      return state;
    });
  }

  async #run(job: Job): Promise<WireResult> {
    const call = this.#perform(job).then(wireResult).catch(wireError);
    this.#running.add(call);
    try {
      return await call;
    } finally {
      this.#running.delete(call);
    }
  }

  async #perform(job: Job): Promise<Result> {
    const { name } = job.tool.tool;
    try {
      const result = await this.#attempt(job);
      // Where the tools come from is there now, to say whether they are what clients know.
      void this.#tools.renew(name);
      return result;
    } catch (error) {
      if (error instanceof ToolsChangedError) this.#tools.change(error.tools);
      else if (!(error instanceof ArgumentsError && await this.#tools.renew(name))) throw error;
      const tool = this.#tools.lookup(name);
      if (!tool) throw error;
      return await this.#attempt({ ...job, tool });
    }
  }

  async #attempt(job: Job): Promise<Result> {
    const { tool, args, signal } = job;
    const problems = await argumentProblems(tool, args);
    if (problems.length > 0) throw new ArgumentsError(problems);
    const id = `mcp_${++this.#count}`;
    return await this.#order.run(tool.tool, signal, () => execute(job, id));
  }
}

/** Arguments that do not fit the schema that is known. */
class ArgumentsError extends Error {
  constructor(problems: string[]) {
    super(`invalid arguments: ${problems.join("; ")}`);
  }
}

async function argumentProblems({ checker }: ServedTool, args: string): Promise<string[]> {
  if (!/^\s*\{/.test(args)) return ["expected a JSON object"];
  const problem = jsonProblem(args);
  if (problem) return [problem];
  return await checker?.validate(args) ?? [];
}

async function execute({ tool: { tool }, args, signal, front, ask }: Job, id: string) {
  const meter = new Meter();
  for await (const event of new Executor({ ask }).execute([{ tool, id, args }], { signal })) {
    if (event.type === "result") return event.result;
    if (event.type === "error") throw event.error;
    await tell(front(), meter.read(event.update));
  }
  throw new Error("The call ended without an outcome");
}

/** Tells a client that asked for it how far the call is; one that cannot be told misses it. */
async function tell(ctx: ServerContext | undefined, progress: Progress): Promise<void> {
  const progressToken = ctx?.mcpReq._meta?.progressToken;
  if (!ctx || progressToken === undefined) return;
  const params = { progressToken, ...progress };
  await ctx.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
}

interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

/** Numbers updates that have no number: the protocol wants one, greater than the one before. */
class Meter {
  #last = 0;

  read(update: ProgressUpdate): Progress {
    const { progress, total, message } = typeof update === "object" && update !== null
      ? update
      : { message: update };
    // Tools from elsewhere may report anything.
    const isNumbered = typeof progress === "number" && Number.isFinite(progress);
    this.#last = isNumbered ? progress : Math.floor(this.#last) + 1;
    const read: Progress = { progress: this.#last };
    if (isNumbered && typeof total === "number" && Number.isFinite(total)) read.total = total;
    if (message) read.message = messageOf(message);
    return read;
  }
}

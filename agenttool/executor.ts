import { encodeJson } from "./content.ts";
import { cancelled, NobodyToAskError, PanicError } from "./errors.ts";
import type { Call, Elicitor, ProgressUpdate, Result, Tool, ToolRecord } from "./tool.ts";

/** One call in a batch. */
export interface Job {
  /** The tool; absent where the caller named one that is not there. */
  readonly tool?: Tool;
  /** The call's id, unique in the batch. */
  readonly id: string;
  /** The arguments object as JSON text; empty is `{}`. */
  readonly args: string;
}

/**
 * What happens in a batch, told apart by `type`. Every job has any number of `progress` events and
 * then one `result` or `error`; `index` is the job's place in the batch.
 */
export type ExecutorEvent =
  | { readonly index: number; readonly type: "progress"; readonly update: ProgressUpdate }
  | { readonly index: number; readonly type: "result"; readonly result: Result }
  | { readonly index: number; readonly type: "error"; readonly error: Error };

/** How an {@linkcode Executor} runs calls. */
export interface ExecutorOptions {
  /** How many calls run at the same time; 8 where it is not above 0. */
  maxParallel?: number;
  /**
   * Writes what {@linkcode Call.record} is given, durably before it resolves; calls may overlap.
   * Absent: records are dropped.
   */
  recorder?: (record: ToolRecord, call: Call) => Promise<void>;
  /** Asks what calls ask. Absent: every question is answered `cancel`. */
  ask?: Elicitor;
}

/**
 * Runs batches of calls: at the same time where the tools allow it, in the order given where a tool
 * is `sequential` (then the whole batch) or where tools hold the same `resource`.
 *
 * @example Two calls
 * ```ts
 * import { defineTool, Executor } from "@x/toolcli/agenttool";
 * import { expect } from "@std/expect";
 *
 * const tool = defineTool({ name: "greet", execute: () => "hello" });
 * const jobs = [{ tool, id: "1", args: "{}" }, { id: "2", args: "{}" }];
 * const outcomes: string[] = [];
 * for await (const event of new Executor().execute(jobs)) {
 *   if (event.type === "result") outcomes[event.index] = JSON.stringify(event.result.content);
 *   if (event.type === "error") outcomes[event.index] = event.error.message;
 * }
 *
 * expect(outcomes).toEqual(['[{"type":"text","text":"hello"}]', 'no tool for call "2"']);
 * ```
 */
export class Executor {
  readonly #options: ExecutorOptions;
  readonly #limit: number;

  /**
   * Makes an executor, which may run many batches.
   *
   * @param options How to run calls.
   */
  constructor(options: ExecutorOptions = {}) {
    const { maxParallel = 0 } = options;
    this.#options = options;
    this.#limit = maxParallel > 0 ? maxParallel : 8;
  }

  /**
   * Runs a batch. A job that waits for another one starts when the consumer asks for what comes
   * after that one's last event. Stopping early cancels the batch and waits for the running tools.
   *
   * @param jobs The calls.
   * @param options `signal` cancels the batch: running tools see their call's signal aborted, and
   * jobs that have not started fail with `the call was cancelled`.
   * @returns The events, each job's in order. A failed call is an event and throws nothing.
   */
  execute(
    jobs: Iterable<Job>,
    options: { signal?: AbortSignal } = {},
  ): AsyncGenerator<ExecutorEvent, void> {
    return runBatch(jobs, this.#options, this.#limit, options.signal);
  }
}

async function* runBatch(
  jobs: Iterable<Job>,
  options: ExecutorOptions,
  limit: number,
  signal?: AbortSignal,
): AsyncGenerator<ExecutorEvent, void> {
  const batch = [...jobs];
  const chains = chainsOf(batch, limit);
  const chainOf = new Map<number, number[]>();
  const running: Promise<void>[] = [];
  let events: ExecutorEvent[] = [];
  let wake = () => {};
  const emit = (event: ExecutorEvent) => {
    events.push(event);
    wake();
  };
  const cancellation = new Cancellation(signal);
  const start = (chain: number[] | undefined) => {
    const index = chain?.shift();
    if (index === undefined) return;
    chainOf.set(index, chain!);
    running.push(runJob(batch[index]!, index, options, cancellation, emit));
  };
  let left = batch.length;
  try {
    for (let slot = 0; slot < limit && chains.length > 0; slot++) start(chains.shift());
    while (left > 0) {
      if (events.length === 0) await new Promise<void>((resolve) => wake = resolve);
      const taken = events;
      events = [];
      for (const event of taken) {
        if (event.type !== "progress") left--;
        yield event;
        if (event.type === "progress") continue;
        const chain = chainOf.get(event.index)!;
        start(chain.length > 0 ? chain : chains.shift());
      }
    }
  } finally {
    cancellation.end();
    if (left > 0) cancellation.cancel();
    await Promise.all(running);
  }
}

/** What cancels a batch. Its signal is made for the first tool that looks at it: few do. */
class Cancellation {
  #outer?: AbortSignal;
  #cancelled = false;
  #controller?: AbortController;

  constructor(outer?: AbortSignal) {
    this.#outer = outer;
  }

  get cancelled(): boolean {
    return this.#cancelled || (this.#outer?.aborted ?? false);
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      this.#outer?.addEventListener("abort", this.cancel);
      if (this.cancelled) this.cancel();
    }
    return this.#controller.signal;
  }

  cancel = (): void => {
    this.#cancelled = true;
    this.#controller?.abort(cancelled());
  };

  /** The batch has ended: what happens outside is no matter any more. */
  end(): void {
    if (this.#controller) this.#outer?.removeEventListener("abort", this.cancel);
    this.#cancelled = this.cancelled;
    this.#outer = undefined;
  }
}

async function runJob(
  job: Job,
  index: number,
  options: ExecutorOptions,
  cancellation: Cancellation,
  emit: (event: ExecutorEvent) => void,
): Promise<void> {
  let ended = false;
  const call = callOf(job, options, cancellation, (update) => {
    if (!ended) emit({ index, type: "progress", update });
  });
  try {
    const result = await perform(job, call, cancellation);
    ended = true;
    emit({ index, type: "result", result });
  } catch (thrown) {
    ended = true;
    const error = thrown instanceof Error ? thrown : new PanicError(job.tool!.name, thrown);
    emit({ index, type: "error", error });
  }
}

function callOf(
  job: Job,
  { ask, recorder }: ExecutorOptions,
  cancellation: Cancellation,
  progress: Call["progress"],
): Call {
  const call: Call = {
    get id() {
      return job.id;
    },
    args: job.args || "{}",
    get signal() {
      return cancellation.signal;
    },
    progress,
    ask: async (question) => {
      try {
        return await ask?.(question, call) ?? { action: "cancel" };
      } catch (error) {
        if (error instanceof NobodyToAskError) return { action: "cancel" };
        throw error;
      }
    },
    record: async (ns, data) => {
      if (!ns) throw new Error("record: empty namespace");
      encodeJson(data, `record ${ns}`);
      await recorder?.({ ns, data }, call);
    },
  };
  return call;
}

/**
 * The jobs' indices, grouped into chains whose jobs run one after the other: see
 * spec/agenttool-contract.md 5.
 */
function chainsOf(batch: Job[], limit: number): number[][] {
  const serial = limit === 1 || batch.some(({ tool }) => tool?.sequential);
  const chains = new Map<string | number, number[]>();
  for (const [index, { tool }] of batch.entries()) {
    const key = serial ? "" : tool?.resource || index;
    const chain = chains.get(key);
    if (chain) chain.push(index);
    else chains.set(key, [index]);
  }
  return [...chains.values()];
}

async function perform(job: Job, call: Call, cancellation: Cancellation): Promise<Result> {
  const { tool } = job;
  if (!tool) throw new Error(`no tool for call "${job.id}"`);
  if (cancellation.cancelled) throw cancelled();
  // A look at the first character refuses what models send by mistake (an array, a text, null). Tools
  // made by defineTool and defineRawTool check the whole text, and others have to parse it anyway.
  if (!call.args.trimStart().startsWith("{")) {
    throw new Error("invalid arguments: expected a JSON object");
  }
  const result = await tool.execute(call);
  if (!Array.isArray(result?.content)) throw new Error(`Tool "${tool.name}" returned no result`);
  return result;
}

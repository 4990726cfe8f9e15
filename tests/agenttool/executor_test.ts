import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import {
  type Call,
  defineRawTool,
  defineTool,
  Executor,
  type ExecutorEvent,
  type Job,
  NobodyToAskError,
  PanicError,
  result,
  text,
  type Tool,
  ToolError,
  type ToolRecord,
} from "../../agenttool/mod.ts";
import { runJob } from "./_call.ts";

/** Tools whose calls are noted when they begin, and end when the test says so. */
class Bench {
  readonly started: string[] = [];
  readonly #ends = new Map<string, () => void>();

  tool(properties: Partial<Tool> = {}): Tool {
    const execute = async (call: Call) => {
      this.started.push(call.id);
      await new Promise<void>((resolve) => this.#ends.set(call.id, resolve));
    };
    return { ...defineRawTool({ name: "bench", execute }), ...properties };
  }

  end(id: string): void {
    this.#ends.get(id)!();
  }
}

/** Lets everything happen that is due. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

function jobsOf(tools: (Tool | undefined)[]): Job[] {
  return tools.map((tool, index) => ({ tool, id: String(index), args: "{}" }));
}

function toolOf(execute: (call: Call) => unknown): Tool {
  return defineRawTool({ name: "t", execute });
}

async function eventsOf(
  events: AsyncIterable<ExecutorEvent>,
): Promise<[index: number, what: unknown][]> {
  const list: [number, unknown][] = [];
  for await (const event of events) {
    if (event.type === "progress") list.push([event.index, event.update]);
    else if (event.type === "error") list.push([event.index, event.error.message]);
    else list.push([event.index, event.result.content]);
  }
  return list;
}

describe("Executor order", () => {
  const plain = {}, shell = { resource: "shell:1" }, other = { resource: "shell:2" };
  const alone = { sequential: true };
  const cases: {
    title: string;
    jobs: Partial<Tool>[];
    maxParallel?: number;
    /** What has started at first, and after the end of each job in the order of their starts. */
    started: string[];
  }[] = [
    { title: "plain jobs at the same time", jobs: [plain, plain, plain], started: ["012"] },
    {
      title: "8 at most",
      jobs: Array(10).fill(plain),
      started: ["01234567", "012345678", "0123456789"],
    },
    { title: "8 for 0", jobs: Array(9).fill(plain), maxParallel: 0, started: ["01234567"] },
    { title: "8 below 0", jobs: Array(9).fill(plain), maxParallel: -1, started: ["01234567"] },
    {
      title: "as many as maxParallel says",
      jobs: [plain, plain, plain],
      maxParallel: 2,
      started: ["01", "012"],
    },
    {
      title: "one by one where maxParallel is 1, resources or not",
      jobs: [shell, plain, shell],
      maxParallel: 1,
      started: ["0", "01", "012"],
    },
    {
      title: "one by one where a tool is sequential, resources or not",
      jobs: [shell, plain, { ...alone, ...other }, shell],
      started: ["0", "01", "012", "0123"],
    },
    {
      title: "jobs of one resource one by one",
      jobs: [shell, plain, shell],
      started: ["01", "012"],
    },
    {
      title: "a chain where its first job is",
      jobs: [shell, shell, other],
      started: ["02", "021"],
    },
    {
      title: "chains within the bound",
      jobs: [shell, plain, shell, plain],
      maxParallel: 2,
      started: ["01", "012", "0123"],
    },
    {
      title: "jobs of an empty resource at the same time",
      jobs: [{ resource: "" }, { resource: "" }],
      started: ["01"],
    },
  ];
  for (const { title, jobs, maxParallel, started } of cases) {
    it(`runs ${title}`, async () => {
      const bench = new Bench();
      const executor = new Executor({ maxParallel });
      const tools = jobs.map((properties) => bench.tool(properties));
      const events = eventsOf(executor.execute(jobsOf(tools)));
      for (const round of jobs.keys()) {
        await settle();
        if (round < started.length) expect(bench.started.join("")).toBe(started[round]);
        bench.end(bench.started[round]!);
      }
      expect((await events).map(([index]) => index).toSorted()).toEqual([...jobs.keys()]);
    });
  }

  it("starts a chain's next job when the consumer is done with the last one's end", async () => {
    const log: string[] = [];
    const tool = defineRawTool({
      name: "t",
      resource: "shell:1",
      execute: (call) => void log.push(`start ${call.id}`),
    });
    for await (const event of new Executor().execute(jobsOf([tool, tool]))) {
      await settle();
      log.push(`took ${event.index}`);
    }
    expect(log).toEqual(["start 0", "took 0", "start 1", "took 1"]);
  });

  it("gives final events in the order in which calls end", async () => {
    const bench = new Bench();
    const events = eventsOf(new Executor().execute(jobsOf([bench.tool(), bench.tool()])));
    await settle();
    bench.end("1");
    await settle();
    bench.end("0");
    expect((await events).map(([index]) => index)).toEqual([1, 0]);
  });

  it("gives no events for no jobs, and runs batch after batch", async () => {
    const executor = new Executor();
    const tool = toolOf(() => "a");
    expect(await eventsOf(executor.execute([]))).toEqual([]);
    for (let batch = 0; batch < 2; batch++) {
      expect(await eventsOf(executor.execute(jobsOf([tool])))).toEqual([[0, [text("a")]]]);
    }
  });

  it("starts nothing before its events are read", async () => {
    const bench = new Bench();
    new Executor().execute(jobsOf([bench.tool()]));
    await settle();
    expect(bench.started).toEqual([]);
  });
});

describe("Executor events", () => {
  it("give the tool's result as it is", async () => {
    const made = result([text("a")], { details: 1, record: { ns: "a:b", data: 2 } });
    expect(await runJob({ tool: toolOf(() => made) })).toBe(made);
  });

  it("give what the tool throws as it is", async () => {
    const failure = new ToolError("no such file", { details: 1 });
    const tool = toolOf(() => {
      throw failure;
    });
    await expect(runJob({ tool })).rejects.toBe(failure);
    const sync: Tool = {
      name: "sync",
      description: "",
      execute() {
        throw failure;
      },
    };
    await expect(runJob({ tool: sync })).rejects.toBe(failure);
  });

  const thrown: [title: string, value: unknown, message: string][] = [
    ["a text", "kaboom", 'tool "boom" panicked: kaboom'],
    ["nothing", undefined, 'tool "boom" panicked: undefined'],
    ["an object without a prototype", Object.create(null), 'tool "boom" panicked: [object Object]'],
  ];
  for (const [title, value, message] of thrown) {
    it(`give a PanicError where a tool throws ${title}`, async () => {
      const tool = defineTool({ name: "boom", execute: () => Promise.reject(value) });
      const error = await runJob({ tool }).catch((error) => error);
      expect(error).toBeInstanceOf(PanicError);
      expect(error.message).toBe(message);
      expect(error.value).toBe(value);
    });
  }

  it("give an error for a job without a tool", async () => {
    await expect(runJob({ id: "c7" })).rejects.toThrow(new Error('no tool for call "c7"'));
  });

  it("give an error where a tool does not keep to its type", async () => {
    const tool = { name: "odd", description: "", execute: () => Promise.resolve("text") };
    await expect(runJob({ tool: tool as unknown as Tool })).rejects.toThrow(
      new Error('Tool "odd" returned no result'),
    );
  });

  it("give progress in order, before the end", async () => {
    const tool = toolOf(async ({ progress }) => {
      progress("one");
      await settle();
      progress({ progress: 1, total: 2, message: "two" });
      progress("three");
      return "done";
    });
    expect(await eventsOf(new Executor().execute(jobsOf([tool])))).toEqual([
      [0, "one"],
      [0, { progress: 1, total: 2, message: "two" }],
      [0, "three"],
      [0, [text("done")]],
    ]);
  });

  it("drop progress after the end", async () => {
    const calls: Call[] = [];
    const bench = new Bench();
    const late = toolOf((call) => void calls.push(call));
    const events = eventsOf(new Executor().execute(jobsOf([late, bench.tool()])));
    await settle();
    calls[0]!.progress("too late");
    bench.end("1");
    expect(await events).toEqual([[0, []], [1, []]]);
  });
});

describe("Executor arguments", () => {
  const cases: [args: string, outcome: string][] = [
    ["", "{}"],
    [' \n{"a":1.0}', ' \n{"a":1.0}'],
    ["[]", "invalid arguments: expected a JSON object"],
    ["null", "invalid arguments: expected a JSON object"],
    ['"{}"', "invalid arguments: expected a JSON object"],
    ["hello", "invalid arguments: expected a JSON object"],
  ];
  for (const [args, outcome] of cases) {
    it(`reads ${JSON.stringify(args)}`, async () => {
      const foreign: Tool = {
        name: "foreign",
        description: "",
        execute: (call) => Promise.resolve(result([text(call.args)])),
      };
      const events = await eventsOf(
        new Executor().execute([{ tool: foreign, id: "1", args }]),
      );
      expect(events).toEqual([[0, outcome.startsWith("invalid") ? outcome : [text(outcome)]]]);
    });
  }
});

describe("Executor cancellation", () => {
  it("runs no tool that has not started", async () => {
    const bench = new Bench();
    const jobs = jobsOf([bench.tool(), undefined, bench.tool({ sequential: true })]);
    const events = await eventsOf(new Executor().execute(jobs, { signal: AbortSignal.abort() }));
    expect(events).toEqual([
      [0, "the call was cancelled"],
      [1, 'no tool for call "1"'],
      [2, "the call was cancelled"],
    ]);
    expect(bench.started).toEqual([]);
  });

  it("aborts running calls, whose outcome counts, and waits for one that goes on", async () => {
    const bench = new Bench();
    const controller = new AbortController();
    const partial = toolOf(({ signal }) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve("half")))
    );
    const failing = toolOf(({ signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
    );
    const shell = { resource: "shell:1" };
    const jobs = jobsOf([partial, failing, bench.tool(shell), bench.tool(shell)]);
    const events = eventsOf(new Executor().execute(jobs, { signal: controller.signal }));
    await settle();
    controller.abort(new Error("enough"));
    await settle();
    bench.end("2");
    expect(await events).toEqual([
      [0, [text("half")]],
      [1, "the call was cancelled"],
      [2, []],
      [3, "the call was cancelled"],
    ]);
    expect(bench.started).toEqual(["2"]);
  });

  it("leaves the signal of a batch that ends by itself alone", async () => {
    const signals: AbortSignal[] = [];
    await runJob({ tool: toolOf((call) => void signals.push(call.signal)) });
    expect(signals.map((signal) => signal.aborted)).toEqual([false]);
  });

  it("stops when the consumer does: aborts the calls, and waits for them", async () => {
    const log: string[] = [];
    const bench = new Bench();
    const waiting = toolOf((call) =>
      new Promise<void>((resolve) => {
        call.signal.addEventListener("abort", async () => {
          log.push("aborted");
          await settle();
          log.push("ended");
          resolve();
        });
      })
    );
    const jobs = jobsOf([toolOf(() => "first"), waiting, bench.tool(), bench.tool()]);
    for await (const event of new Executor({ maxParallel: 2 }).execute(jobs)) {
      log.push(`took ${event.index}`);
      break;
    }
    expect(log).toEqual(["took 0", "aborted", "ended"]);
    expect(bench.started).toEqual([]);
  });

  it("keeps its signal aborted after the batch, for who looks at it then", async () => {
    const controller = new AbortController();
    let late: Call | undefined;
    const tool = toolOf((call) => {
      late = call;
      controller.abort();
      return "done";
    });
    const [job] = jobsOf([tool]);
    const events = await eventsOf(new Executor().execute([job!], { signal: controller.signal }));
    expect(events).toEqual([[0, [text("done")]]]);
    expect(late!.signal.aborted).toBe(true);
  });

  it("listens to the signal where a tool looks at its own, until the batch ends", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, args);
    };
    const looking = toolOf((call) => String(call.signal.aborted));
    const jobs = jobsOf([looking, looking]);
    await eventsOf(new Executor().execute(jobs, { signal }));
    expect(listeners).toBe(0);
    for await (const _ of new Executor().execute(jobs, { signal })) {
      expect(listeners).toBe(1);
      break;
    }
    expect(listeners).toBe(0);
  });
});

describe("call.ask()", () => {
  const asking = toolOf(async (call) => JSON.stringify(await call.ask({ message: "Sure?" })));

  it("is answered cancel where there is no elicitor", async () => {
    expect((await runJob({ tool: asking })).content).toEqual([text('{"action":"cancel"}')]);
  });

  it("is answered by the elicitor, which sees the call", async () => {
    const executor = new Executor({
      ask: (question, call) =>
        Promise.resolve({ action: "accept", content: { message: question.message, id: call.id } }),
    });
    expect((await runJob({ tool: asking, id: "c5" }, executor)).content).toEqual([
      text('{"action":"accept","content":{"message":"Sure?","id":"c5"}}'),
    ]);
  });

  it("is answered cancel where the elicitor finds nobody", async () => {
    const executor = new Executor({ ask: () => Promise.reject(new NobodyToAskError()) });
    expect((await runJob({ tool: asking }, executor)).content).toEqual([
      text('{"action":"cancel"}'),
    ]);
  });

  it("fails with the elicitor's error", async () => {
    const failure = new Error("the terminal is gone");
    const executor = new Executor({
      ask: () => {
        throw failure;
      },
    });
    await expect(runJob({ tool: asking }, executor)).rejects.toBe(failure);
  });
});

describe("call.record()", () => {
  const recording = (ns: string, data: unknown) =>
    toolOf(async (call) => {
      await call.record(ns, data);
      return "recorded";
    });

  it("resolves when the recorder has, which sees the call", async () => {
    const log: unknown[] = [];
    const executor = new Executor({
      async recorder(record: ToolRecord, call: Call) {
        await settle();
        log.push(record, call.id);
      },
    });
    const { content } = await runJob({ tool: recording("a:b", { n: 1 }), id: "c5" }, executor);
    expect(log).toEqual([{ ns: "a:b", data: { n: 1 } }, "c5"]);
    expect(content).toEqual([text("recorded")]);
  });

  it("does nothing without a recorder", async () => {
    expect((await runJob({ tool: recording("a:b", null) })).content).toEqual([text("recorded")]);
  });

  it("fails with the recorder's error", async () => {
    const failure = new Error("disk full");
    const executor = new Executor({ recorder: () => Promise.reject(failure) });
    await expect(runJob({ tool: recording("a:b", 1) }, executor)).rejects.toBe(failure);
  });

  const cases: [title: string, ns: string, data: unknown, message: string | RegExp][] = [
    ["an empty namespace", "", 1, /empty namespace/],
    ["nothing", "a:b", undefined, "record a:b: undefined has no JSON"],
    ["a function", "a:b", () => {}, "record a:b: function has no JSON"],
    ["a bigint", "a:b", { n: 1n }, /^record a:b: /],
  ];
  for (const [title, ns, data, message] of cases) {
    it(`refuses ${title} and does not call the recorder`, async () => {
      const records: ToolRecord[] = [];
      const executor = new Executor({
        recorder(record) {
          records.push(record);
          return Promise.resolve();
        },
      });
      await expect(runJob({ tool: recording(ns, data) }, executor)).rejects.toThrow(message);
      expect(records).toEqual([]);
    });
  }
});

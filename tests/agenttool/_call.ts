import { type Call, Executor, type Job, type Result, type Tool } from "../../agenttool/mod.ts";

/** A call as a harness without any service makes it. */
export function callOf(args: string): Call {
  return {
    id: "1",
    args,
    signal: new AbortController().signal,
    ask: () => Promise.resolve({ action: "cancel" }),
    progress: () => {},
    record: () => Promise.resolve(),
  };
}

/** What a tool answers, its content's text alone where that is one text. */
export async function answer(tool: Tool, args = "{}"): Promise<unknown> {
  const { content } = await tool.execute(callOf(args));
  const [part] = content;
  return content.length === 1 && part?.type === "text" ? part.text : content;
}

/** Runs one job, and gives its result; throws its error. */
export async function runJob(job: Partial<Job>, executor = new Executor()): Promise<Result> {
  for await (const event of executor.execute([{ id: "c1", args: "{}", ...job }])) {
    if (event.type === "result") return event.result;
    if (event.type === "error") throw event.error;
  }
  throw new Error("no final event");
}

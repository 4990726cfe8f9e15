// What a server asks in a call, by the protocols in which the question names no call.
import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { type Answer, type Elicitation, Executor, NobodyToAskError } from "../../agenttool/mod.ts";
import { mcpTools } from "../../mcp/source.ts";
import { events, hostile, Opened, outcome } from "./_client_servers.ts";

const open = async (word = "asks") => new Opened(await mcpTools(hostile(word), { cache: false }));

/** The JSON of a result's text. */
async function json(content: unknown): Promise<unknown> {
  const [part] = await content as [{ text: string }];
  return JSON.parse(part.text);
}

const WHO: Elicitation = {
  message: "Who?",
  schema: { type: "object", properties: { name: { type: "string", maxLength: 9 } } },
};

describe("a question of a server", () => {
  const ANSWERS: [name: string, answer: Answer, sent: unknown][] = [
    ["a form", { action: "accept", content: { name: "Ada" } }, {
      action: "accept",
      content: { name: "Ada" },
    }],
    ["a form that was left empty", { action: "accept" }, { action: "accept", content: {} }],
    ["no", { action: "decline" }, { action: "decline" }],
    ["neither", { action: "cancel" }, { action: "cancel" }],
  ];
  for (const [name, answer, sent] of ANSWERS) {
    it(`a question is answered by the call's own asking: ${name}`, async () => {
      await using opened = await open();
      const asked: Elicitation[] = [];
      const ask = (question: Elicitation) => (asked.push(question), Promise.resolve(answer));
      expect(await json(outcome(opened.tool("ask"), "{}", new Executor({ ask })))).toEqual(sent);
      expect(asked).toEqual([WHO]);
    });
  }

  it("a question that nobody can answer is answered cancel", async () => {
    await using opened = await open();
    expect(await json(outcome(opened.tool("ask")))).toEqual({ action: "cancel" });
  });

  it("a question whose asker finds nobody is answered cancel", async () => {
    await using opened = await open();
    const ask = () => Promise.reject(new NobodyToAskError());
    expect(await json(outcome(opened.tool("ask"), "{}", new Executor({ ask })))).toEqual({
      action: "cancel",
    });
  });

  it("a question is answered cancel while several calls run", async () => {
    await using opened = await open();
    const tool = opened.tool("both");
    const ask = () => Promise.resolve<Answer>({ action: "accept" });
    const executor = new Executor({ ask });
    const jobs = ["1", "2"].map((id) => ({ tool, id, args: "{}" }));
    const texts: unknown[] = [];
    for await (const event of executor.execute(jobs)) {
      if (event.type === "result") texts.push(await json(event.result.content));
    }
    expect(texts).toEqual([{ action: "cancel" }, { action: "cancel" }]);
  });

  it("a question that is open when its call is cancelled is answered cancel", async () => {
    await using opened = await open();
    const controller = new AbortController();
    const ask = () => {
      controller.abort();
      return new Promise<never>(() => {});
    };
    const executor = new Executor({ ask });
    const last = (await events(opened.tool("ask"), "{}", { signal: controller.signal, executor }))
      .at(-1)!;
    expect(last.type === "error" && last.error.message).toBe("the call was cancelled");
    expect(await json(outcome(opened.tool("answers")))).toEqual([{ action: "cancel" }]);
  });

  it("a question that is asked again and again ends the call", async () => {
    await using opened = await open("insists");
    let count = 0;
    const ask = (last: number) => () => {
      const action = ++count === last ? "accept" : "decline";
      return Promise.resolve<Answer>({ action });
    };
    expect(await outcome(opened.tool("ask"), "{}", new Executor({ ask: ask(0) }))).toBe(
      'mcp: call "ask": the server asked 100 times what was not answered',
    );
    expect(count).toBe(100);
    count = 0;
    await using another = await open("insists");
    expect(await outcome(another.tool("ask"), "{}", new Executor({ ask: ask(100) }))).toEqual([
      { type: "text", text: "thanks" },
    ]);
  });

  it("a question that is none is answered with an error", async () => {
    await using opened = await open("mumbles");
    expect(await outcome(opened.tool("ask"))).toEqual([{ type: "text", text: "no" }]);
  });
});

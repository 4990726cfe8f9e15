// spec/agenttool-cli.md 8 and DESIGN.md section 4: --answer, and what is left for the caller to ask.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { NobodyToAskError } from "../../agenttool/errors.ts";
import {
  type Answer,
  defineTool,
  type Elicitation,
  file,
  result,
  text,
  type Tool,
} from "../../agenttool/mod.ts";
import { prompt } from "../../prompt/mod.ts";
import { asker, run, sink, WHY } from "./_fixtures.ts";
import { expectUsage, inFolder, prints, refuses, slashes } from "./_tables.ts";

const NOT_AN_ANSWER = "an answer is accept, decline, cancel or a JSON object";
const NUMBER = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] } as const;
const A = { message: "A?" }, B = { message: "B?" }, C = { message: "C?" };

/** A tool `ask` that asks these questions in turn. */
const asking = (...questions: Elicitation[]): { tools: Tool[] } => ({
  tools: [asker("ask", questions)],
});

/** The question on stdout of a run that ended with status 3, one line. */
function question(outcome: Awaited<ReturnType<typeof run>>): Record<string, unknown> {
  expect(outcome.status).toBe(3);
  expect(outcome.stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(outcome.stdout);
}

describe("--answer", () => {
  prints([
    [
      "45",
      `--answer accept --answer '{"reason":"merged"}' delete`,
      `deleted: {"reason":"merged"}\n`,
    ],
    ["46", "--answer decline delete", "kept\n"],
    ["47", "--answer cancel delete", "kept\n"],
    ["118: a bare accept of a form", "--answer accept --answer accept delete", "deleted: \n"],
    ["with =", "-answer=decline delete", "kept\n"],
    [
      "white space around an object",
      `--answer ' {"x":1}\n' ask`,
      `[{"action":"accept","content":{"x":1}}]\n`,
      asking(A),
    ],
    [
      "in order, whatever the kind of question",
      `--answer decline --answer '{"n":1}' --answer cancel ask`,
      `[{"action":"decline"},{"action":"accept","content":{"n":1}},{"action":"cancel"}]\n`,
      asking({ message: "go", url: "https://example.com" }, { message: "n", schema: NUMBER }, B),
    ],
    [
      "an object for a yes-or-no question",
      `--answer '{"x":1}' ask`,
      `[{"action":"accept","content":{"x":1}}]\n`,
      asking(A),
    ],
    [
      "names that every object has",
      `--answer '{"__proto__":"a","constructor":"b"}' ask`,
      `[{"action":"accept","content":{"__proto__":"a","constructor":"b"}}]\n`,
      asking(A),
    ],
  ]);
  refuses([
    ["49", "--answer maybe delete", `invalid value "maybe" for flag -answer: ${NOT_AN_ANSWER}`],
    ["117", "--answer '[1]' delete", `invalid value "[1]" for flag -answer: ${NOT_AN_ANSWER}`],
    ...["''", "ACCEPT", "' accept'", "yes", "null", "5", "reason=x", `'"accept"'`]
      .map((
        word,
      ): [string, string, string] => [
        "no answer",
        `--answer ${word} delete`,
        `invalid value … for flag -answer: ${NOT_AN_ANSWER}`,
      ]),
    ["no JSON", "--answer { delete", `invalid value "{" for flag -answer: ${NOT_AN_ANSWER}: …`],
    [
      "a member twice",
      `--answer '{"a":1,"a":2}' delete`,
      "invalid value … for flag -answer: …twice…",
    ],
    [
      "a member twice, deep",
      `--answer '{"a":{"b":1,"b":2}}' delete`,
      "invalid value … for flag -answer: …twice…",
    ],
    ["also for a command that does not ask", "--answer maybe ping", "invalid value …"],
  ]);

  it("run() tells of 48: answers that were not used", async () => {
    const notUsed = (n: number) => `kit: ${n} --answer not used: the call asked fewer questions\n`;
    expect(await run("--answer accept ping"))
      .toMatchObject({ status: 0, stdout: "pong\n", stderr: notUsed(1) });
    expect(await run("--answer decline --answer accept --answer accept delete"))
      .toMatchObject({ status: 0, stdout: "kept\n", stderr: notUsed(2) });
    expect(await run("--answer accept fail"))
      .toMatchObject({ status: 1, stdout: "", stderr: `${notUsed(1)}Error: no such file\n` });
  });

  it("run() gives questions that come together their answers in order of arrival", async () => {
    const tool = defineTool({
      name: "ask",
      execute: async (_args, call) => {
        const answers = await Promise.all([A, B, C].map((question) => call.ask(question)));
        return answers.map((answer) => answer.action);
      },
    });
    expect(await run("--answer accept --answer decline --answer cancel ask", { tools: [tool] }))
      .toMatchObject({ status: 0, stdout: `["accept","decline","cancel"]\n` });
  });
});

describe("a question without answer", () => {
  it("run() reports 43: the question and the tool's output", async () => {
    const outcome = await run("delete");
    expect(question(outcome))
      .toEqual({ message: "Delete the branch?", answers_given: 0, output: "kept" });
    expect(outcome.stdout).toBe(
      `{"message":"Delete the branch?","answers_given":0,"output":"kept"}\n`,
    );
  });

  it("run() reports 44: the question's schema, the answers before it and the tool's error", async () => {
    expect(question(await run("--answer accept delete"))).toEqual({
      message: "Why?",
      schema: WHY,
      answers_given: 1,
      error: "not deleted: no reason given",
    });
  });

  it("run() tells on stderr how to answer", async () => {
    for (const line of ["delete", "--answer accept delete", `--answer accept --answer {} delete`]) {
      const { status, stderr } = await run(line);
      expect({ line, status }).toEqual({ line, status: 3 });
      expect(stderr).toContain("--answer");
    }
  });

  it("run() reports a page", async () => {
    const page = { message: "Sign in", url: "https://example.com/?a=<b>&c" };
    const outcome = await run("ask", asking(page));
    expect(question(outcome)).toMatchObject({ ...page, answers_given: 0 });
    expect(outcome.stdout).toContain("https://example.com/?a=<b>&c");
  });

  it("run() leaves out an output that is empty", async () => {
    const tools = [
      defineTool({ name: "ask", execute: async (_args, call) => void await call.ask(A) }),
    ];
    expect(question(await run("ask", { tools }))).toEqual({ message: "A?", answers_given: 0 });
  });

  it("run() reports the first such question, and lists the later ones", async () => {
    const found = question(
      await run("--answer accept ask", asking(A, B, { message: "N?", schema: NUMBER }, C)),
    );
    expect(found).toMatchObject({ message: "B?", answers_given: 1 });
    expect(JSON.parse(found.output as string).map((answer: Answer) => answer.action))
      .toEqual(["accept", "cancel", "cancel", "cancel"]);
    expect(found.more).toEqual([{ message: "N?", schema: NUMBER }, { message: "C?" }]);
  });

  it("run() saves files, and lists them beside the text", async () => {
    const tool = defineTool({
      name: "ask",
      execute: async (_args, call) => {
        await call.ask(A);
        return result([text("a report"), file("report.txt", new Uint8Array([49]))]);
      },
    });
    await inFolder(async (folder) => {
      const outcome = await run(["--out", folder, "ask"], { tools: [tool] });
      expect(question(outcome)).toMatchObject({
        message: "A?",
        answers_given: 0,
        output: "a report",
        files: [expect.any(String)],
      });
      expect(slashes(String(question(outcome).files))).toBe(`${folder}/report.txt`);
      expect(await Deno.readTextFile(`${folder}/report.txt`)).toBe("1");
    });
  });

  it("run() counts no unused answers and prints no output then", async () => {
    const outcome = await run("ask", asking(A));
    expect(outcome.stdout.split("\n").length).toBe(2);
    expect(outcome.stderr).not.toContain("not used");
  });

  it("run() fails where the question has no JSON", async () => {
    const schema = { type: "object", properties: { n: { const: 5n } } };
    const outcome = await run("ask", asking({ message: "N?", schema }));
    expect(outcome).toMatchObject({ status: 1, stdout: "" });
    expect(outcome.stderr).toMatch(/^kit: [^\n]+\n$/);
  });
});

describe("an answer that does not fit its question", () => {
  const MISFITS: [what: string, schema: Elicitation["schema"], answer: string][] = [
    ["a wrong type", NUMBER, `{"n":"x"}`],
    ["no integer", NUMBER, `{"n":1.5}`],
    ["null", NUMBER, `{"n":null}`],
    ["what is required is missing", NUMBER, "{}"],
    ["no choice", { properties: { c: { enum: ["a", "b"] } } }, `{"c":"d"}`],
    ["out of range", { properties: { n: { type: "integer", maximum: 5 } } }, `{"n":6}`],
    ["too short", { properties: { s: { type: "string", minLength: 3 } } }, `{"s":"ab"}`],
    ["against the pattern", { properties: { s: { type: "string", pattern: "^a" } } }, `{"s":"b"}`],
    ["no email", { properties: { s: { type: "string", format: "email" } } }, `{"s":"nobody"}`],
    ["no uri", { properties: { s: { type: "string", format: "uri" } } }, `{"s":"no uri"}`],
    ["no date", { properties: { s: { type: "string", format: "date" } } }, `{"s":"2024-02-30"}`],
    [
      "no date-time",
      { properties: { s: { type: "string", format: "date-time" } } },
      `{"s":"2024-02-28"}`,
    ],
    [
      "no choice of oneOf",
      { properties: { c: { oneOf: [{ const: "a", title: "A" }] } } },
      `{"c":"b"}`,
    ],
    [
      "no element",
      { properties: { l: { type: "array", items: { enum: ["a"] } } } },
      `{"l":["a","b"]}`,
    ],
  ];
  for (const [what, schema, answer] of MISFITS) {
    it(`run() rejects ${what}: ${answer}`, async () => {
      const found = question(
        await run(["--answer", answer, "ask"], asking({ message: "N?", schema })),
      );
      expect(found).toMatchObject({
        message: "N?",
        schema,
        answers_given: 0,
        output: `[{"action":"cancel"}]`,
      });
      expect(found.rejected).toEqual(expect.any(String));
      expect(found.rejected).not.toBe("");
    });
  }

  const FITS: [schema: Elicitation["schema"], answer: string][] = [
    [NUMBER, `{"n":5}`],
    [NUMBER, `{"n":5,"more":"is fine"}`],
    [{ properties: { s: { type: "string", format: "email" } } }, `{"s":"a@example.com"}`],
    [{ properties: { s: { type: "string", format: "uri" } } }, `{"s":"https://example.com/a?b#c"}`],
    [{ properties: { s: { type: "string", format: "date" } } }, `{"s":"2024-02-29"}`],
    [
      { properties: { s: { type: "string", format: "date-time" } } },
      `{"s":"2024-02-29T23:59:59.5+02:00"}`,
    ],
    [{ properties: { c: { oneOf: [{ const: "a", title: "A" }] } } }, `{"c":"a"}`],
    [{ type: "object", properties: {} }, `{"x":1}`],
  ];
  for (const [schema, answer] of FITS) {
    it(`run() takes ${answer} for ${JSON.stringify(schema)}`, async () => {
      const outcome = await run(["--answer", answer, "ask"], asking({ message: "N?", schema }));
      expect(outcome).toMatchObject({ status: 0, stderr: "" });
      expect(JSON.parse(outcome.stdout)).toEqual([{
        action: "accept",
        content: JSON.parse(answer),
      }]);
    });
  }

  it("run() gives the answers before it, the reason and the tool's error", async () => {
    const found = question(await run(`--answer accept --answer '{"reason":5}' delete`));
    expect(found).toMatchObject({
      message: "Why?",
      schema: WHY,
      answers_given: 1,
      error: "not deleted: no reason given",
    });
    expect(found.rejected).toContain("reason");
  });

  it("run() cancels every later question, answers left or not", async () => {
    const questions = [{ message: "N?", schema: NUMBER }, B, C];
    let asked = 0;
    const outcome = await run(`--answer '{"n":"x"}' --answer accept ask`, {
      ...asking(...questions),
      ask: () => {
        asked++;
        return Promise.resolve({ action: "accept" });
      },
    });
    const found = question(outcome);
    expect(JSON.parse(found.output as string).map((answer: Answer) => answer.action))
      .toEqual(["cancel", "cancel", "cancel"]);
    expect(found).toMatchObject({ message: "N?", answers_given: 0 });
    expect(asked).toBe(0);
  });
});

describe("somebody to ask", () => {
  it("run() asks whatever no --answer is left for", async () => {
    const asked: string[] = [];
    const ask = (question: Elicitation): Promise<Answer> => {
      asked.push(question.message);
      return Promise.resolve({ action: "accept", content: { reason: "merged" } });
    };
    expect(await run("--answer accept delete", { ask }))
      .toMatchObject({ status: 0, stdout: `deleted: {"reason":"merged"}\n`, stderr: "" });
    expect(asked).toEqual(["Why?"]);
    expect(await run("delete", { ask })).toMatchObject({ status: 0 });
    expect(asked).toEqual(["Why?", "Delete the branch?", "Why?"]);
  });

  it("run() asks 86: a person by plain lines", async () => {
    const shown = sink();
    const lines = new Blob(["y\n\nmerged\n7\n"]).stream();
    const { status, stdout } = await run("delete", { ask: prompt(lines, shown.stream) });
    expect({ status, stdout })
      .toEqual({ status: 0, stdout: `deleted: {"reason":"merged","days":7}\n` });
    const text = new TextDecoder().decode(await shown.bytes());
    for (
      const part of [
        "Delete the branch?",
        "Continue? [y/N] ",
        "reason (string): An answer is required.",
        "days (integer, optional): ",
      ]
    ) expect(text).toContain(part);
  });

  it("run() takes a person's cancel for an answer", async () => {
    const ask = () => Promise.resolve({ action: "cancel" } as const);
    expect(await run("delete", { ask })).toMatchObject({ status: 0, stdout: "kept\n", stderr: "" });
  });

  it("run() gives the elicitor the call", async () => {
    let id = "", aborted: boolean | undefined;
    await run("delete", {
      ask: (_question, call) => {
        id = call.id;
        aborted = call.signal.aborted;
        return Promise.resolve({ action: "decline" });
      },
    });
    expect(id).toMatch(/^cli_/);
    expect(aborted).toBe(false);
  });

  it("run() lets the tool see that asking failed", async () => {
    const ask = () => Promise.reject(new Error("the terminal is gone"));
    expect(await run("delete", { ask }))
      .toMatchObject({ status: 1, stdout: "", stderr: "Error: the terminal is gone\n" });
  });

  it("run() ends with 3 where nobody can be asked after all", async () => {
    const ask = () => Promise.reject(new NobodyToAskError());
    expect(question(await run("delete", { ask })))
      .toEqual({ message: "Delete the branch?", answers_given: 0, output: "kept" });
  });

  it("run() leaves a usage error a usage error", async () => {
    expectUsage(await run("delete --zzz", { ask: () => Promise.reject(new Error()) }), "delete: …");
  });
});

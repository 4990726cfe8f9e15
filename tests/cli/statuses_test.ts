// spec/agenttool-cli.md 5: how a call ends, its progress lines and its cancellation.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import {
  type Call,
  defineRawTool,
  defineTool,
  NotRunError,
  type Tool,
  ToolError,
} from "../../agenttool/mod.ts";
import { ExitFailed, ExitNeedsAnswer, ExitOK, ExitUsage } from "../../cli/mod.ts";
import { run } from "./_fixtures.ts";
import { fails, prints } from "./_tables.ts";

/** A tool `t` that ends by throwing this value. */
const throwing = (value: unknown): { tools: Tool[] } => ({
  tools: [defineRawTool({ name: "t", execute: () => Promise.reject(value) })],
});

/** A tool `t` that does this with its call. */
const doing = (execute: (call: Call) => unknown): { tools: Tool[] } => ({
  tools: [defineTool({ name: "t", execute: (_args, call) => execute(call) })],
});

describe("statuses", () => {
  it("the four statuses have their numbers", () => {
    expect([ExitOK, ExitFailed, ExitUsage, ExitNeedsAnswer]).toEqual([0, 1, 2, 3]);
  });

  prints([["5", "ping", "pong\n"]]);
  fails([
    ["34", "read_file", `Error: invalid arguments: missing required property "path"\n`],
    [
      "35",
      "tag --tags a --level mid",
      `Error: invalid arguments: level: expected one of ["low", "high"], got "mid"\n`,
    ],
    ["36", "fail", "Error: no such file\n"],
    ["37", "boom", `Error: tool "boom" panicked: kaboom\n`],
    ["an error of more lines", "t", "Error: a\nb\n", throwing(new Error("a\nb"))],
    ["an error of a class", "t", "Error: no\n", throwing(new TypeError("no"))],
    ["a ToolError", "t", "Error: no\n", throwing(new ToolError("no", { details: { code: 1 } }))],
    ["nothing thrown", "t", `Error: tool "t" panicked: undefined\n`, throwing(undefined)],
    ["null thrown", "t", `Error: tool "t" panicked: null\n`, throwing(null)],
    ["a number thrown", "t", `Error: tool "t" panicked: 5\n`, throwing(5)],
    ["a symbol thrown", "t", `Error: tool "t" panicked: Symbol(s)\n`, throwing(Symbol("s"))],
    [
      "what has no text thrown",
      "t",
      `Error: tool "t" panicked: …\n`,
      throwing(Object.create(null)),
    ],
    ["a result that has no JSON", "t", "Error: encode result: …\n", doing(() => 5n)],
  ]);

  it("run() takes a throw before the first await for the tool's error", async () => {
    const execute = () => {
      throw new Error("at once");
    };
    expect(await run("t", { tools: [{ name: "t", description: "", execute }] }))
      .toMatchObject({ status: 1, stdout: "", stderr: "Error: at once\n" });
  });

  it("run() ends with 2 for a tool that refused before it did anything", async () => {
    const outcome = await run("t", throwing(new NotRunError("the port is taken")));
    expect(outcome).toMatchObject({ status: 2, stdout: "" });
    expect(outcome.stderr).toContain("the port is taken");
  });

  it("run() gives the tool an id, the arguments and a signal", async () => {
    const calls: Call[] = [];
    const options = doing((call) => void calls.push(call));
    await run(`t '{ "a":1.0}'`, options);
    await run("t", options);
    expect(calls.map((call) => call.args)).toEqual([`{ "a":1.0}`, "{}"]);
    for (const { id } of calls) expect(id).toMatch(/^cli_[0-9A-Za-z]{26}$/);
    expect(calls[0]!.id).not.toBe(calls[1]!.id);
    expect(calls[0]!.signal.aborted).toBe(false);
  });

  it("run() tells 78: the call succeeded, its output could not be written", async () => {
    const stdout = new WritableStream({
      write() {
        throw new Error("the disk is full");
      },
    });
    expect(await run("ping", { stdout })).toMatchObject({
      status: 0,
      stderr: "kit: the call succeeded, but writing its output failed, " +
        "so do not run it again for that: the disk is full\n",
      ran: ["ping"],
    });
  });

  it("run() keeps status 1 where nothing is to be written", async () => {
    const stdout = new WritableStream({
      write() {
        throw new Error("the disk is full");
      },
    });
    expect(await run("fail", { stdout })).toMatchObject({
      status: 1,
      stderr: "Error: no such file\n",
    });
  });
});

describe("progress", () => {
  const LINES: [update: Parameters<Call["progress"]>[0], line: string][] = [
    [{ progress: 1, total: 2, message: "half" }, "[1/2] half\n"],
    [{ progress: 3, message: "counting" }, "[3] counting\n"],
    [{ progress: 0.5, total: 1.5, message: "m" }, "[0.5/1.5] m\n"],
    [{ progress: 0, total: 4, message: "start" }, "[0/4] start\n"],
    [{ progress: 3, total: 0, message: "m" }, "[3] m\n"],
    [{ progress: 3, total: -1, message: "m" }, "[3] m\n"],
    [{ message: "only words" }, "only words\n"],
    ["halfway", "halfway\n"],
    ["two\nlines\n\n", "two\nlines\n"],
    ["", ""],
    ["\n\n", ""],
  ];
  for (const [update, line] of LINES) {
    it(`run() shows ${JSON.stringify(update)} as ${JSON.stringify(line)}`, async () => {
      const outcome = await run("t", doing((call) => call.progress(update)));
      expect(outcome).toMatchObject({ status: 0, stdout: "", stderr: line });
    });
  }

  it("run() shows 50: numbers, 51: numbers and text", async () => {
    expect(await run("work")).toMatchObject({
      status: 0,
      stdout: "done\n",
      stderr: "[1/2] half\n",
    });
    expect(await run("steps")).toMatchObject({
      status: 0,
      stdout: "done\n",
      stderr: "[3] counting\nhalfway\n",
    });
  });

  it("run() keeps 1,000 updates in order, before the error", async () => {
    const options = doing((call) => {
      for (let n = 0; n < 1000; n++) call.progress(`${n}`);
      throw new Error("no");
    });
    const lines = Array.from({ length: 1000 }, (_, n) => `${n}\n`).join("");
    expect((await run("t", options)).stderr).toBe(`${lines}Error: no\n`);
  });

  it("run() drops what comes after the call has ended", async () => {
    let late: Call | undefined;
    const outcome = await run("t", doing((call) => void (late = call)));
    late!.progress("late");
    await Promise.resolve();
    expect(outcome.stderr).toBe("");
  });
});

describe("cancellation", () => {
  it("run() does not start 120: a call that was cancelled before", async () => {
    expect(await run("ping", { signal: AbortSignal.abort() })).toMatchObject({
      status: 1,
      stdout: "",
      stderr: "Error: the call was cancelled\n",
      ran: [],
    });
  });

  it("run() answers help also then", async () => {
    expect(await run("help", { signal: AbortSignal.abort() })).toMatchObject({
      status: 0,
      stderr: "",
    });
  });

  /** Runs a tool that aborts its own call and goes on from there. */
  async function cancelled(goOn: (call: Call) => unknown, reason?: unknown) {
    const controller = new AbortController();
    const options = doing((call) => {
      controller.abort(reason);
      return goOn(call);
    });
    return await run("t", { ...options, signal: controller.signal });
  }

  it("run() aborts the call's signal with the reason it was given", async () => {
    let seen: AbortSignal | undefined;
    await cancelled(({ signal }) => void (seen = signal), "why");
    expect(seen!.aborted).toBe(true);
  });

  for (const reason of [undefined, new Error("a reason"), "a reason"]) {
    it(`run() says that the call was cancelled where the tool throws the reason: ${reason}`, async () => {
      expect(await cancelled((call) => call.signal.throwIfAborted(), reason)).toMatchObject({
        status: 1,
        stdout: "",
        stderr: "Error: the call was cancelled\n",
      });
    });
  }

  it("run() waits for a tool that cleans up", async () => {
    let clean = false;
    const outcome = await cancelled(async ({ signal }) => {
      await new Promise((done) => setTimeout(done, 20));
      clean = true;
      signal.throwIfAborted();
    });
    expect(clean).toBe(true);
    expect(outcome).toMatchObject({ status: 1, stderr: "Error: the call was cancelled\n" });
  });

  // Contract 2.1: a cancelled tool may return partial output without an error.
  it("run() prints what a cancelled tool returns", async () => {
    expect(await cancelled(() => "half of it")).toMatchObject({
      status: 0,
      stdout: "half of it\n",
    });
  });
});

// A tool that finds that its description is out of date: the command line is read once more.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { defineRawTool, NotRunError, type Tool, ToolsChangedError } from "../../agenttool/mod.ts";
import { run } from "./_fixtures.ts";

/** A tool `count` of this schema that gives its arguments back. */
function count(type: string): Tool {
  const parameters = `{"type":"object","properties":{"n":{"type":"${type}"}}}`;
  return defineRawTool({
    name: "count",
    parameters,
    execute: (call) => Promise.resolve(call.args),
  });
}

/** The same tool, which finds the tools changed. */
function outdated(type: string, tools: () => Tool[]): Tool {
  const { name, description, parameters } = count(type);
  const execute = () => Promise.reject(new ToolsChangedError("count has changed", tools()));
  return { name, description, ...(parameters && { parameters }), execute };
}

describe("tools that changed", () => {
  it("run() reads flags again by the new schema", async () => {
    const tools = [outdated("string", () => [count("integer")])];
    expect(await run("count --n 3", { tools })).toMatchObject({
      status: 0,
      stdout: `{"n":3}\n`,
      stderr: "",
    });
  });

  it("run() has standard input for both readings", async () => {
    const tools = [outdated("string", () => [count("integer")])];
    const stdin = `{"n":12345678901234567890}`;
    expect(await run("count -", { tools, stdin })).toMatchObject({
      status: 0,
      stdout: `${stdin}\n`,
    });
    expect(await run("count --n:@-", { tools, stdin: "5" })).toMatchObject({
      status: 2,
      stdout: "",
      stderr: 'kit: count: invalid value "-" for flag -n: it takes no text: ' +
        "--n:=@FILE reads JSON from a file\nRun `kit help` for usage.\n",
    });
  });

  it("run() refuses what the new tools do not have", async () => {
    const { status, stdout, stderr } = await run("count --n 3", {
      tools: [outdated("string", () => [])],
    });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^kit: unknown command "count".*\nRun `kit help` for usage\.\n$/);
  });

  it("run() ends where the tools change once more", async () => {
    let changes = 0;
    const again = (): Tool[] => {
      changes++;
      return [outdated("string", again)];
    };
    expect(await run("count --n 3", { tools: again() })).toMatchObject({
      status: 2,
      stdout: "",
      stderr: "Error: count has changed\n",
    });
    // At first, for the second reading, and for the error that ends the call.
    expect(changes).toBe(3);
  });

  it("run() closes the new tools", async () => {
    const closed: string[] = [];
    const fresh = {
      ...count("integer"),
      close: () => {
        closed.push("count");
        return Promise.reject(new NotRunError("no"));
      },
    };
    const outcome = await run("count --n 3", { tools: [outdated("string", () => [fresh])] });
    expect(outcome).toMatchObject({ status: 0, stderr: `kit: close "count": no\n` });
    expect(closed).toEqual(["count"]);
  });
});

// Tools from elsewhere may be of any shape: none of it takes the program down.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import type { ContentPart, ProgressUpdate, Tool } from "../../agenttool/mod.ts";
import { defineRawTool, defineTool, result, text } from "../../agenttool/mod.ts";
import { describe as describeTool, Runner } from "../../cli/mod.ts";
import { run, sink } from "./_fixtures.ts";

const ping = defineRawTool({ name: "ping", execute: () => "pong" });

describe("a result of any shape", () => {
  const cases: [about: string, content: unknown[], stdout: string, failure: string][] = [
    ["null", [null], "null\n", ""],
    ["a number", [7], "7\n", ""],
    ["no type", [{ text: "x" }], '{"text":"x"}\n', ""],
    ["text that is none", [{ type: "text", text: 5 }], '{"type":"text","text":5}\n', ""],
    ["a resource of nothing", [{ type: "resource" }], '{"type":"resource"}\n', ""],
    ["no JSON", [text("a"), { type: "x", n: 1n }, text("b")], "a\nb\n", "BigInt"],
  ];
  for (const [about, content, stdout, failure] of cases) {
    it(`run() prints ${about}, status 0`, async () => {
      const tool = defineTool({ name: "t", execute: () => result(content as ContentPart[]) });
      const outcome = await run("t", { tools: [tool] });
      expect(outcome).toMatchObject({ status: 0, stdout });
      if (failure) {
        expect(outcome.stderr).toContain("kit: the call succeeded, but writing its output failed");
        expect(outcome.stderr).toContain(failure);
      } else expect(outcome.stderr).toBe("");
    });
  }
});

describe("progress of any shape", () => {
  const cases: [update: unknown, line: string][] = [
    [undefined, ""],
    [null, ""],
    [7, "7\n"],
    [{ message: 5 }, "5\n"],
    [{ progress: "half", total: "all" }, "[half]\n"],
    [{ progress: 1, total: 2, message: null }, "[1/2]\n"],
    ["line\r\n\r\n", "line\n"],
  ];
  for (const [update, line] of cases) {
    it(`run() shows ${JSON.stringify(update)} as ${JSON.stringify(line)}`, async () => {
      const tool = defineRawTool({
        name: "t",
        execute: (call) => call.progress(update as ProgressUpdate),
      });
      expect(await run("t", { tools: [tool] })).toMatchObject({ status: 0, stderr: line });
    });
  }
});

describe("parameters of any shape", () => {
  const circular: Record<string, unknown> = { type: "object" };
  circular.properties = circular;
  const getter = {
    ...ping,
    name: "t",
    get parameters(): never {
      throw new Error("not connected");
    },
  };
  const cases: [about: string, tool: Tool, reason: string][] = [
    ["a cycle", { ...ping, name: "t", parameters: circular }, "circular"],
    ["a bigint", { ...ping, name: "t", parameters: { maximum: 1n } }, "BigInt"],
    ["a function", { ...ping, name: "t", parameters: (() => {}) as never }, "function has no JSON"],
    ["a getter that throws", getter, "not connected"],
  ];
  for (const [about, tool, reason] of cases) {
    it(`${about} is described as no arguments`, async () => {
      expect(describeTool(tool).params).toEqual([]);
      const tools = [tool, ping];
      expect(await run("help", { tools })).toMatchObject({ status: 0, stderr: "" });
      expect((await run("help t", { tools })).stdout).toContain("kit t\n");
      expect(await run("ping", { tools })).toMatchObject({ status: 0, stdout: "pong\n" });
      const schema = await run("schema t", { tools });
      expect(schema).toMatchObject({ status: 1, stdout: "" });
      expect(schema.stderr).toContain("kit: schema of t: ");
      expect(schema.stderr).toContain(reason);
    });
  }

  it("a tool without a description is listed", async () => {
    const tool = { name: "t", execute: ping.execute } as Tool;
    expect((await run("help", { tools: [tool] })).stdout).toContain("- `t`\n");
    expect((await run("help t", { tools: [tool] })).stdout).toContain("### `t`\n\n```sh");
  });

  it("describe() gives what JSON.stringify() shows", () => {
    const json = JSON.stringify(describeTool({ ...ping, description: "Say pong." }));
    expect(JSON.parse(json)).toEqual({
      name: "ping",
      description: "Say pong.",
      annotations: {},
      needsOrder: false,
      schema: '{"type":"object","properties":{},"required":[]}',
      params: [],
    });
  });
});

describe("a record of any shape", () => {
  it("run() reports a record that has no JSON, status 0", async () => {
    const tool = defineTool({
      name: "t",
      execute: () => result([text("ok")], { record: { ns: "a:b", data: undefined } }),
    });
    const file = await Deno.makeTempFile();
    const outcome = await run(["--record", file, "t"], { tools: [tool] });
    expect(outcome).toMatchObject({ status: 0, stdout: "ok\n" });
    expect(outcome.stderr).toBe("kit: --record: record a:b: undefined has no JSON\n");
    expect(await Deno.readTextFile(file)).toBe("");
    await Deno.remove(file);
  });
});

describe("descriptions that hold Markdown", () => {
  it("help keeps headings and open fences within the command's section", async () => {
    const description = "Do it.\n### `ping`\n\n```sh\nrm -rf /\n# kept\n";
    const { stdout } = await run("help t", { tools: [{ ...ping, name: "t", description }] });
    expect(stdout).toBe(
      "### `t`\n\nDo it.\n\\### `ping`\n\n```sh\nrm -rf /\n# kept\n```\n\n```sh\nkit t\n```\n",
    );
  });
});

describe("streams that are shared", () => {
  it("two runs at once print whole lines", async () => {
    const long = "x".repeat(100_000);
    const tool = defineRawTool({ name: "t", execute: () => long });
    const stdout = sink(), stderr = sink();
    const runner = new Runner({
      name: "kit",
      tools: [tool],
      stdout: stdout.stream,
      stderr: stderr.stream,
    });
    expect(await Promise.all([runner.run(["t"]), runner.run(["t"])])).toEqual([0, 0]);
    const printed = new TextDecoder().decode(await stdout.bytes());
    expect(printed.split("\n").map((line) => line.length)).toEqual([100_000, 100_000, 0]);
    expect(await stderr.bytes()).toEqual(new Uint8Array());
  });
});

describe("words that a pattern could choke on", () => {
  const zeros = "0".repeat(100_000);
  const tool = defineRawTool({
    name: "t",
    parameters: '{"properties":{"n":{"type":"number"}}}',
    execute: (call) => call.args,
  });
  it("run() refuses a number of many zeros and a letter", async () => {
    expect(await run(["t", `--n=${zeros}x`], { tools: [tool] })).toMatchObject({ status: 2 });
    expect(await run(["t", `--n=0x${zeros}z`], { tools: [tool] })).toMatchObject({ status: 2 });
  });
  it("run() respells a number of many zeros", async () => {
    expect(await run(["t", `--n=${zeros}.5`], { tools: [tool] }))
      .toMatchObject({ status: 0, stdout: '{"n":0.5}\n' });
  });
  it("run() shows bytes that are none, and progress of many lines", async () => {
    const odd = defineRawTool({
      name: "t",
      execute(call) {
        call.progress(`${"\n".repeat(100_000)}x`);
        const blob = `${"=".repeat(100_000)}A`;
        const uri = `${".".repeat(100_000)}A`;
        return result([
          { type: "resource", resource: { uri: "file:///a", blob } },
          { type: "resource", resource: { uri, blob: "QQ==" } },
        ]);
      },
    });
    const folder = await Deno.makeTempDir();
    const { status, stdout } = await run(["--out", folder, "t"], { tools: [odd] });
    expect(status).toBe(0);
    expect(stdout.startsWith(`${"=".repeat(100_000)}A\n`)).toBe(true);
    await Deno.remove(folder, { recursive: true });
  });
});

import { expect } from "@std/expect";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { Executor } from "../../agenttool/executor.ts";
import type { Tool } from "../../agenttool/tool.ts";
import { utcpTools } from "../../utcp/source.ts";
import { discovery, template, tool } from "./_client.ts";
import { denoRun, run } from "./_program.ts";

const X = "UTCP_ARG_x_UTCP_END";

/** Calls a tool: what it gave or why it failed, and its progress. */
async function call(
  tool: Tool,
  args: string,
): Promise<{ content?: unknown; error?: string; progress: unknown[] }> {
  const progress: unknown[] = [];
  for await (const event of new Executor().execute([{ tool, id: "1", args }])) {
    if (event.type === "progress") progress.push(event.update);
    if (event.type === "result") return { content: event.result.content, progress };
    if (event.type === "error") return { error: event.error.message, progress };
  }
  throw new Error("No outcome");
}

describe("utcpTools()", () => {
  it("gives the tools of a manual, as it describes them", async () => {
    const inputs = {
      type: "object",
      properties: { x: { type: "integer", description: "A number" } },
      required: ["x"],
    };
    const [echo] = await utcpTools({
      utcp_version: "1.0.1",
      tools: [tool("echo", `echo ${X}`, { description: "Echoes a number", inputs })],
    });
    expect(echo).toMatchObject({ name: "echo", description: "Echoes a number" });
    expect(echo!.parameters).toEqual(inputs);
    expect(await call(echo!, '{"x":12345678901234567890}')).toEqual({
      content: [{ type: "text", text: "12345678901234567890" }],
      progress: [],
    });
    expect(await call(echo!, '{"x":"5"}')).toMatchObject({
      error: 'invalid arguments: x: expected integer, got "5"',
    });
    expect(await call(echo!, "")).toMatchObject({
      error: 'invalid arguments: missing required property "x"',
    });
  });

  it("gives one tool for a call template, named like it", async () => {
    const [deploy] = await utcpTools(template("deploy-it", `echo ${X} UTCP_ARG_y_UTCP_END ${X}`));
    expect(deploy).toMatchObject({ name: "deploy_it", description: "" });
    expect(deploy!.parameters).toEqual({
      type: "object",
      properties: { x: { type: "string" }, y: { type: "string" } },
      required: ["x", "y"],
    });
    expect(await call(deploy!, '{"x":"a","y":"b"}')).toMatchObject({
      content: [{ type: "text", text: "a b a" }],
    });
  });

  it("names a template that has no name as it is told to", async () => {
    const { name: _, ...nameless } = template("", "true");
    expect(await utcpTools(nameless, { name: "given" })).toMatchObject([{ name: "given" }]);
    const error = "Invalid call template: name: expected a name, got nothing";
    await expect(utcpTools(nameless)).rejects.toThrow(new TypeError(error));
    await expect(utcpTools([nameless], { name: "given" })).rejects.toThrow(new TypeError(error));
  });

  it("reads an array", async () => {
    const tools = await utcpTools([
      template("a", "true"),
      { tools: [tool("b", "true"), tool("c", "true")] },
    ]);
    expect(tools.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });

  it("runs what discovers, and nothing else", async () => {
    const path = await Deno.makeTempFile();
    const quiet = template("quiet", `echo ran >${path}`);
    const tools = await utcpTools([quiet, discovery("kit", { tools: [tool("a", "echo $KEY")] })], {
      variables: { KEY: "v" },
    });
    expect(await Deno.readTextFile(path)).toBe("");
    expect(tools.map(({ name }) => name)).toEqual(["quiet", "a"]);
    expect(await call(tools[1]!, "{}")).toMatchObject({ content: [{ type: "text", text: "v" }] });
    await Deno.remove(path);
  });

  it("leaves out what it cannot call, and says so", async () => {
    const notes: string[] = [];
    const tools = await utcpTools({
      tools: [
        tool("a", "true"),
        { name: "h", tool_call_template: { call_template_type: "http", url: "http://127.0.0.1" } },
        { name: "b", tool_call_template: { call_template_type: "cli", commands: [5] } },
      ],
    }, { note: (text) => notes.push(text) });
    expect(tools.map(({ name }) => name)).toEqual(["a"]);
    expect(notes).toEqual([
      'Tool "b" is left out: tool_call_template.commands[0]: expected an object, got a number',
      'Tool "h" is left out: its protocol is "http"',
    ]);
  });

  for (
    const [source, message] of [
      [5, "Invalid call template: expected an object, got a number"],
      [{ tools: 5 }, "Invalid manual: tools: expected an array, got a number"],
      [
        { call_template_type: "http" },
        'Invalid call template: call_template_type: expected "cli", got a string',
      ],
    ] as const
  ) {
    it(`fails for ${JSON.stringify(source)}`, async () => {
      await expect(utcpTools(source)).rejects.toThrow(new TypeError(message));
    });
  }

  it("takes variables by either name", async () => {
    const given = { ...template("my_cli", 'echo "$K"'), env_vars: { K: "${API}" } };
    const value = async (variables: Record<string, string>) => {
      const [tool] = await utcpTools(given, { variables });
      return await call(tool!, "{}");
    };
    expect(await value({ API: "a" })).toMatchObject({ content: [{ text: "a" }] });
    expect(await value({ my__cli_API: "b" })).toMatchObject({ content: [{ text: "b" }] });
    expect((await value({})).error).toMatch(/^Variable 'my__cli_API' .* not found/);
  });

  it("reports standard error line by line", async () => {
    const [tool] = await utcpTools(
      template("t", "printf 'one\\ntw' >&2; sleep 0.1; printf 'o\\nthree' >&2; echo out"),
    );
    expect(await call(tool!, "{}")).toEqual({
      content: [{ type: "text", text: "out" }],
      progress: ["one", "two", "three"],
    });
  });

  it("gives no content where nothing is printed", async () => {
    const [tool] = await utcpTools(template("t", "true"));
    expect(await call(tool!, "{}")).toEqual({ content: [], progress: [] });
  });
});

describe("toolcli", () => {
  let dir: string;
  const toolcli = denoRun(new URL("../../mod.ts", import.meta.url).pathname);

  beforeAll(async () => {
    dir = await Deno.makeTempDir();
  });

  afterAll(() => Deno.remove(dir, { recursive: true }));

  async function write(name: string, text: string): Promise<string> {
    const path = `${dir}/${name}`;
    await Deno.writeTextFile(path, text);
    return path;
  }

  const inputs = { type: "object", properties: { x: { type: "integer" } }, required: ["x"] };

  it("run calls a tool of a manual with flags", async () => {
    const manual = JSON.stringify({ tools: [tool("echo", `echo ${X}; echo E >&2`, { inputs })] });
    const path = await write("manual.json", manual);
    expect(await run([...toolcli, "run", path, "echo", "--x", "12345678901234567890"])).toEqual({
      code: 0,
      stdout: "12345678901234567890\n",
      stderr: "E\n",
    });
    expect(await run([...toolcli, "run", path, "echo", "--x", "one"])).toMatchObject({
      code: 2,
      stdout: "",
    });
  });

  it("run reads comments, and names a template after its file", async () => {
    const path = await write(
      "greet.template.jsonc",
      `// a comment
      {
        "call_template_type": "cli",
        "commands": [{ "command": "echo Hello, UTCP_ARG_name_UTCP_END" }], /* and another */
      }`,
    );
    expect(await run([...toolcli, "run", path, "greet", "--name", "A'da"])).toEqual({
      code: 0,
      stdout: "Hello, A'da\n",
      stderr: "",
    });
  });

  for (
    const [name, text, reason] of [
      ["bad.json", "{", "Cannot parse JSONC"],
      ["other.json", "{}", "it is no source of tools: expected a toolcli configuration"],
      ["empty.json", "[]", "it is no source of tools: expected a toolcli configuration"],
      [
        "wrong.json",
        '{"call_template_type":"cli","commands":5}',
        "Invalid call template: commands: expected an array",
      ],
    ]
  ) {
    it(`run fails for ${text}`, async () => {
      const path = await write(name!, text!);
      const { code, stdout, stderr } = await run([...toolcli, "run", path, "help"]);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`toolcli: ${JSON.stringify(path)}: ${reason}`);
    });
  }

  it("run says which file is not there", async () => {
    const { code, stderr } = await run([...toolcli, "run", `${dir}/gone.json`, "help"]);
    expect(code).toBe(2);
    expect(stderr).toContain(`toolcli: "${dir}/gone.json": there is no such file\n`);
  });

  it("utcp prints a manual that calls this very source", async () => {
    const path = await write(
      "kit.json",
      JSON.stringify([template("greet", "echo Hello, UTCP_ARG_name_UTCP_END"), {
        tools: [tool("dash-ed", "true")],
      }]),
    );
    const { code, stdout, stderr } = await run([...toolcli, "utcp", "kit.json"], { cwd: dir });
    expect(code).toBe(0);
    expect(stderr).toBe(
      'toolcli: Tool "dash-ed" is left out: its name has characters that a call template cannot carry\n' +
        "toolcli: of the environment, UTCP clients pass on little more than PATH and HOME: name what " +
        "the tools read with --env NAME\n",
    );
    const { tools } = JSON.parse(stdout);
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(["greet"]);
    const { command } = tools[0].tool_call_template.commands[0];
    expect(command).toContain(`'run' '${path}' utcp-call greet --stdin-envelope=`);
    const pasted = command.replace("UTCP_ARG_name_UTCP_END", "Ada");
    expect(await run(["bash", "-c", pasted], { cwd: "/" })).toEqual({
      code: 0,
      stdout: '{"ok":true,"result":"Hello, Ada"}\n',
      stderr: "",
    });
  });

  it("utcp --env lets the tools read variables, and Deno its own", async () => {
    await write(
      "reads.js",
      `export const tools = [{ name: "one", description: "", execute: () => Promise.resolve({
        content: [{ type: "text", text: \`\${Deno.env.get("ONE")} \${Deno.env.get("TWO")}\` }] }) }];`,
    );
    const env = { ONE: "1", TWO: "2", NO_PROXY: "localhost" };
    const words = ["utcp", "reads.js", "--env", "ONE", "--env=THREE"];
    const { code, stdout, stderr } = await run([...toolcli, ...words], { cwd: dir, env });
    expect([code, stderr]).toEqual([0, ""]);
    const { inherit_env_vars } = JSON.parse(stdout).tools[0].tool_call_template;
    expect(inherit_env_vars).toEqual(expect.arrayContaining(["PATH", "ONE", "THREE", "NO_PROXY"]));
    expect(inherit_env_vars).not.toContain("DENO_CERT");
    const manual = await write("reads.json", stdout);
    const called = await run([...toolcli, "run", manual, "one"], { env });
    expect(called.stdout).toContain('{"ok":true,"result":"1 undefined"}');
  });

  it("utcp refuses what is no name of a variable", async () => {
    const { code, stderr } = await run([...toolcli, "utcp", "kit.json", "--env", "A=$B"], {
      cwd: dir,
    });
    expect([code, stderr.split("\n")[0]]).toEqual([
      2,
      'toolcli: Cannot write "A=$B" into a call template: it is no name of a variable',
    ]);
  });

  it("utcp needs one source", async () => {
    const { code, stderr } = await run([...toolcli, "utcp"]);
    expect([code, stderr.split("\n")[0]]).toEqual([
      2,
      "toolcli: utcp needs a source, such as tools.ts",
    ]);
  });
});

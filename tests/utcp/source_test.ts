import { expect } from "@std/expect";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { Executor } from "../../agenttool/executor.ts";
import type { Tool } from "../../agenttool/tool.ts";
import { dotenv, utcpTools, type UtcpToolsOptions } from "../../utcp/source.ts";
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

  /** The tools of an array, by their names, and what is noted. */
  async function read(source: unknown[], options: UtcpToolsOptions = {}) {
    const notes: string[] = [];
    const note = (text: string) => void notes.push(text);
    const tools = await utcpTools(source, { ...options, note });
    return { tools, names: tools.map(({ name }) => name), notes };
  }

  const bad = { name: "bad", call_template_type: "cli", commands: "x" };
  const silent = { ...template("silent", "true"), discover: true };
  const fails = { ...template("fails", "echo no >&2; false"), discover: true };

  it("keeps the good items of an array, and says which it left out", async () => {
    const { name: _, ...nameless } = template("", "true");
    const { names, notes } = await read([
      template("a", "true"),
      bad,
      silent,
      nameless,
      fails,
      [],
      { tools: 5 },
      { tools: [tool("b", "true")] },
    ]);
    expect(names).toEqual(["a", "b"]);
    expect(notes).toEqual([
      "no\n",
      '[1] ("bad") is left out: Invalid call template: commands: expected an array, got a string',
      "[2] (\"silent\") is left out: No output from discovery commands for CLI provider 'silent'",
      "[3] is left out: Invalid call template: name: expected a name, got nothing",
      '[4] ("fails") is left out: The command ended with status 1 stderr: no',
      "[5] is left out: Invalid call template: expected an object, got an array",
      "[6] is left out: Invalid manual: tools: expected an array, got a number",
    ]);
  });

  it("fails where no item of an array is good", async () => {
    const reasons = [
      "Invalid call template: commands: expected an array, got a string",
      "No output from discovery commands for CLI provider 'silent'",
    ];
    await expect(utcpTools([bad])).rejects.toThrow(new TypeError(reasons[0]));
    const error = await read([bad, silent]).catch((error) => error);
    expect(error).toBeInstanceOf(AggregateError);
    expect(error.message).toBe(
      `No item of the array gives tools: [0]: ${reasons[0]}; [1]: ${reasons[1]}`,
    );
    expect(error.errors.map(({ message }: Error) => message)).toEqual(reasons);
    expect(await utcpTools([])).toEqual([]);
  });

  it("keeps the first of an array's tools with one name, and says so", async () => {
    const { tools, names, notes } = await read([
      template("a-b", "echo first"),
      template("c", "true"),
      discovery("kit", { tools: [tool("a_b", "echo second"), tool("d", "true")] }),
    ]);
    expect(names).toEqual(["a_b", "c", "d"]);
    expect(notes).toEqual(['Tool "a_b" of [2] is left out: [0] has its name']);
    expect(await call(tools[0]!, "{}")).toMatchObject({ content: [{ text: "first" }] });
  });

  it("does not go on with an array when it is aborted", async () => {
    const signal = AbortSignal.abort(new Error("stop"));
    const given = [template("a", "true"), silent];
    await expect(utcpTools(given, { signal })).rejects.toThrow("stop");
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

  it("asks loaders by the name with the namespace, in order, before the environment", async () => {
    const path = await Deno.makeTempFile();
    await Deno.writeTextFile(path, "my__cli_A=file\nmy__cli_B=file\nB=plain\nC=plain\n");
    const options = {
      variables: { A: "given" },
      loaders: [
        dotenv("no such file"),
        dotenv(path),
        (key: string) => key.endsWith("_C") ? `<${key}>` : undefined,
      ],
    };
    const given = { ...template("my_cli", 'echo "$K $A"'), env_vars: { K: "$A $B $C" } };
    const [one] = await utcpTools(given, options);
    expect(await call(one!, "{}")).toMatchObject({
      content: [{ text: "given file <my__cli_C> given" }],
    });
    const manual = { tools: [tool("a", "echo $A")] };
    const [ofManual] = await utcpTools(manual, { name: "my_cli", loaders: [dotenv(path)] });
    expect(await call(ofManual!, "{}")).toMatchObject({ content: [{ text: "file" }] });
    await Deno.remove(path);
  });

  it("gives manuals in an array the namespace of its name", async () => {
    const manual = { tools: [tool("a", "echo $K")] };
    const [one] = await utcpTools([manual], { name: "kit", loaders: [(key) => `<${key}>`] });
    expect(await call(one!, "{}")).toMatchObject({ content: [{ text: "<kit_K>" }] });
  });

  it("refuses a name of a loader that could be another manual's (W5)", async () => {
    const loaders = [(key: string) => key === "a__b_SECRET" ? "s" : undefined];
    const [one] = await utcpTools(template("a", "echo ${_b_SECRET}"), { loaders });
    expect((await call(one!, "{}")).error).toBe(
      'Variable "_b_SECRET" is refused: a name that begins with "_" could be another manual\'s',
    );
  });

  it("reads variables of discovery from loaders", async () => {
    const given = {
      ...template("kit", `echo '{"tools":[]}' >&2; echo "$MANUAL"`),
      discover: true,
    };
    const manual = JSON.stringify({ tools: [tool("a", "true")] });
    const loaders = [(key: string) => key === "kit_MANUAL" ? manual : undefined];
    expect(await utcpTools(given, { loaders })).toMatchObject([{ name: "a" }]);
  });

  const slow = template("slow", "echo begun; sleep 60");
  const timedOut = (ms: number) => `Command script timed out after ${ms}ms.\nstdout:\nbegun`;

  it("ends a call and a discovery that take longer than the program says", async () => {
    const [one] = await utcpTools(slow, { timeout: 300 });
    expect((await call(one!, "{}")).error).toBe(timedOut(300));
    const discovering = utcpTools({ ...slow, discover: true }, { discoveryTimeout: 400 });
    await expect(discovering).rejects.toThrow(timedOut(400));
  });

  it("lets a template's own limits come first", async () => {
    const limits = { timeout: 100_000, discoveryTimeout: 100_000, maxOutput: 1 };
    const [one, two] = await utcpTools([
      { ...slow, timeout: 300, max_output: 100 },
      { ...template("long", "echo abcdef"), max_output: 100 },
    ], limits);
    expect((await call(one!, "{}")).error).toBe(timedOut(300));
    expect(await call(two!, "{}")).toMatchObject({ content: [{ text: "abcdef" }] });
    const own = { discover: true, timeout: 400, max_output: 100 };
    const discovering = utcpTools({ ...slow, ...own }, limits);
    await expect(discovering).rejects.toThrow(timedOut(400));
  });

  it("cuts output where the program says, of discovery too", async () => {
    const [one] = await utcpTools(template("long", "echo abcdef"), { maxOutput: 3 });
    expect(await call(one!, "{}")).toMatchObject({
      content: [{ text: "abc\n[output cut: the first 3 of 7 bytes]" }],
    });
    const found = discovery("kit", { tools: [tool("a", "true")] });
    await expect(utcpTools(found, { maxOutput: 9 })).rejects.toThrow("it is too long");
  });

  for (const name of ["timeout", "discoveryTimeout", "maxOutput"]) {
    it(`refuses a ${name} of 0`, async () => {
      await expect(utcpTools(slow, { [name]: 0 })).rejects.toThrow(
        new TypeError(`Invalid options: ${name}: expected a number above 0, got 0`),
      );
    });
  }

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

  it("list keeps the good items of an array, and says which it left out", async () => {
    const items = [
      template("good", "true"),
      { name: "bad", call_template_type: "cli", commands: "x" },
      { ...template("silent", "true"), discover: true },
      {},
    ];
    const path = await write("items.json", JSON.stringify(items));
    const { code, stdout, stderr } = await run([...toolcli, "list", path]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^COMMAND +DESCRIPTION *\ngood *\n$/);
    expect(stderr.split("\n")).toEqual(
      [
        '[1] ("bad") is left out: Invalid call template: commands: expected an array, got a string',
        "[2] (\"silent\") is left out: No output from discovery commands for CLI provider 'silent'",
        '[3] is left out: Invalid call template: call_template_type: expected "cli", got nothing',
      ].map((note) => `toolcli: ${JSON.stringify(path)}: ${note}`).concat(""),
    );
  });

  it("list fails where no item of an array is good, and says why", async () => {
    const path = await write("bad-items.json", '[{"call_template_type":"cli"},{"tools":[]}]');
    const none = await write(
      "none.json",
      '[{"call_template_type":"cli"},{"call_template_type":"http"}]',
    );
    expect(await run([...toolcli, "list", path])).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await run([...toolcli, "list", none]);
    expect([code, stdout, stderr.split("\n")[0]]).toEqual([
      2,
      "",
      `toolcli: ${JSON.stringify(none)}: No item of the array gives tools: ` +
      "[0]: Invalid call template: name: expected a name, got nothing; " +
      '[1]: Invalid call template: call_template_type: expected "cli", got a string',
    ]);
  });

  it("run reads the .env files that a configuration names, and no others", async () => {
    const folder = `${dir}/configured`;
    await Deno.mkdir(`${folder}/elsewhere`, { recursive: true });
    const inFolder = (name: string, value: unknown) =>
      write(`configured/${name}`, typeof value === "string" ? value : JSON.stringify(value));
    await inFolder("m.json", { tools: [tool("show", 'echo "[$KEY]"'), tool("own", "sleep 60")] });
    await inFolder(".env", "m_KEY=secret\n");
    await inFolder("elsewhere/.env", "m_KEY=other\n");
    await inFolder("with.jsonc", {
      sources: [{ utcp: "m.json", env_files: ["no.env", ".env"], timeout: 300 }],
    });
    await inFolder("without.jsonc", { sources: [{ utcp: "m.json" }] });
    const at = async (cwd: string, source: string, tool: string) =>
      await run([...toolcli, "run", `${folder}/${source}`, tool], { cwd });
    expect(await at(`${folder}/elsewhere`, "with.jsonc", "show")).toEqual({
      code: 0,
      stdout: "[secret]\n",
      stderr: "",
    });
    expect(await at(folder, "m.json", "show")).toMatchObject({ code: 0, stdout: "[]\n" });
    expect(await at(folder, "without.jsonc", "show")).toMatchObject({ code: 0, stdout: "[]\n" });
    const { code, stderr } = await at(folder, "with.jsonc", "own");
    expect([code, stderr]).toEqual([1, "Error: Command script timed out after 300ms.\n"]);
  });

  it("list ends a discovery that takes longer than a configuration says", async () => {
    const slow = { ...template("slow", "sleep 60"), discover: true };
    await write("slow.json", JSON.stringify(slow));
    const path = await write(
      "slow.jsonc",
      JSON.stringify({ sources: [{ utcp: "slow.json", discovery_timeout: 300 }] }),
    );
    const { code, stderr } = await run([...toolcli, "list", path]);
    expect([code, stderr.split("\n")[0]]).toEqual([
      2,
      `toolcli: ${path}:1: sources[0] (slow.json): ` +
      "Command script timed out after 300ms.",
    ]);
  });

  it("run cuts output where a configuration says", async () => {
    await write("long.json", JSON.stringify(template("long", "echo abcdef")));
    const path = await write(
      "long.jsonc",
      JSON.stringify({ sources: [{ utcp: "long.json", max_output: 3 }] }),
    );
    expect((await run([...toolcli, "run", path, "long"])).stdout)
      .toBe("abc\n[output cut: the first 3 of 7 bytes]\n");
  });

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

/** The rows of spec/utcp-cli.md 6 that go through a client, and what its sections 1 and 3 add. */

import { expect } from "@std/expect";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { type CallTemplate, CallTemplateSerializer } from "@utcp/sdk";
import { dotenv, UtcpClient, type UtcpClientOptions } from "../../utcp/mod.ts";
import { callOnce, discovery, errorsOf, template, tool } from "./_client.ts";

const N = "UTCP_ARG_n_UTCP_END", X = "UTCP_ARG_x_UTCP_END";

interface Call {
  row: string;
  config?: UtcpClientOptions;
  template: CallTemplate;
  args?: Record<string, unknown>;
  result: unknown;
}

const env = (name: string, value: string, command: string): CallTemplate => ({
  ...template(name, command),
  env_vars: { K: value },
});

/** Calls of a manual that is itself one tool. */
const CALLS: Call[] = [
  { row: "20: a missing argument", template: template("d", `echo ${X}`), result: "MISSING_ARG_x" },
  { row: "65: no arguments", template: template("d", "echo hi"), result: "hi" },
  {
    row: "66: the output of a step",
    template: template("d", "echo a", 'echo "got $CMD_0_OUTPUT"'),
    result: "got a",
  },
  {
    row: "67: the same with a default",
    template: template("d", "echo a", 'echo "got ${CMD_0_OUTPUT:-}"'),
    result: "got a",
  },
  {
    row: "66: what is the shell's or awk's",
    template: template("d", `echo "$((1+1)) $#"`, "echo one two | awk '{print $2}'"),
    result: "two",
  },
  {
    row: "69: a variable by its namespace",
    config: { variables: { my__cli_API: "value" } },
    template: env("my_cli", "${API}", 'echo "$K"'),
    result: "value",
  },
  {
    row: "71: the configuration comes before the environment",
    config: { variables: { d_HOME: "configured" } },
    template: env("d", "$HOME", 'echo "$K"'),
    result: "configured",
  },
  {
    row: "73: an empty value",
    config: { variables: { d_TOKEN: "" } },
    template: env("d", "<${TOKEN}>", 'echo "$K"'),
    result: "<>",
  },
  {
    row: "75: a value in a command is no code",
    config: { variables: { d_NOTE: "$(echo PWNED)" } },
    template: template("d", 'echo "${NOTE}"'),
    result: "$(echo PWNED)",
  },
  {
    row: "77: an argument is not searched for variables",
    config: { variables: { d_TOKEN: "secret" } },
    template: template("d", `echo ${X}`),
    args: { x: "$TOKEN" },
    result: "$TOKEN",
  },
  {
    row: "W3: a name without a value is the shell's",
    template: template("d", "v=5", 'echo "$v $PWD_NOT_SET."'),
    result: "5 .",
  },
  {
    row: "18: an array is JSON text",
    template: template("d", `printf '<%s>' ${X}`),
    args: { x: [1, "a", [2]] },
    result: '<[1,"a",[2]]>',
  },
  {
    row: "52: an object",
    template: template("d", `echo '{"a":1}'`),
    result: { a: 1 },
  },
  {
    row: "bigint",
    template: template("d", `echo n${X}`),
    args: { x: 12345678901234567890n },
    result: "n12345678901234567890",
  },
  {
    row: "102: filter_dict",
    config: { post_processing: [{ tool_post_processor_type: "filter_dict", exclude_keys: ["c"] }] },
    template: template("d", `echo '{"a":{"c":1,"d":2},"c":3}'`),
    result: { a: { d: 2 } },
  },
  {
    row: "103: limit_strings",
    config: { post_processing: [{ tool_post_processor_type: "limit_strings", limit: 3 }] },
    template: template("d", "echo abcdef"),
    result: "abc",
  },
];

describe("UtcpClient.callTool()", () => {
  for (const { row, config, template, args, result } of CALLS) {
    it(`gives row ${row}`, async () => {
      const all = { ...config, manual_call_templates: [template] };
      expect(await callOnce(all, template.name!, args)).toEqual(result);
    });
  }

  it("fails where a required argument is missing, and runs nothing (row 63)", async () => {
    const path = await Deno.makeTempFile();
    const inputs = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const manual = { tools: [tool("echo", `echo n=${N} >${path}`, { inputs })] };
    const config = { manual_call_templates: [discovery("d", manual)] };
    await expect(callOnce(config, "d.echo")).rejects.toThrow(
      'invalid arguments: missing required property "n"',
    );
    expect(await Deno.readTextFile(path)).toBe("");
    await callOnce(config, "d.echo", { n: 5 });
    expect(await Deno.readTextFile(path)).toBe("n=5\n");
    await Deno.remove(path);
  });

  it("does not find a variable without its namespace (row 70)", async () => {
    const config = {
      variables: { TOKEN: "t" },
      manual_call_templates: [env("d", "${TOKEN}", "true")],
    };
    await expect(callOnce(config, "d")).rejects.toThrow(
      "Variable 'd_TOKEN' referenced in call template configuration not found.",
    );
  });

  it("refuses a variable of another manual (row 74)", async () => {
    const config = {
      variables: { a__b_SECRET: "s" },
      manual_call_templates: [template("a", "echo ${_b_SECRET}")],
    };
    await expect(callOnce(config, "a")).rejects.toThrow("_b_SECRET");
  });

  for (
    const [name, message] of [
      ["d.zz", "Tool 'd.zz' not found in the repository."],
      ["zz", "Tool 'zz' not found in the repository."],
      ["", "Invalid tool name format for ''. Expected 'manual_name.tool_name'."],
      [".x", "Invalid tool name format for '.x'. Expected 'manual_name.tool_name'."],
    ]
  ) {
    it(`fails for the name ${JSON.stringify(name)}`, async () => {
      const config = { manual_call_templates: [template("d", "true")] };
      await expect(callOnce(config, name!)).rejects.toThrow(new Error(message));
    });
  }

  it("fails where a number has no JSON", async () => {
    const config = { manual_call_templates: [template("d", `echo ${X}`)] };
    await expect(callOnce(config, "d", { x: NaN })).rejects.toThrow(
      'Argument "x" has no JSON: NaN',
    );
  });

  it("fails with what a step printed on standard error (rows 46, 48)", async () => {
    const config = { manual_call_templates: [template("d", "echo out; nosuchcmd_zz", "echo two")] };
    await expect(callOnce(config, "d")).rejects.toMatchObject({
      step: 0,
      status: 127,
      stdout: expect.stringContaining("out"),
      stderr: expect.stringContaining("nosuchcmd_zz"),
    });
  });

  it("begins a relative working directory at the root directory (row 82)", async () => {
    const root = await Deno.realPath(await Deno.makeTempDir());
    await Deno.mkdir(`${root}/ctl`);
    const client = await UtcpClient.create(root, {
      manual_call_templates: [{ ...template("d", "pwd"), working_dir: "ctl" }],
    });
    expect(await client.callTool("d")).toBe(`${root}/ctl`);
    await Deno.remove(root, { recursive: true });
  });

  it("waits for a processor that takes time", async () => {
    const client = await UtcpClient.create(".", {
      manual_call_templates: [template("d", "echo abcdef")],
    });
    client.postProcessors.push(
      { tool_post_processor_type: "a", postProcess: (_c, _t, _m, text) => Promise.resolve(text) },
      { tool_post_processor_type: "b", postProcess: (_c, _t, _m, text) => text.toUpperCase() },
    );
    expect(await client.callTool("d")).toBe("ABCDEF");
  });

  it("runs 50 calls at once, each with its own value (row 105)", async () => {
    const client = await UtcpClient.create(".", {
      manual_call_templates: [template("d", `echo ${X}`)],
    });
    const values = Array.from({ length: 50 }, (_, index) => `v${index}`);
    expect(await Promise.all(values.map((x) => client.callTool("d", { x })))).toEqual(values);
  });
});

describe("UtcpClient.callToolStreaming()", () => {
  it("gives the result in one piece, processed", async () => {
    const client = await UtcpClient.create(".", {
      manual_call_templates: [template("d", "echo abcdef")],
      post_processing: [{ tool_post_processor_type: "limit_strings", limit: 3 }],
    });
    expect(await Array.fromAsync(client.callToolStreaming("d"))).toEqual(["abc"]);
  });
});

describe("UtcpClient.registerManual()", () => {
  let client: UtcpClient;

  beforeEach(async () => {
    client = await UtcpClient.create();
  });

  afterEach(() => client.close());

  it("reads a minimal manual (row 87)", async () => {
    const { manual, success, errors } = await client.registerManual(
      discovery("d", { tools: [tool("a", "echo a")] }),
    );
    expect([success, errors]).toEqual([true, []]);
    expect(manual).toMatchObject({ utcp_version: "1.0.0", manual_version: "1.0.0" });
    expect(manual.tools.map(({ name }) => name)).toEqual(["d.a"]);
  });

  it("ignores keys that it does not know (row 89)", async () => {
    const manual = { info: { title: "t" }, tools: [tool("a", "echo a", { "x-cost": 1 })] };
    const { success } = await client.registerManual(discovery("d", manual));
    expect([success, await client.callTool("d.a")]).toEqual([true, "a"]);
  });

  it("rejects a log line before the manual, and quotes it (row 90)", async () => {
    const log = { ...template("d", `echo "[INFO] ready"; echo '{"tools":[]}'`), discover: true };
    const error = "Could not parse UTCP manual from CLI provider 'd' output: " +
      'it is no JSON object: "[INFO] ready"';
    expect(await client.registerManual(log)).toMatchObject({ success: false, errors: [error] });
    expect(await client.getTools()).toEqual([]);
  });

  for (
    const [command, error] of [
      ["true", "No output from discovery commands for CLI provider 'd'"],
      [
        "echo '{\"tools\":5}'",
        "Could not parse UTCP manual from CLI provider 'd' output: Invalid manual: tools: " +
        'expected an array, got a number: "{\\"tools\\":5}"',
      ],
      [
        "echo '[]'",
        "Could not parse UTCP manual from CLI provider 'd' output: Invalid manual: expected an " +
        'object, got an array: "[]"',
      ],
    ]
  ) {
    it(`fails where discovery is ${command}`, async () => {
      const given = { ...template("d", command!), discover: true };
      const result = await client.registerManual(given);
      expect(result).toMatchObject({ success: false, errors: [error] });
    });
  }

  it("fails where discovery ends with a status", async () => {
    const given = { ...template("d", "echo '{\"tools\":[]}'; exit 3"), discover: true };
    const { success, errors } = await client.registerManual(given);
    expect(success).toBe(false);
    expect(errors[0]).toMatch(
      /^Error discovering tools from CLI provider 'd': [^]*status 3/,
    );
  });

  it("does not mind noise on standard error (row 91)", async () => {
    const manual = JSON.stringify({ tools: [tool("a", "echo a")] });
    const noisy = { ...template("d", `echo ready >&2; echo '${manual}'`), discover: true };
    expect(await client.registerManual(noisy)).toMatchObject({ success: true });
  });

  it("runs nothing without the intent to discover (row 93)", async () => {
    const path = await Deno.makeTempFile();
    await client.registerManual(template("quiet", `echo ran >>${path}`));
    for (
      const word of ["x-utcp-discover", "my_utcp-discover", "utcp-discover.md", "utcp-discovery"]
    ) {
      await client.registerManual(template(word, `echo ${word} >>${path}`));
    }
    await client.registerManual({
      ...template("off", `echo utcp-discover >>${path}`),
      discover: false,
    });
    expect(await Deno.readTextFile(path)).toBe("");
    await client.registerManual(template("loud", `echo --utcp-discover >>${path}`));
    expect(await Deno.readTextFile(path)).toBe("--utcp-discover\n");
    await Deno.remove(path);
  });

  it("keeps the good tools of a manual with bad ones, and says which it left out", async () => {
    const manual = {
      tools: [
        tool("good", "echo good"),
        { name: "bad", tool_call_template: { call_template_type: "cli", commands: ["at"] } },
        { tool_call_template: {} },
        tool("typed", "echo", { inputs: { type: "text" } }),
      ],
    };
    expect(await client.registerManual(discovery("d", manual))).toMatchObject({
      success: true,
      errors: [
        "Tool 'bad' is left out: tool_call_template.commands[0]: expected an object, got a string",
        "Tool 'tools[2]' is left out: name: expected a name, got nothing",
        "Tool 'typed' is left out: inputs.type: expected a type of JSON Schema, got a string",
      ],
    });
    expect((await client.getTools()).map(({ name }) => name)).toEqual(["d.good"]);
  });

  it("leaves out tools of other protocols unless the manual allows them (row 94)", async () => {
    const manual = {
      tools: [
        tool("a", "echo a"),
        { name: "t", tool_call_template: { call_template_type: "text", content: "words" } },
      ],
    };
    const { errors } = await client.registerManual(discovery("d", manual));
    expect(errors).toEqual([
      "Tool 't' is left out: its protocol 'text' is not among those that the manual allows: 'cli'",
    ]);
    expect((await client.getTools()).map(({ name }) => name)).toEqual(["d.a"]);
    const allowed_communication_protocols = ["cli", "text"];
    await client.registerManual({ ...discovery("e", manual), allowed_communication_protocols });
    expect((await client.getTools()).map(({ name }) => name)).toEqual(["d.a", "e.a", "e.t"]);
    await expect(client.callTool("e.t")).rejects.toThrow("text"); // nothing registers it here
  });

  it("names tools after the manual (row 95)", async () => {
    const names = ["x.y", "d.a", "b"].map((name) => tool(name, "true"));
    const { manual } = await client.registerManual(discovery("d", { tools: names }));
    expect(manual.tools.map(({ name }) => name)).toEqual(["d.x.y", "d.a", "d.b"]);
  });

  it("keeps the first of two tools that have one name after the manual's is put before it", async () => {
    for (const [first, second] of [["a", "d.a"], ["d.a", "a"]] as [string, string][]) {
      const { manual, success, errors } = await client.registerManual(
        discovery("d", { tools: [tool(first, "echo first"), tool(second, "echo second")] }),
      );
      expect(success).toBe(true);
      expect(errors).toEqual([`Tool '${second}' is left out: an earlier tool is 'd.a' too`]);
      expect(manual.tools.map(({ name }) => name)).toEqual(["d.a"]);
      expect((await client.getTools()).map(({ name }) => name)).toEqual(["d.a"]);
      expect(await client.callTool("d.a")).toBe("first");
      await client.deregisterManual("d");
    }
  });

  it("sanitises the name of the manual, not the caller's object", async () => {
    const given = template("my-cli é", "echo hi");
    await client.registerManual(given);
    expect(given.name).toBe("my-cli é");
    expect(await client.callTool("my_cli__")).toBe("hi");
  });

  it("names a manual that has no name", async () => {
    const { name: _, ...nameless } = template("", "echo hi");
    const { manual } = await client.registerManual(nameless);
    expect(manual.tools[0]!.name).toMatch(/^([0-9a-f]{8}(_[0-9a-f]{4}){3}_[0-9a-f]{12})\.\1$/);
    expect(await client.callTool(manual.tools[0]!.name)).toBe("hi");
  });

  it("fails for a name that is taken, also at the same time (row 97)", async () => {
    const results = await Promise.allSettled([
      client.registerManual(template("d", "echo 1")),
      client.registerManual(template("d", "echo 2")),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await expect(client.registerManual(template("d", "echo 3"))).rejects.toThrow(
      "Manual 'd' already registered. Please use a different name or deregister the existing manual.",
    );
    expect(await client.callTool("d")).toBe("1");
  });

  it("frees the name where registering fails", async () => {
    await client.registerManual({ ...template("d", "true"), discover: true });
    expect(await client.registerManual(template("d", "echo 1"))).toMatchObject({ success: true });
  });

  it("throws for a template that is invalid", async () => {
    await expect(client.registerManual({ ...template("d", "true"), working_dir: 5 })).rejects
      .toThrow("Invalid call template: working_dir: expected a string, got a number");
    await expect(client.registerManual({ name: "d", call_template_type: "toString" })).rejects
      .toThrow();
  });

  it("stores variables, not their values, and gives copies", async () => {
    client.config.variables.d_KEY = "secret";
    await client.registerManual(env("d", "${KEY}", "echo hi"));
    expect(JSON.stringify(await client.config.tool_repository.getManualCallTemplates())).not
      .toContain("secret");
    const found = await client.getTool("d");
    found!.tool_call_template.commands[0].command = "echo changed";
    (await client.getTools())[0]!.tool_call_template.commands[0].command = "echo changed";
    expect(await client.callTool("d")).toBe("hi");
  });
});

describe("UtcpClient.substituteCallTemplateVariables()", () => {
  const substituted = async (given: CallTemplate) => {
    const client = await UtcpClient.create(".", { variables: { m_TOK: '"},{"' } });
    return await client.substituteCallTemplateVariables(given, "m");
  };

  beforeEach(() => {
    const serializer = {
      toDict: (given: CallTemplate) => given,
      validateDict: (given: Record<string, unknown>) => given as CallTemplate,
      copy: (given: CallTemplate) => given,
    };
    CallTemplateSerializer.registerCallTemplate("text", serializer, true);
  });

  it("leaves the text of a text manual alone (W12)", async () => {
    const given = { call_template_type: "text", content: "$TOK $5 $schema", base_url: "<$TOK>" };
    expect(await substituted(given)).toEqual({ ...given, base_url: '<"},{">' });
  });

  it("refuses names that begin with an underscore in every protocol (W5)", async () => {
    await expect(substituted({ call_template_type: "text", base_url: "${_b_SECRET}" })).rejects
      .toThrow(`Variable '_b_SECRET' is refused: its name begins with "_"`);
  });
});

describe("UtcpClient.deregisterManual()", () => {
  it("removes a manual once, and its tools with it (row 98)", async () => {
    const client = await UtcpClient.create(".", {
      manual_call_templates: [template("d", "true")],
    });
    expect(await client.deregisterManual("d")).toBe(true);
    expect(await client.deregisterManual("d")).toBe(false);
    await expect(client.callTool("d.d")).rejects.toThrow("not found");
  });
});

describe("UtcpClient.searchTools()", () => {
  let client: UtcpClient;
  const found = async (...query: Parameters<UtcpClient["searchTools"]>) =>
    (await client.searchTools(...query)).map(({ name }) => name);

  beforeEach(async () => {
    const tools = [
      tool("sun", "true", { description: "When the sun sets", tags: ["Forecast"] }),
      tool("rain", "true", { description: "Millimetres of rain", tags: ["Forecast", "wet"] }),
      tool("tide", "true", { description: "The sea" }),
    ];
    client = await UtcpClient.create(".", {
      manual_call_templates: [discovery("sky", { tools })],
    });
  });

  it("finds nothing where nothing matches (row 99)", async () => {
    expect(await found("nothing matches qqq")).toEqual([]);
  });

  it("finds tags in any case (row 101)", async () => {
    expect(await found("", 10, ["FORECAST"])).toEqual(["sky.sun", "sky.rain"]);
    expect(await found("sea", 10, ["FORECAST"])).toEqual([]);
  });

  it("gives the best first, as many as asked for", async () => {
    expect(await found("how much rain")).toEqual(["sky.rain"]);
    expect(await found("forecast of rain")).toEqual(["sky.rain", "sky.sun"]);
    expect(await found("forecast of rain", 1)).toEqual(["sky.rain"]);
    expect(await found("", 0)).toEqual([
      "sky.sun",
      "sky.rain",
      "sky.tide",
    ]);
  });

  it("finds the tools of a manual by its name", async () => {
    expect(await found("Sky")).toEqual([
      "sky.sun",
      "sky.rain",
      "sky.tide",
    ]);
  });
});

describe("UtcpClient.create()", () => {
  it("reads its own variables from the environment, strictly", async () => {
    const { config } = await UtcpClient.create(".", { variables: { m_K: "<$HOME>" } });
    expect(config.variables.m_K).toBe(`<${Deno.env.get("HOME")}>`);
    await expect(UtcpClient.create(".", { variables: { m_K: "$NOT_SET_ANYWHERE" } })).rejects
      .toThrow("NOT_SET_ANYWHERE");
  });

  it("rejects keys that it does not know", async () => {
    // @ts-expect-error: what a file may hold
    await expect(UtcpClient.create(".", { manuals: [] })).rejects.toThrow("manuals");
  });

  it("keeps what is good of the manuals, and reports what is bad", async () => {
    let client: UtcpClient;
    const lines = await errorsOf(async () => {
      client = await UtcpClient.create(".", {
        manual_call_templates: [
          { ...template("bad", ""), working_dir: 5 },
          discovery("half", { tools: [{}, tool("a", "true")] }),
          template("d", "echo 1"),
        ],
      });
    });
    expect(lines).toEqual([
      "Manual 'bad': Invalid call template: working_dir: expected a string, got a number",
      "Manual 'half': Tool 'tools[0]' is left out: name: expected a name, got nothing",
    ]);
    expect(await client!.callTool("d")).toBe("1");
  });

  it("uses a repository, a strategy and processors that it is given", async () => {
    const first = await UtcpClient.create(".", {
      tool_search_strategy: {
        tool_search_strategy_type: "tag_and_description_word_match",
        tag_weight: 7,
      },
      post_processing: [{ tool_post_processor_type: "filter_dict", exclude_keys: ["c"] }],
      manual_call_templates: [template("d", `echo '{"c":1,"e":2}'`)],
    });
    const { tool_repository, tool_search_strategy, post_processing } = first.config;
    const second = await UtcpClient.create(".", {
      tool_repository,
      tool_search_strategy,
      post_processing,
    });
    expect(second.config.tool_repository).toBe(tool_repository);
    expect(second.config.tool_search_strategy).toMatchObject({ tagWeight: 7 });
    expect(await second.callTool("d")).toEqual({ e: 2 });
  });

  /** Calls a tool that says three variables of these loaders. */
  const said = async (...load_variables_from: object[]) => {
    const config = {
      manual_call_templates: [env("d", "${A} ${B} ${C}", 'echo "$K"')],
      variables: { d_A: "own" },
      load_variables_from,
    };
    return await callOnce(config, "d");
  };

  it("reads variables from loaders, in order, after its own", async () => {
    const path = await Deno.makeTempFile();
    await Deno.writeTextFile(path, "d_A=file\nd_B=file\n");
    const values: Record<string, string> = { d_A: "object", d_B: "object", d_C: "object" };
    const get = (key: string) => Promise.resolve(values[key] ?? null);
    const file = { variable_loader_type: "dotenv", env_file_path: path };
    const gone = { variable_loader_type: "dotenv", env_file_path: `${path}/gone` };
    expect(await said(gone, file, { get })).toBe("own file object");
    expect(await said({ variable_loader_type: "unknown", get }, file)).toBe("own object object");
    expect(await said(dotenv(path), new Map(Object.entries(values)))).toBe("own file object");
    await Deno.remove(path);
  });

  it("lets its own variables refer to those of loaders", async () => {
    const { config } = await UtcpClient.create(".", {
      variables: { m_K: "<$OTHER>" },
      load_variables_from: [{ get: (key: string) => key === "OTHER" ? "v" : null }],
    });
    expect(config.variables.m_K).toBe("<v>");
  });

  it("refuses a variable of a loader that could be another manual's (W5)", async () => {
    const config = {
      manual_call_templates: [template("a", "echo ${_b_SECRET}")],
      load_variables_from: [(key: string) => key === "a__b_SECRET" ? "s" : undefined],
    };
    await expect(callOnce(config, "a")).rejects.toThrow('"_b_SECRET" is refused');
  });

  for (
    const [given, reason] of [
      ["x", ": expected an array, got a string"],
      [[{ variable_loader_type: "vault" }], "[0]: Invalid variable_loader_type: vault"],
      [
        [{ get: () => null }, { variable_loader_type: "dotenv" }],
        "[1]: Invalid dotenv loader: env_file_path: expected a path, got nothing",
      ],
    ] as [object[], string][]
  ) {
    it(`refuses load_variables_from ${JSON.stringify(given)}`, async () => {
      await expect(UtcpClient.create(".", { load_variables_from: given })).rejects.toThrow(
        new TypeError(`Invalid configuration: load_variables_from${reason}`),
      );
    });
  }

  const slow = template("slow", "echo begun; sleep 60");

  it("ends a call that takes longer than it is told to", async () => {
    const config = { manual_call_templates: [slow], timeout: 300 };
    await expect(callOnce(config, "slow")).rejects.toThrow(
      "Command script timed out after 300ms.\nstdout:\nbegun",
    );
  });

  it("ends a discovery that takes longer than it is told to", async () => {
    const client = await UtcpClient.create(".", { timeout: 100_000, discovery_timeout: 300 });
    const { success, errors } = await client.registerManual({ ...slow, discover: true });
    expect([success, errors]).toEqual([false, [
      "Error discovering tools from CLI provider 'slow': Command script timed out after 300ms." +
      "\nstdout:\nbegun",
    ]]);
  });

  it("cuts output where it is told to", async () => {
    const config = { manual_call_templates: [template("d", "echo abcdef")], max_output: 3 };
    expect(await callOnce(config, "d")).toBe("abc\n[output cut: the first 3 of 7 bytes]");
  });

  it("lets a template's own limits come first", async () => {
    const limits = { timeout: 100_000, discovery_timeout: 100_000, max_output: 3 };
    const client = await UtcpClient.create(".", {
      ...limits,
      manual_call_templates: [
        { ...slow, timeout: 300 },
        { ...template("d", "echo abcdef"), max_output: 100 },
      ],
    });
    await expect(client.callTool("slow")).rejects.toThrow("timed out after 300ms");
    expect(await client.callTool("d")).toBe("abcdef");
    const { errors } = await client.registerManual({
      ...slow,
      name: "found",
      discover: true,
      timeout: 400,
    });
    expect(errors[0]).toContain("timed out after 400ms");
  });

  for (const name of ["timeout", "discovery_timeout", "max_output"]) {
    it(`refuses a ${name} of 0`, async () => {
      await expect(UtcpClient.create(".", { [name]: 0 })).rejects.toThrow(
        new TypeError(`Invalid configuration: ${name}: expected a number above 0, got 0`),
      );
    });
  }
});

describe("UtcpClient.getRequiredVariablesForManualAndTools()", () => {
  it("names the variables, not what is the shell's", async () => {
    const client = await UtcpClient.create();
    const given = template("my-cli", "echo $KEY $CMD_0_OUTPUT", "awk '{print $1}'");
    expect(await client.getRequiredVariablesForManualAndTools(given)).toEqual(["my__cli_KEY"]);
  });
});

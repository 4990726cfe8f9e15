// spec/utcp-cli.md 1.1 to 1.3 and 2.1: manuals and call templates that others wrote.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { isCliTemplate, parseManual, parseTemplate } from "../../utcp/template.ts";

const date = { call_template_type: "cli", commands: [{ command: "date" }] };
const tool = (members: object) => ({ name: "t", tool_call_template: date, ...members });

describe("parseTemplate()", () => {
  it("parseTemplate() keeps what it knows and leaves out the rest", () => {
    const template = {
      name: "m",
      call_template_type: "cli",
      commands: [{ command: "a", append_to_final_output: false, allow_failure: true }],
      env_vars: { K: "v" },
      inherit_env_vars: ["PATH"],
      working_dir: "/",
      allowed_communication_protocols: ["cli", "text"],
      discover: true,
      timeout: 5000,
      on_error: "continue",
      subshells: true,
      max_output: 100,
    };
    expect(parseTemplate({ ...template, info: 1, auth: null, "x-note": "" })).toEqual(template);
    expect(parseTemplate({ call_template_type: "cli", argv: ["git", "log"] })).toEqual({
      call_template_type: "cli",
      commands: [],
      argv: ["git", "log"],
    });
  });

  it("parseTemplate() reads null and an empty directory as left out", () => {
    const nulls = {
      name: null,
      env_vars: null,
      inherit_env_vars: null,
      working_dir: "",
      timeout: null,
      discover: null,
      argv: null,
      commands: [{ command: "a", append_to_final_output: null }],
    };
    expect(parseTemplate({ ...nulls, call_template_type: "cli" })).toEqual({
      call_template_type: "cli",
      commands: [{ command: "a" }],
    });
    expect(parseTemplate({ call_template_type: "cli", commands: null }).commands).toEqual([]);
  });

  const wrong: [given: unknown, message: string][] = [
    [null, "expected an object, got null"],
    [[], "expected an object, got an array"],
    ["cli", "expected an object, got a string"],
    [{}, 'call_template_type: expected "cli", got nothing'],
    [{ call_template_type: "http" }, 'call_template_type: expected "cli", got a string'],
    [{ ...date, commands: "date" }, "commands: expected an array, got a string"],
    [{ ...date, commands: ["date"] }, "commands[0]: expected an object, got a string"],
    [{ ...date, commands: [{}] }, "commands[0].command: expected a string, got nothing"],
    [
      { ...date, commands: [{ command: 1 }] },
      "commands[0].command: expected a string, got a number",
    ],
    [
      { ...date, commands: [{ command: "a\0" }] },
      "commands[0].command: expected no NUL character, got a string",
    ],
    [
      { ...date, commands: [{ command: "a", allow_failure: "yes" }] },
      "commands[0].allow_failure: expected a boolean, got a string",
    ],
    [{ ...date, env_vars: [] }, "env_vars: expected an object, got an array"],
    [{ ...date, env_vars: { A: 1 } }, "env_vars.A: expected a string, got a number"],
    [
      { ...date, env_vars: { "A=B": "" } },
      'env_vars."A=B": expected a variable\'s name, got a string',
    ],
    [{ ...date, env_vars: { "": "" } }, 'env_vars."": expected a variable\'s name, got ""'],
    [{ ...date, inherit_env_vars: "PATH" }, "inherit_env_vars: expected an array, got a string"],
    [{ ...date, inherit_env_vars: [1] }, "inherit_env_vars[0]: expected a string, got a number"],
    [{ ...date, working_dir: 1 }, "working_dir: expected a string, got a number"],
    [{ ...date, auth: { auth_type: "basic" } }, "auth: expected nothing, got an object"],
    [{ ...date, timeout: 0 }, "timeout: expected a number above 0, got 0"],
    [{ ...date, timeout: NaN }, "timeout: expected a number above 0, got NaN"],
    [{ ...date, timeout: "1s" }, "timeout: expected a number, got a string"],
    [{ ...date, max_output: -1 }, "max_output: expected a number above 0, got -1"],
    [{ ...date, on_error: "go" }, 'on_error: expected "stop" or "continue", got "go"'],
    [{ ...date, argv: ["a"] }, "argv: expected nothing beside commands, got an array"],
    [{ call_template_type: "cli", argv: [] }, "argv: expected a program, got an array"],
  ];
  for (const [given, message] of wrong) {
    it(`parseTemplate() says ${message}`, () => {
      expect(() => parseTemplate(given)).toThrow(
        new TypeError(`Invalid call template: ${message}`),
      );
    });
  }
});

describe("parseManual()", () => {
  it("parseManual() fills in what is left out", () => {
    expect(parseManual({ tools: [tool({})], info: { title: "x" } })).toEqual({
      manual: {
        utcp_version: "1.0.0",
        manual_version: "1.0.0",
        tools: [{
          name: "t",
          description: "",
          inputs: {},
          outputs: {},
          tags: [],
          tool_call_template: date,
        }],
      },
      dropped: [],
    });
  });

  it("parseManual() keeps schemas and templates of other protocols as they are", () => {
    const inputs = { type: ["object", "null"], "x-order": 1, properties: { __proto__: {} } };
    const text = { call_template_type: "text", content: "{}", other: [1] };
    const { manual } = parseManual({
      tools: [tool({ inputs, outputs: true, average_response_size: 9, tool_call_template: text })],
    });
    expect(manual.tools[0]).toMatchObject({ inputs, outputs: true, average_response_size: 9 });
    expect(manual.tools[0]!.tool_call_template).toEqual(text);
    expect(isCliTemplate(manual.tools[0]!.tool_call_template)).toBe(false);
  });

  it("parseManual() drops what is wrong and keeps the good tools", () => {
    const { manual, dropped } = parseManual({
      tools: [
        tool({ name: "good" }),
        "not a tool",
        tool({ name: "" }),
        tool({ name: 5 }),
        tool({ name: "untyped", inputs: { type: "file" } }),
        tool({ name: "list", inputs: [] }),
        tool({ name: "tagged", tags: "a" }),
        tool({ name: "legacy", tool_call_template: undefined, tool_provider: {} }),
        tool({ name: "typeless", tool_call_template: {} }),
        tool({ name: "plain", tool_call_template: { ...date, commands: ["date"] } }),
        tool({ name: "twice", description: "first" }),
        tool({ name: "twice", description: "last" }),
      ],
    });
    expect(manual.tools.map(({ name, description }) => [name, description])).toEqual([
      ["good", ""],
      ["twice", "last"],
    ]);
    expect(dropped).toEqual([
      { name: "tools[1]", reason: "expected an object, got a string" },
      { name: "tools[2]", reason: 'name: expected a name, got ""' },
      { name: "tools[3]", reason: "name: expected a string, got a number" },
      { name: "untyped", reason: "inputs.type: expected a type of JSON Schema, got a string" },
      { name: "list", reason: "inputs: expected an object, got an array" },
      { name: "tagged", reason: "tags: expected an array, got a string" },
      { name: "legacy", reason: "tool_call_template: expected an object, got nothing" },
      {
        name: "typeless",
        reason: "tool_call_template.call_template_type: expected a string, got nothing",
      },
      { name: "plain", reason: "tool_call_template.commands[0]: expected an object, got a string" },
      { name: "twice", reason: "a later tool has its name" },
    ]);
  });

  for (
    const [given, message] of [
      [[], "expected an object, got an array"],
      [{}, "tools: expected an array, got nothing"],
      [{ tools: {} }, "tools: expected an array, got an object"],
      [{ tools: [], utcp_version: 1 }, "utcp_version: expected a string, got a number"],
    ] as const
  ) {
    it(`parseManual() says ${message}`, () => {
      expect(() => parseManual(given)).toThrow(new TypeError(`Invalid manual: ${message}`));
    });
  }
});

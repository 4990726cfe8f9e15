import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { defineRawTool } from "../../agenttool/define_tool.ts";
import type { JsonSchema } from "../../agenttool/tool.ts";
import { utcpManual } from "../../utcp/manual.ts";

const tool = (name: string, parameters?: JsonSchema | string, description = "") =>
  defineRawTool({ name, description, parameters, execute: () => "" });

const command = ["/opt/kit"];

/** The schema of a tool with these properties. */
const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
});

describe("utcpManual()", () => {
  it("writes form A: one flag an argument", () => {
    const echo = tool(
      "echo",
      object(
        { message: { type: "string" }, times: { type: "integer" }, loud: { type: "boolean" } },
        ["message"],
      ),
      "Echo a message",
    );
    const manual = JSON.parse(utcpManual([echo], { command, byReference: true, tags: ["kit"] }));
    expect(manual).toEqual({
      utcp_version: "1.0.1",
      manual_version: "1.0.0",
      tools: [{
        name: "echo",
        description: "Echo a message",
        inputs: object(
          { message: { type: "string" }, times: { type: "integer" }, loud: { type: "boolean" } },
          ["message"],
        ),
        outputs: { type: "object" },
        tags: ["kit"],
        tool_call_template: {
          call_template_type: "cli",
          commands: [{
            command: "'/opt/kit' utcp-call echo --message=UTCP_ARG_message_UTCP_END " +
              "--times=UTCP_ARG_times_UTCP_END --loud=UTCP_ARG_loud_UTCP_END",
            append_to_final_output: true,
          }],
        },
      }],
    });
  });

  it("writes form B: a here-document with a key of its own", () => {
    const echo = tool("echo", object({ message: { type: "string" }, times: { type: "integer" } }));
    const written = () => {
      const manual = JSON.parse(utcpManual([echo], { command }));
      return manual.tools[0].tool_call_template.commands[0].command as string;
    };
    const first = written();
    const key = /--stdin-envelope=([0-9a-f]{24}) /.exec(first)?.[1];
    expect(first).toBe(
      `'/opt/kit' utcp-call echo --stdin-envelope=${key} <<'UTCP_${key}'\n` +
        `@${key} message\nUTCP_ARG_message_UTCP_END\n` +
        `@${key} times\nUTCP_ARG_times_UTCP_END\n@${key} .\nUTCP_${key}\n`,
    );
    expect(written()).not.toContain(key);
  });

  it("names variables beside those that clients pass on anyway, and nothing without them", () => {
    const inherited = (variables?: string[]) =>
      JSON.parse(utcpManual([tool("t")], { command, variables })).tools[0].tool_call_template
        .inherit_env_vars;
    expect(inherited(["API_KEY", "TZ", "API_KEY"])).toEqual(
      ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "USER", "LOGNAME", "SHELL", "TZ", "TERM"]
        .concat("API_KEY"),
    );
    expect(inherited([])).toBe(undefined);
    expect(inherited()).toBe(undefined);
    expect(() => inherited(["$A"])).toThrow(
      new TypeError('Cannot write "$A" into a call template: it is no name of a variable'),
    );
  });

  it("quotes every word of the command", () => {
    const manual = utcpManual([tool("t")], {
      command: ["/my tool's dir/kit", "run", "/a b.ts"],
      byReference: true,
    });
    expect(JSON.parse(manual).tools[0].tool_call_template.commands[0].command).toBe(
      "'/my tool'\\''s dir/kit' 'run' '/a b.ts' utcp-call t",
    );
  });

  for (
    const [word, what] of [["/a$b", '"$"'], ["/UTCP_ARG_x", '"UTCP_ARG_"'], ["/a\0", '"\\u0000"']]
  ) {
    it(`refuses a command with ${what}`, () => {
      expect(() => utcpManual([tool("t")], { command: [word!] })).toThrow(
        new TypeError(
          `Cannot write ${JSON.stringify(word)} into a call template: it holds ${what}`,
        ),
      );
    });
  }

  it("writes ASCII without a dollar sign, and the same text", () => {
    const description = "costs $5, 5 €, 😀, $ref";
    const text = utcpManual(
      [tool("t", object({ p: { type: "string", pattern: "^é$" } }), description)],
      { command, byReference: true },
    );
    expect(text).toMatch(/^[ -#%-~]+$/);
    const [entry] = JSON.parse(text).tools;
    expect(entry.description).toBe(description);
    expect(entry.inputs.properties.p).toEqual({ type: "string", pattern: "^é$" });
  });

  it("passes what is no scalar as JSON text", () => {
    const properties = {
      list: { type: "array", items: { type: "string" }, description: "The names" },
      map: { type: "object" },
      any: {},
      either: { type: ["string", "integer"] },
    };
    const manual = JSON.parse(utcpManual([tool("t", object(properties))], { command }));
    expect(manual.tools[0].inputs.properties).toEqual({
      list: {
        type: "string",
        description:
          'The names\nAs JSON text that fits the schema {"type":"array","items":{"type":"string"},' +
          '"description":"The names"}',
      },
      map: {
        type: "string",
        description: 'As JSON text that fits the schema {"type":"object"}',
      },
      any: { type: "string", description: "As JSON text that fits the schema {}" },
      either: {
        type: "string",
        description: 'As JSON text that fits the schema {"type":["string","integer"]}',
      },
    });
  });

  it("says of what may be null that it may, however the schema says it", () => {
    const properties = {
      integer: { type: ["integer", "null"], minimum: 1 },
      text: { type: ["null", "string"], description: "A name" },
      any: { anyOf: [{ type: "boolean" }, { type: "null" }] },
      reference: { $ref: "#/$defs/a~1b" },
      all: { allOf: [{ $ref: "#/$defs/a~1b" }], type: ["number", "null"] },
      value: { enum: [1, null] },
      words: { type: ["string", "null"], enum: ["a", "b"] },
      constant: { const: "a" },
      plain: { allOf: [{ type: ["string", "null"] }], type: "string" },
      loop: { type: ["string", "null"], anyOf: [{ $ref: "#/properties/loop" }] },
      lost: { type: ["string", "null"], allOf: [{ $ref: "#/$defs/none" }, {}] },
    };
    const schema = { ...object(properties), $defs: { "a/b": { type: ["number", "null"] } } };
    const manual = JSON.parse(utcpManual([tool("t", schema)], { command }));
    const types = Object.entries<{ type: unknown }>(manual.tools[0].inputs.properties)
      .map(([name, { type }]) => [name, type]);
    expect(Object.fromEntries(types)).toEqual({
      integer: ["integer", "null"],
      text: ["string", "null"],
      any: ["boolean", "null"],
      reference: ["number", "null"],
      all: ["number", "null"],
      value: ["integer", "null"],
      words: "string",
      constant: "string",
      plain: "string",
      loop: "string",
      lost: "string",
    });
    expect(manual.tools[0].inputs.properties.text).toEqual({
      type: ["string", "null"],
      description:
        'A name\nText or null; text that reads null or None, or that begins with ", as a JSON string',
    });
    expect(manual.tools[0].inputs.properties.integer).toEqual({
      type: ["integer", "null"],
      minimum: 1,
    });
  });

  it("keeps the keywords that every client reads, where they are well-formed", () => {
    const properties = {
      a: { type: "integer", minimum: 1, maximum: 9, default: 2, enum: [1, 2], multipleOf: 1 },
      b: { type: "string", format: 5, minimum: "1", $comment: "no" },
    };
    const manual = JSON.parse(utcpManual([tool("t", object(properties))], { command }));
    expect(manual.tools[0].inputs.properties).toEqual({
      a: { type: "integer", minimum: 1, maximum: 9, default: 2, enum: [1, 2] },
      b: { type: "string" },
    });
  });

  it("leaves out what a call template cannot carry, and says so", () => {
    const notes: string[] = [];
    const tools = [
      tool("read-file"),
      tool("edit", object({ "old-text": { type: "string" } }, ["old-text"])),
      tool(
        "find",
        object({
          "max.depth": { type: "integer" },
          a_UTCP_END: { type: "string" },
          constructor: { type: "string" },
          name: { type: "string" },
        }),
      ),
    ];
    const manual = JSON.parse(
      utcpManual(tools, { command, byReference: true, note: (text) => notes.push(text) }),
    );
    expect(manual.tools.map(({ name }: { name: string }) => name)).toEqual(["find"]);
    expect(Object.keys(manual.tools[0].inputs.properties)).toEqual(["name"]);
    expect(manual.tools[0].tool_call_template.commands[0].command).toBe(
      "'/opt/kit' utcp-call find --name=UTCP_ARG_name_UTCP_END",
    );
    expect(notes).toEqual([
      'Tool "read-file" is left out: its name has characters that a call template cannot carry',
      'Tool "edit" is left out: its required argument "old-text" has characters that a placeholder ' +
      "cannot carry",
      'Tool "find": argument "max.depth" has characters that a placeholder cannot carry, and is left ' +
      "out",
      'Tool "find": argument "a_UTCP_END" holds the end of a placeholder, and is left out',
      'Tool "find": argument "constructor" is a name that some clients give a value of their own, ' +
      "and is left out",
    ]);
  });
});

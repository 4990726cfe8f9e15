// What a toolcli configuration may say. The reader and the schema for editors agree, row by row.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "@std/jsonc";
import { readConfiguration } from "../../host/_configuration.ts";
import manifest from "../../deno.json" with { type: "json" };
import schema from "../../host/toolcli.schema.json" with { type: "json" };

const GOOD = [
  '{ "sources": [{ "module": "./tools.ts" }] }',
  '{ "$schema": "x", "name": "kit", "description": "", "sources": [{ "module": "jsr:@a/b" }] }',
  '{ "name": "a.b-C_9", "sources": [{ "utcp": "m.json", "variables": { "KEY": "v" } }] }',
  '{ "sources": [{ "utcp": "m.json", "prefix": "p", "include": ["a*"], "exclude": [] }] }',
  '{ "sources": [{ "utcp": "m.json", "env_files": [], "timeout": 0.5 }] }',
  '{ "sources": [{ "utcp": "m.json", "discovery_timeout": 1, "max_output": 1e9 }] }',
  '{ "sources": [{ "mcp": { "command": "npx" } }, { "mcp": { "command": "npx" } }] }',
  '{ "sources": [{ "mcp": { "command": "x", "args": ["-y", ""], "env": {}, "cwd": "." } }] }',
  '{ "sources": [{ "mcp": { "url": "https://x.example/mcp", "headers": { "A-B": "${T}" } } }] }',
  '{ "sources": [{ "mcp": { "url": "http://127.0.0.1:${PORT}/mcp" } }] }',
  '{ "sources": [{ "mcp": { "url": "${BASE:-http://x.example}/mcp" } }] }',
  '{ "sources": [{ "asmp": "HTTP://127.0.0.1:3000" }] } // a comment',
];

/** Each is the second line of a file, after `{`. */
const BAD: [text: string, message: string][] = [
  ['"souces": [] }', '2: souces: unknown member, did you mean "sources"?'],
  ['"sources": [], "x": 1 }', "2: x: unknown member"],
  ['"name": "kit" }', "1: sources: expected an array, got nothing"],
  ['"sources": {} }', "2: sources: expected an array, got an object"],
  ['"sources": [] }', "2: sources: expected at least one source, got []"],
  ['"sources": [5] }', "2: sources[0]: expected an object, got a number"],
  ['"sources": [\n{}] }', '3: sources[0]: expected one of "module", "utcp", "mcp" and "asmp"'],
  [
    '"sources": [{ "module": "a" },\n{ "module": "b", "asmp": "http://x" }] }',
    '3: sources[1].asmp: a source is of one kind, and this one has "module" too',
  ],
  [
    '"sources": [{ "modul": "a" }] }',
    '2: sources[0].modul: unknown member, did you mean "module"?',
  ],
  ['"sources": [{ "module": "" }] }', MODULE("an empty string")],
  ['"sources": [{ "module": null }] }', "2: sources[0].module: expected a string, got null"],
  ['"sources": [{ "utcp": 1 }] }', "2: sources[0].utcp: expected a string, got a number"],
  [
    '"sources": [{ "module": "a", "variables": {} }] }',
    '2: sources[0].variables: goes with "utcp" only',
  ],
  [
    '"sources": [{ "utcp": "a", "variables": { "a b": 1 } }] }',
    '2: sources[0].variables["a b"]: expected a string, got a number',
  ],
  [
    '"sources": [{ "utcp": "a", "env_file": [".env"] }] }',
    '2: sources[0].env_file: unknown member, did you mean "env_files"?',
  ],
  [
    '"sources": [{ "mcp": { "command": "a" }, "env_files": [] }] }',
    '2: sources[0].env_files: goes with "utcp" only',
  ],
  [
    '"sources": [{ "asmp": "http://x", "max_output": 1 }] }',
    '2: sources[0].max_output: goes with "utcp" only',
  ],
  [
    '"sources": [{ "utcp": "a", "env_files": ".env" }] }',
    "2: sources[0].env_files: expected an array, got a string",
  ],
  [
    '"sources": [{ "utcp": "a", "env_files": [".env",\n""] }] }',
    "3: sources[0].env_files[1]: expected a string that is not empty, got an empty string",
  ],
  [
    '"sources": [{ "utcp": "a", "timeout": 0 }] }',
    "2: sources[0].timeout: expected a number above 0, got 0",
  ],
  [
    '"sources": [{ "utcp": "a", "discovery_timeout": "1s" }] }',
    "2: sources[0].discovery_timeout: expected a number, got a string",
  ],
  [
    '"sources": [{ "utcp": "a", "max_output": -1 }] }',
    "2: sources[0].max_output: expected a number above 0, got -1",
  ],
  ['"sources": [{ "mcp": "npx" }] }', "2: sources[0].mcp: expected an object, got a string"],
  ['"sources": [{ "mcp": {} }] }', '2: sources[0].mcp: expected "command" or "url"'],
  [
    '"sources": [{ "module": "a" }, {\n"mcp": {\n"comand": "npx" } }] }',
    '4: sources[1].mcp.comand: unknown member, did you mean "command"?',
  ],
  [
    '"sources": [{ "mcp": { "command": "a", "url": "http://x" } }] }',
    '2: sources[0].mcp.url: a server has a "command" or a "url", and this one has both',
  ],
  [
    '"sources": [{ "mcp": { "url": "http://x",\n"args": [] } }] }',
    '3: sources[0].mcp.args: goes with "command", not with "url"',
  ],
  [
    '"sources": [{ "mcp": { "command": "a", "headers": {} } }] }',
    '2: sources[0].mcp.headers: goes with "url", not with "command"',
  ],
  [
    '"sources": [{ "mcp": { "command": "a", "args": ["x",\n2] } }] }',
    "3: sources[0].mcp.args[1]: expected a string, got a number",
  ],
  [
    '"sources": [{ "mcp": { "command": "a", "env": { "X": true } } }] }',
    "2: sources[0].mcp.env.X: expected a string, got a boolean",
  ],
  [
    '"sources": [{ "mcp": { "url": "x.example" } }] }',
    "2: sources[0].mcp.url: expected an address that begins with http:// or https://",
  ],
  [
    '"sources": [{ "asmp": "ftp://x" }] }',
    "2: sources[0].asmp: expected an address that begins with http:// or https://",
  ],
  ['"sources": [{ "module": "a", "prefix": "-x" }] }', WORD("sources[0].prefix")],
  ['"sources": [{ "module": "a", "prefix": "a b" }] }', WORD("sources[0].prefix")],
  ['"name": "a/b", "sources": [{ "module": "a" }] }', WORD("name")],
  [
    '"sources": [{ "module": "a", "include": "x" }] }',
    "2: sources[0].include: expected an array, got a string",
  ],
  [
    '"sources": [{ "module": "a", "exclude": ["x", []] }] }',
    "2: sources[0].exclude[1]: expected a string, got an array",
  ],
];

function MODULE(got: string): string {
  return `2: sources[0].module: expected a string that is not empty, got ${got}`;
}

function WORD(path: string): string {
  return `2: ${path}: expected letters, digits, _, . and -, the first one no . or -`;
}

function read(text: string) {
  return readConfiguration("/dir/toolcli.jsonc", text, parse(text));
}

const valid = new Ajv2020().compile(schema);

describe("readConfiguration()", () => {
  for (const text of GOOD) {
    it(`readConfiguration() takes ${text}, and so does the schema`, () => {
      expect(read(text).origins.length).toBeGreaterThan(0);
      expect(valid(parse(text))).toBe(true);
    });
  }

  for (const [rest, message] of BAD) {
    it(`readConfiguration() refuses ${JSON.stringify(rest)}, and so does the schema`, () => {
      const text = `{\n${rest}`;
      expect(() => read(text)).toThrow(new Error(`/dir/toolcli.jsonc:${message}`));
      expect(valid(parse(text))).toBe(false);
    });
  }

  it("readConfiguration() refuses a member given twice", () => {
    expect(() => read('{ "sources": [{ "module": "a",\r\n"module": "b" }] }'))
      .toThrow(new Error("/dir/toolcli.jsonc:2: sources[0].module: given twice"));
  });

  it("readConfiguration() makes paths absolute from the file's folder", () => {
    const { name, origins } = read(`{ "name": "kit", "sources": [
      { "module": "./lib/tools.ts" },
      { "module": "/abs/tools.ts" },
      { "module": "https://x.example/tools.ts" },
      { "utcp": "manual.json", "variables": { "K": "v" }, "prefix": "u" },
      { "utcp": "a.json", "env_files": [".env", "../b.env", "/c.env"], "timeout": 1,
        "discovery_timeout": 2, "max_output": 3 },
      { "mcp": { "command": "./server.sh", "cwd": "../work" } },
      { "mcp": { "command": "npx", "args": ["-y", "./not-a-path"] } }
    ] }`);
    expect(name).toBe("kit");
    expect(origins).toMatchObject([
      { kind: "module", module: "/dir/lib/tools.ts", label: "./lib/tools.ts", at: "sources[0]" },
      { module: "/abs/tools.ts" },
      { module: "https://x.example/tools.ts" },
      { kind: "utcp", path: "/dir/manual.json", variables: { K: "v" }, prefix: "u" },
      {
        envFiles: ["/dir/.env", "/dir/../b.env", "/c.env"],
        limits: { timeout: 1, discoveryTimeout: 2, maxOutput: 3 },
      },
      { kind: "mcp", server: { command: "/dir/server.sh", cwd: "/dir/../work" } },
      { server: { command: "npx", args: ["-y", "./not-a-path"] }, label: "npx ./not-a-path" },
    ]);
  });

  it("the schema has the address that it is published at, as the documentation names it", async () => {
    const { name, version } = manifest;
    const address = `https://jsr.io/${name}/${version}/host/toolcli.schema.json`;
    expect(schema.$id).toBe(address);
    const tools = await Deno.readTextFile(new URL("../../docs/tools.md", import.meta.url));
    expect(tools).toContain(`"$schema": ${JSON.stringify(address)}`);
  });
});

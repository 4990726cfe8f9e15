import { parse } from "@std/jsonc";
import { readConfiguration } from "../../host/_configuration.ts";
import { positionsOf } from "../../host/_positions.ts";
import { ConfigurationError } from "../../host/errors.ts";
import type { Target } from "./_target.ts";

const PIECES = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"sources"',
  '"name"',
  '"module"',
  '"utcp"',
  '"mcp"',
  '"asmp"',
  '"command"',
  '"args"',
  '"url"',
  '"headers"',
  '"env"',
  '"prefix"',
  '"include"',
  '"variables"',
  '"__proto__"',
  '"constructor"',
  '"http://127.0.0.1"',
  '"./a.ts"',
  '"${X}"',
  '"*"',
  "null",
  "true",
  "1",
  '""',
  '"\\u0000"',
  "// c\n",
  "/* c */",
  "\n",
  "\t",
  " ",
];

const VALID = [
  '{"sources":[{"module":"./a.ts"}]}',
  '{\n  // kit\n  "name": "kit", "description": "d",\n  "sources": [\n' +
  '    { "mcp": { "command": "x", "args": ["a"], "env": { "K": "${V}" } }, "prefix": "p" },\n' +
  '    { "mcp": { "url": "https://e.com/mcp", "headers": { "A": "b" } }, "include": ["r*"] },\n' +
  '    { "utcp": "./m.json", "variables": { "K": "v" }, "exclude": ["*_x"] },\n' +
  '    { "asmp": "http://127.0.0.1:3000" },\n  ]\n}',
];

/** The configuration of toolcli, which people write by hand. */
export const configuration: Target = {
  name: "configuration",
  input: (random) =>
    random.once(4)
      ? `{"sources":[${random.text(PIECES, 10)}]}`
      : random.mutated(random.one(VALID), PIECES),
  check(text) {
    // It points into what is no JSON, too: an editor's half-written file.
    positionsOf(text);
    let value: unknown;
    try {
      value = parse(text);
    } catch {
      return;
    }
    try {
      readConfiguration("/a/toolcli.jsonc", text, value);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      if (!/^\/a\/toolcli\.jsonc:\d+: \S/.test(error.message)) throw error;
    }
  },
};

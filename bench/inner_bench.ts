/**
 * `deno bench -A bench/`: what the parts of a call cost in a process that runs already, where the
 * start-up measure of startup.ts sees none of them.
 *
 * @module
 */

import { Ajv2020 } from "ajv/dist/2020.js";
import { defineRawTool, type Tool } from "../agenttool/mod.ts";
import { validator } from "../agenttool/validate.ts";
import { commands, Runner } from "../cli/mod.ts";
import { markdown } from "../markdown/mod.ts";

const PARAMETERS = {
  type: "object",
  properties: {
    path: { type: "string", minLength: 1, description: "A path" },
    limit: { type: "integer", minimum: 1, maximum: 1000, default: 100 },
    kind: { type: "string", enum: ["file", "folder", "link"] },
    tags: { type: "array", items: { type: "string" }, maxItems: 10 },
    target: {
      type: "object",
      properties: { host: { type: "string" }, port: { type: ["integer", "null"] } },
      required: ["host"],
    },
  },
  required: ["path"],
  additionalProperties: false,
};
const ARGS = JSON.stringify({
  path: "a/b",
  limit: 7,
  kind: "file",
  tags: ["x", "y"],
  target: { host: "h", port: null },
});

const parameters = JSON.stringify(PARAMETERS);
const tools: Tool[] = Array.from({ length: 1000 }, (_, index) =>
  defineRawTool({
    name: `tool_${index}`,
    description: "Does something with a path.\nIt takes a target, too.",
    parameters,
    execute: (call) => call.args,
  }));

Deno.bench("describe and render 1,000 tools", () => {
  markdown("kit", commands(tools));
});

const one = new Runner({
  name: "kit",
  tools: tools.slice(0, 1),
  stdout: discard(),
  stderr: discard(),
});

Deno.bench("run 10,000 command lines of five flags", async () => {
  const line = "tool_0 --path a/b --limit=7 --kind file --tags x --target.host h".split(" ");
  for (let n = 0; n < 10_000; n++) await one.run(line);
});

const ours = validator(PARAMETERS);
await ours.validate(ARGS);

Deno.bench({
  name: "validate everyday arguments 10,000 times",
  group: "validate",
  baseline: true,
  fn: async () => {
    for (let n = 0; n < 10_000; n++) await ours.validate(ARGS);
  },
});

const theirs = new Ajv2020({ allErrors: true, strict: false }).compile(PARAMETERS);

Deno.bench({
  name: "the same by ajv's compiled code and JSON.parse",
  group: "validate",
  fn: () => {
    for (let n = 0; n < 10_000; n++) theirs(JSON.parse(ARGS));
  },
});

const large = JSON.stringify({
  target: {
    port: 1,
    rows: Array.from({ length: 100_000 }, (_, id) => ({ id, text: "x".repeat(80) })),
  },
});

Deno.bench("merge a flag into a JSON argument of 10 MB", async () => {
  await one.run(["tool_0", "--target.host", "h", large]);
});

const much = defineRawTool({ name: "much", execute: () => "0123456789abcde\n".repeat(6_553_600) });
const writer = new Runner({ name: "kit", tools: [much], stdout: discard(), stderr: discard() });

Deno.bench("write 100 MB of output to a stream", async () => {
  await writer.run(["much"]);
});

function discard(): WritableStream<Uint8Array> {
  return new WritableStream();
}

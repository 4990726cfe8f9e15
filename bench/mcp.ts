/**
 * `deno run -A bench/mcp.ts [--rounds N] [--check] [COMMAND [ARG ...]]`: measures a program of an MCP
 * server's tools, their list in the cache: its help against an empty program, and a call against a
 * bare client of the same package that connects and calls. The server is one of a few lines, or
 * `COMMAND`, whose tool `echo` takes a `message`.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { measure, print, type Program } from "./_measure.ts";

const root = new URL("../", import.meta.url).pathname;
const options = parseArgs(Deno.args, {
  boolean: ["check"],
  string: ["rounds"],
  stopEarly: true,
});
const run = (...words: string[]) => [Deno.execPath(), "run", "-A", ...words];
const given = options._.map(String);
const server = given.length > 0 ? given : run(`${root}bench/_mcp_server.ts`);
const empty = await Deno.makeTempFile({ dir: `${root}examples`, suffix: ".ts" });
const kit = (...words: string[]) => run("bench/_mcp_kit.ts", ...words, "--", ...server);
const tables: [title: string, programs: Program[]][] = [
  ["help", [
    { name: "an empty program", command: run(empty), limit: 1 },
    { name: "help from the cache", command: kit("help"), limit: 2.4 },
    { name: "a schema from the cache", command: kit("schema", "echo"), limit: 2.4 },
  ]],
  ["calls", [
    { name: "a bare client", command: run("bench/_mcp_bare.ts", ...server), limit: 1 },
    { name: "a call", command: kit("echo", "--message", "hi"), limit: 1.25 },
  ]],
];
let missed = 0;
try {
  for (const [title, programs] of tables) {
    const measured = await measure(programs, Number(options.rounds ?? 20), root);
    print(title, measured);
    missed += measured.filter(({ program, ratio }) => ratio > program.limit).length;
  }
} finally {
  await Deno.remove(empty);
}
Deno.exit(options.check && missed > 0 ? 1 : 0);

/**
 * `deno task bench [--check] [--rounds N] [--corpus FILE]… [--peers DIR] [--mcp FILE]`: measures what
 * calls take from process start to end, against an empty program in the same run. See README.md
 * beside this file.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { measure, type Measured, print, type Program } from "./_measure.ts";

const root = new URL("../", import.meta.url).pathname;
const options = parseArgs(Deno.args, {
  boolean: ["check"],
  string: ["rounds", "corpus", "peers", "mcp"],
  collect: ["corpus"],
});
const rounds = Number(options.rounds ?? 30);

const empty = await Deno.makeTempFile({ dir: `${root}examples`, suffix: ".ts" });
const folder = await Deno.makeTempDir();
const step = `${folder}/hello.json`;
await Deno.writeTextFile(
  step,
  JSON.stringify({
    name: "hello",
    call_template_type: "cli",
    commands: [{ command: "echo hello UTCP_ARG_name_UTCP_END" }],
  }),
);
const floor = `${folder}/parse.js`;
await Deno.writeTextFile(
  floor,
  "const { tools } = JSON.parse(await Deno.readTextFile(Deno.args[0]));\n" +
    "await Deno.stdout.write(new TextEncoder().encode(`${tools.length}\\n`));\nDeno.exit(0);\n",
);
const spawned = `${folder}/spawn.js`;
await Deno.writeTextFile(
  spawned,
  'const bash = new Deno.Command("/bin/bash", { args: ["-c", "echo hello Ada"], stdin: "null" });\n' +
    "const { stdout } = await bash.output();\nawait Deno.stdout.write(stdout);\nDeno.exit(0);\n",
);
let missed = 0;
try {
  missed += await table("deno run -A", rounds, fromSource());
  missed += await compiled();
  if (options.peers) await table("beside others", rounds, await beside(options.peers));
} finally {
  await Deno.remove(empty);
  await Deno.remove(folder, { recursive: true });
}
Deno.exit(options.check && missed > 0 ? 1 : 0);

function fromSource(): Program[] {
  const run = (...args: string[]) => [Deno.execPath(), "run", "-A", ...args];
  const kit = (name: string, args: string[], limit: number, more: Partial<Program> = {}) => ({
    name,
    command: run("bench/kit.ts", ...args),
    limit,
    ...more,
  });
  const programs: Program[] = [
    { name: "an empty program", command: run(empty), limit: 1 },
    { name: "file_tools help", command: run("examples/file_tools.ts", "help"), limit: 1.5 },
    {
      name: "file_tools read_file",
      command: run("examples/file_tools.ts", "read_file", "--path", "README.md"),
      limit: 1.7,
    },
    kit("help", ["help"], 1.5),
    kit("help COMMAND", ["help", "greet"], 1.5),
    kit("a call by flags", ["greet", "--name", "Ada", "--times", "2"], 1.6),
    kit("a call, arguments unchecked", ["hail", "--name", "Ada", "--times", "2"], 1.6),
    kit("a call by JSON", ["greet", '{"name":"Ada","times":2}'], 1.6),
    kit("a call from stdin", ["greet", "-"], 1.6, { stdin: '{"name":"Ada","times":2}' }),
    kit("a call that needs ajv", ["label", '{"a":"b"}'], 6),
    kit("a call that asks", ["sure"], 1.6, { status: 3 }),
    kit("a call answered", ["--answer", "accept", "sure"], 1.6),
    kit("the same by toolcli run", [], 1.8, {
      command: toolcli("run", "bench/kit.ts", "greet", "--name", "Ada", "--times", "2"),
    }),
    { name: "bash -c of a step", command: ["bash", "-c", "echo hello Ada"], limit: 1 },
    { name: "Deno.Command of it", command: run(spawned), limit: 2 },
    {
      name: "a UTCP call of it",
      command: toolcli("run", step, "hello", "--name", "Ada"),
      limit: 3,
    },
  ];
  for (const dump of options.corpus) {
    const of = dump.slice(dump.lastIndexOf("/") + 1);
    programs.push(
      { name: `JSON.parse of ${of}`, command: run(floor, dump), limit: 3 },
      { name: `help of ${of}`, command: toolcli("run", dump, "help"), limit: 3.2 },
      { name: `list of ${of}`, command: toolcli("list", dump), limit: 3.2 },
    );
  }
  if (options.mcp) {
    programs.push({
      name: "MCP help from cache",
      command: toolcli("run", options.mcp, "help"),
      limit: 1.9,
    });
  }
  return programs;
}

/** Runs the toolcli program, whose packages come from where the launcher found them. */
function toolcli(...args: string[]): string[] {
  const map = Deno.env.get("TOOLCLI_REGISTRY") === "npm"
    ? ["--import-map", `${root}npm_only/import_map.json`]
    : [];
  return [Deno.execPath(), "run", "-A", ...map, `${root}built/host/main.js`, ...args];
}

/** The same as binaries, where a Deno with its runtime is at hand. */
async function compiled(): Promise<number> {
  const deno = Deno.env.get("DENO_COMPILE") ?? Deno.execPath();
  const compile = async (name: string, source: string) => {
    const launcher = [
      "run",
      "-A",
      "npm_only/deno.ts",
      "compile",
      "-A",
      "--include",
      "built/host/compiled.js",
      "-o",
      `${folder}/${name}`,
    ];
    const { success } = await new Deno.Command(deno, {
      args: [...launcher, source],
      cwd: root,
      stdout: "null",
      stderr: "null",
    }).output();
    return success;
  };
  if (!await compile("empty", empty) || !await compile("kit", "bench/kit.ts")) {
    console.log("\nbinaries: left out, this Deno has no runtime to compile with");
    return 0;
  }
  const kit = `${folder}/kit`;
  return await table("binaries", rounds, [
    { name: "an empty program", command: [`${folder}/empty`], limit: 1 },
    { name: "help", command: [kit, "help"], limit: 1.3 },
    { name: "help COMMAND", command: [kit, "help", "greet"], limit: 1.3 },
    { name: "a call by flags", command: [kit, "greet", "--name", "Ada"], limit: 1.35 },
    { name: "a call by JSON", command: [kit, "greet", '{"name":"Ada"}'], limit: 1.35 },
    {
      name: "a call from stdin",
      command: [kit, "greet", "-"],
      stdin: '{"name":"Ada"}',
      limit: 1.35,
    },
    { name: "a call that needs ajv", command: [kit, "label", '{"a":"b"}'], limit: 3.5 },
    { name: "a call that asks", command: [kit, "sure"], status: 3, limit: 1.4 },
  ]);
}

/** Other libraries with the same two tools, installed in a folder: `npm install` names them. */
async function beside(peers: string): Promise<Program[]> {
  const words = ["add", "--left", "1", "--right", "2"];
  const run = [Deno.execPath(), "run", "-A"];
  await Deno.writeTextFile(`${peers}/empty.mjs`, "");
  const programs: Program[] = [
    { name: "deno, empty", command: [...run, empty], limit: Infinity },
    { name: "toolcli help", command: [...run, "bench/kit.ts", "help"], limit: Infinity },
    { name: "toolcli add", command: [...run, "bench/kit.ts", ...words], limit: Infinity },
    { name: "node, empty", command: ["node", `${peers}/empty.mjs`], limit: Infinity },
  ];
  for (const name of ["commander", "citty", "trpc_cli", "incur"]) {
    // It has to lie where the packages are found.
    const file = `${peers}/${name}.mjs`;
    await Deno.copyFile(`${root}bench/peers/${name}.mjs`, file);
    programs.push(
      { name: `${name} help`, command: ["node", file, "--help"], limit: Infinity },
      { name: `${name} add`, command: ["node", file, ...words], limit: Infinity },
    );
  }
  return [...programs, ...await besideMcp(peers)];
}

/** mcporter, where it is installed, and toolcli with the same MCP server: that of the two tools. */
async function besideMcp(peers: string): Promise<Program[]> {
  const mcporter = `${peers}/node_modules/mcporter/dist/cli.js`;
  if (!await Deno.stat(mcporter).then(() => true, () => false)) return [];
  const [command, ...args] = toolcli("serve", `${root}bench/kit.ts`, "--mcp");
  const config = `${folder}/servers.json`;
  await Deno.writeTextFile(config, JSON.stringify({ mcpServers: { kit: { command, args } } }));
  const limit = Infinity;
  const other = ["node", mcporter, "--config", config];
  return [
    { name: "toolcli help, MCP", command: toolcli("run", config, "help"), limit },
    {
      name: "toolcli add, MCP",
      command: toolcli("run", config, "add", "--left", "1", "--right", "2"),
      limit,
    },
    { name: "mcporter list, MCP", command: [...other, "list", "kit", "--schema"], limit },
    {
      name: "mcporter add, MCP",
      command: [...other, "call", "kit.add", "left=1", "right=2"],
      limit,
    },
  ];
}

/** Measures, prints, and gives how many programs are slower than they may be. */
async function table(title: string, rounds: number, programs: Program[]): Promise<number> {
  const measured: Measured[] = await measure(programs, rounds, root);
  print(title, measured);
  const slow = measured.filter(({ ratio, program }) => ratio > program.limit);
  for (const { program, ratio } of slow) {
    console.log(`${program.name}: ${ratio.toFixed(2)} is more than ${program.limit}`);
  }
  return slow.length;
}

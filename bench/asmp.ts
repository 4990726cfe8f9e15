/**
 * Measures the ASMP server against a bare `Deno.serve` that answers a constant of the same size, and
 * the memory of live runs. Needs `wrk`. See README.md beside this file.
 *
 * @module
 */

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;

/** More than connections, so that hardly two requests are at one run. */
const RUNS = 500;

interface Server {
  url: string;
  stop(): Promise<void>;
}

/** What is measured: the constant's requests and ours, each a wrk script. */
interface Measure {
  name: string;
  limit: number;
  constant: Server;
  ours: Server;
  script: string;
}

const root = new URL("../", import.meta.url);
const directory = await Deno.makeTempDir();
const memory = await start("memory");
const file = await start("file", `${directory}/runs.db`);
const first = (await runs(memory.url, 1))[0]!;
const cli = await start("constant", await read(`${memory.url}/runs/${first}/cli`));
const frame = await start("constant", await read(`${memory.url}/runs/${first}`));

const measures: Measure[] = [
  {
    name: "GET /runs/{id}/cli",
    limit: 3,
    constant: cli,
    ours: memory,
    script: await script("GET", "cli", [first]),
  },
  {
    name: "a transition, memory",
    limit: 6,
    constant: frame,
    ours: memory,
    script: await script("POST", "transitions/again", await runs(memory.url, RUNS)),
  },
  {
    name: "a transition, file",
    limit: 20,
    constant: frame,
    ours: file,
    script: await script("POST", "transitions/again", await runs(file.url, RUNS)),
  },
];

try {
  console.log(row("", "constant", "ours", "ratio", "limit"));
  for (const { name, limit, constant, ours, script } of measures) {
    const rates = { constant: [] as number[], ours: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      rates.constant.push(await rate(constant.url, script));
      rates.ours.push(await rate(ours.url, script));
    }
    const [bare, own] = [median(rates.constant), median(rates.ours)];
    console.log(row(name, `${bare}/s`, `${own}/s`, (bare / own).toFixed(2), String(limit)));
  }
} finally {
  for (const server of [memory, file, cli, frame]) await server.stop();
  await Deno.remove(directory, { recursive: true });
}
for (const size of [0, 1_000]) {
  const output = await deno(["--v8-flags=--expose-gc"], "bench/_asmp_memory.ts", String(size));
  const { data, bytes } = JSON.parse(output);
  const limit = `${1_024 + 2 * data} B`;
  console.log(row(`a live run, ${data} B of data`, "", `${Math.round(bytes)} B`, "", limit));
}

async function start(...args: string[]): Promise<Server> {
  const child = command([], "bench/_asmp_server.ts", ...args).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await output.read();
  if (value === undefined) throw new Error(`Cannot start the server: ${args[0]}`);
  return {
    url: value.trim(),
    async stop() {
      child.kill("SIGKILL");
      await Promise.all([child.status, output.cancel()]);
    },
  };
}

async function runs(url: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const response = await fetch(`${url}/runs`, { method: "POST" });
    ids.push((await response.json()).run_id);
  }
  return ids;
}

async function read(url: string): Promise<string> {
  return await (await fetch(url)).text();
}

/** Writes a script of wrk that goes through runs. */
async function script(method: string, path: string, ids: string[]): Promise<string> {
  const file = await Deno.makeTempFile({ dir: directory, suffix: ".lua" });
  const body = method === "POST" ? '"{}"' : "nil";
  await Deno.writeTextFile(
    file,
    `local ids = {${ids.map((id) => `"${id}"`).join(",")}}
local headers = { ["content-type"] = "application/json" }
local requests = {}
function init()
  for i, id in ipairs(ids) do
    requests[i] = wrk.format("${method}", "/runs/" .. id .. "/${path}", headers, ${body})
  end
end
local next = 0
function request()
  next = next % #requests + 1
  return requests[next]
end
`,
  );
  return file;
}

/** The requests a second that a server answers; one that it refuses is an error. */
async function rate(url: string, script: string): Promise<number> {
  const { stdout, success } = await new Deno.Command("wrk", {
    args: ["-t1", `-c${CONNECTIONS}`, `-d${SECONDS}s`, "-s", script, url],
  }).output();
  const text = new TextDecoder().decode(stdout);
  const [, requests] = /Requests\/sec:\s*([\d.]+)/.exec(text) ?? [];
  if (success && requests !== undefined && !/Non-2xx|Socket errors/.test(text)) {
    return Math.round(Number(requests));
  }
  throw new Error(`Cannot measure ${url}:\n${text}`);
}

async function deno(flags: string[], program: string, ...args: string[]): Promise<string> {
  const { stdout, success } = await command(flags, program, ...args).output();
  if (!success) throw new Error(`Cannot run ${program}`);
  return new TextDecoder().decode(stdout);
}

function command(flags: string[], program: string, ...args: string[]): Deno.Command {
  const map = import.meta.resolve("@std/jsonc").startsWith("file:")
    ? ["--import-map", "npm_only/import_map.json"]
    : [];
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-A", ...map, ...flags, program, ...args],
    cwd: root,
    stdin: "null",
    stdout: "piped",
  });
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function row(name: string, ...cells: string[]): string {
  return name.padEnd(30) + cells.map((cell) => cell.padStart(12)).join("");
}

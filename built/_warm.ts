/**
 * Makes Deno keep the code of functions that every call runs. It keeps what V8 compiles before a
 * module runs, and that is, of all functions, those that are written in parentheses. What runs
 * without is compiled again in every process, which takes a third of the time of a call.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { parseAst } from "rollup/parseAst";

const LIST = new URL("_hot.json", import.meta.url);

/** Gives the names of the functions to keep, by the files that they are in. */
export async function hotFunctions(): Promise<Map<string, string[]>> {
  return new Map(Object.entries(JSON.parse(await Deno.readTextFile(LIST))));
}

/** What counts of a node of a syntax tree. */
interface Node {
  type: string;
  start: number;
  end: number;
  id?: Node | null;
  key?: Node;
  value?: Node | string;
  init?: Node | null;
  name?: string;
  /** What a member of an object or a class is. */
  method?: boolean;
  kind?: string;
}

/**
 * Writes functions in parentheses, at the top of the module where they are declared there, and with
 * them the functions inside of them.
 *
 * @param code The module.
 * @param names The functions' names.
 * @returns The module.
 */
export function warm(code: string, names: string[] = []): string {
  const hot = new Set(names);
  const body = (parseAst(code) as unknown as { body: Node[] }).body;
  let top = "", rest = "", at = 0;
  for (const node of body) {
    if (node.type === "FunctionDeclaration" && hot.has(node.id!.name!)) {
      rest += code.slice(at, node.start);
      top += `const ${node.id!.name} = (${marked(code, node, innerNodes(node).flatMap(allIn))});\n`;
      at = node.end;
    } else if (node.type === "VariableDeclaration") {
      rest += code.slice(at, node.start) + marked(code, node, namedIn(node, hot));
      at = node.end;
    }
  }
  // Imports are evaluated first wherever they stand.
  return top + rest + code.slice(at);
}

/** A node's text, the functions in parentheses. */
function marked(code: string, outer: Node, functions: Node[]): string {
  const marks = functions
    .flatMap(({ start, end }): [number, string][] => [[start, "("], [end, ")"]])
    .sort(([a, one], [b]) => a - b || (one === ")" ? -1 : 1));
  let text = "", at = outer.start;
  for (const [end, mark] of marks) {
    text += code.slice(at, end) + mark;
    at = end;
  }
  return text + code.slice(at, outer.end);
}

/** All functions in a node that are expressions, and no methods, which cannot be in parentheses. */
function allIn(node: Node): Node[] {
  const inner = innerNodes(node).flatMap(allIn);
  if (isMethod(node)) return inner.filter((found) => found !== node.value);
  return isFunction(node) ? [node, ...inner] : inner;
}

function isMethod({ type, method, kind }: Node): boolean {
  return type === "MethodDefinition" || method === true || kind === "get" || kind === "set";
}

/** The functions in a node that are kept under one of these names, and those inside of them. */
function namedIn(node: Node, names: Set<string>): Node[] {
  const name = node.key?.name ?? node.key?.value ?? node.id?.name;
  const value = node.init ?? (typeof node.value === "object" ? node.value : undefined);
  return value && isFunction(value) && !isMethod(node) && names.has(String(name))
    ? allIn(value)
    : innerNodes(node).flatMap((inner) => namedIn(inner, names));
}

function isFunction({ type }: Node): boolean {
  return type === "ArrowFunctionExpression" || type === "FunctionExpression";
}

function innerNodes(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === "string" && typeof value.start === "number");
}

/** Commands that run what most calls run. */
const CALLS = [
  ["help"],
  ["help", "stat"],
  ["stat", "--path", "README.md"],
  ["stat", '{"path": "README.md"}'],
  ["search", "--pattern", "x", "--glob", "LICENSE", "--ignore_case", "--max_results", "5"],
].flatMap((words) => [
  ["examples/file_tools.ts", ...words],
  ["built/host/main.js", "run", "examples/file_tools.ts", ...words],
]);
CALLS.push(
  ["built/host/main.js", "list", "examples/git.manual.jsonc"],
  ["built/host/main.js", "run", "examples/git.manual.jsonc", "help"],
  ["built/host/main.js", "run", "examples/git.manual.jsonc", "log", "--count", "1"],
);

/**
 * Lists the functions that these commands run, with files that were made without a list.
 */
export async function profile(): Promise<void> {
  const root = new URL("../", import.meta.url);
  const folder = await Deno.makeTempDir();
  const hot = new Map<string, Set<string>>();
  for (const words of [...CALLS, ...await cachedCalls(folder, root)]) {
    for (const [file, names] of await compiledBy(words, root, folder)) {
      hot.set(file, (hot.get(file) ?? new Set()).union(names));
    }
  }
  await Deno.remove(folder, { recursive: true });
  const sorted = [...hot].sort().map(([file, names]) => [file, [...names].sort()]);
  await Deno.writeTextFile(LIST, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** Help of an MCP server, whose list is in the cache by then. */
async function cachedCalls(folder: string, root: URL): Promise<string[][]> {
  const config = `${folder}/servers.json`;
  const args = [...LAUNCHER, "built/host/main.js", "serve", "examples/file_tools.ts", "--mcp"];
  const files = { command: Deno.execPath(), args, cwd: fileURLToPath(root) };
  await Deno.writeTextFile(config, JSON.stringify({ mcpServers: { files } }));
  const call = ["built/host/main.js", "run", config, "help"];
  await run([...LAUNCHER, ...call], root, folder);
  return [call, [...call, "stat"]];
}

const LAUNCHER = ["run", "-A", "npm_only/deno.ts", "run", "-A"];

async function run(args: string[], root: URL, cache: string): Promise<void> {
  const env = { XDG_CACHE_HOME: cache, DENO_DIR: Deno.env.get("DENO_DIR") ?? await denoDir() };
  const command = new Deno.Command(Deno.execPath(), {
    ...{ args, cwd: root, env, stdout: "null", stderr: "null" },
  });
  const { success } = await command.output();
  if (!success) throw new Error(`Failed: "deno ${args.join(" ")}"`);
}

/** Where Deno has its packages, which are below the cache's folder elsewhere. */
async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

/** The functions of this folder's files that V8 compiles while a command runs. */
async function compiledBy(
  words: string[],
  root: URL,
  cache: string,
): Promise<Map<string, Set<string>>> {
  const log = await Deno.makeTempFile();
  const flags = `--v8-flags=--log-function-events,--no-logfile-per-isolate,--logfile=${log}`;
  await run([...LAUNCHER, "--no-code-cache", flags, ...words], root, cache);
  const scripts = new Map<string, string>();
  const found = new Map<string, Set<string>>();
  for (const line of (await Deno.readTextFile(log)).split("\n")) {
    const [event, kind, script, , , , , name] = line.split(",");
    const [, file] = /\/built\/(.*\.js)$/.exec(script ?? "") ?? [];
    if (event === "script-details" && file) scripts.set(kind!, file);
    // V8 has names for what is none, such as `<static_initializer>`.
    if (event !== "function" || kind !== "interpreter" || !/^[\w$]+$/.test(name ?? "")) continue;
    const of = scripts.get(script!);
    if (of) found.set(of, (found.get(of) ?? new Set()).add(name!));
  }
  await Deno.remove(log);
  return found;
}

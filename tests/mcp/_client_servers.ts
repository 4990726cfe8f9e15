import { Executor, type ExecutorEvent, type Tool } from "../../agenttool/mod.ts";
import type { McpServer, McpToolsOptions } from "../../mcp/source.ts";

/** What came of a process. */
export interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

const here = (path: string) => new URL(path, import.meta.url).pathname;

/** A server of ours that behaves as its word says. */
export function hostile(
  word: string,
  ...args: string[]
): McpServer & { command: string; args: string[] } {
  const script = here("./servers/hostile.ts");
  return { command: Deno.execPath(), args: ["run", "-A", "--no-check", script, word, ...args] };
}

/** The command line of the program of a server's tools, and its environment. */
export async function kitCommand(
  server: McpServer,
  { options = {}, cache }: { options?: McpToolsOptions; cache?: string } = {},
): Promise<{ command: string[]; env: Record<string, string> }> {
  return {
    command: [Deno.execPath(), "run", "-A", "-q", "--no-check", here("./_client_kit.ts")],
    env: {
      NO_COLOR: "1",
      KIT_SERVER: JSON.stringify(server),
      KIT_OPTIONS: JSON.stringify({ ...options, ...!cache && { cache: false } }),
      ...cache && { XDG_CACHE_HOME: cache, DENO_DIR: await denoDir() },
    },
  };
}

/** Runs the program of a server's tools; without a folder for it, there is no cache. */
export async function kit(
  server: McpServer,
  args: string[],
  more: { options?: McpToolsOptions; cache?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  const { command: [program, ...words], env } = await kitCommand(server, more);
  const { code, stdout, stderr } = await new Deno.Command(program!, {
    args: [...words, ...args],
    env: { ...env, ...more.env },
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { status: code, stdout: text(stdout), stderr: text(stderr) };
}

/** Deno keeps its own things in the cache directory too, and may not find another one empty. */
async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

/** Closes what a test opened. */
export class Opened implements AsyncDisposable {
  readonly #tools: readonly Tool[];

  constructor(tools: readonly Tool[]) {
    this.#tools = tools;
  }

  tool(name: string): Tool {
    return this.#tools.find((tool) => tool.name === name)!;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#tools.map((tool) => tool.close?.()));
  }
}

/** Calls a tool; gives all that happened. */
export async function events(
  tool: Tool,
  args = "{}",
  options: { signal?: AbortSignal; executor?: Executor } = {},
): Promise<ExecutorEvent[]> {
  const { executor = new Executor(), signal } = options;
  const events: ExecutorEvent[] = [];
  for await (const event of executor.execute([{ tool, id: "1", args }], { signal })) {
    events.push(event);
  }
  return events;
}

/** Calls a tool; gives its content, or the error's message. */
export async function outcome(tool: Tool, args?: string, executor?: Executor): Promise<unknown> {
  const last = (await events(tool, args, { executor })).at(-1)!;
  if (last.type === "error") return last.error.message;
  return last.type === "result" ? last.result.content : last;
}

/** Whether a process runs. */
export function isAlive(pid: number): boolean {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    return !/^\S+ \(.*\) [ZX]/.test(stat);
  } catch {
    return false;
  }
}

/** The processes that a process started; none where the system does not tell. */
export function childrenOf(pid: number): number[] {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/task/${pid}/children`)
      .split(" ").filter((text) => text).map(Number);
  } catch {
    return [];
  }
}

/** Waits for something to become true. */
export async function eventually(isTrue: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isTrue();) {
    if (Date.now() > end) throw new Error("It did not become true");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

import { defineRawTool } from "../agenttool/define_tool.ts";
import { NotRunError } from "../agenttool/errors.ts";
import { jsonMembers } from "../agenttool/json.ts";
import type { Tool } from "../agenttool/tool.ts";
import { shellWord } from "../markdown/inline.ts";
import { AsmpClient } from "./client.ts";
import type { AsmpClientOptions } from "./client_options.ts";
import { replyOf } from "./reply.ts";
import { AsmpRun } from "./run.ts";
import { type AsmpToolsOptions, replied, runTools } from "./run_tools.ts";
import type { StateFrame } from "./wire.ts";

export type { AsmpToolsOptions };

/**
 * Gives what can be done with a run in its state as tools: a tool for each action, whose arguments
 * are what it expects; one for each tool of the state; and `read`, where the state has resources. A
 * name that clashes gets the prefix `action.`, `tool.` or `resource.`.
 *
 * A field that lacks is asked for. What the server refuses (403, 404, 409 and the like) was not run.
 * Every reply ends with the command lines that can be typed next: the tools are those of the state,
 * and after an action there are others.
 *
 * @example A run of a server in the same process
 * ```ts
 * import { Executor } from "@x/toolcli/agenttool";
 * import { AsmpClient, asmpTools } from "@x/toolcli/asmp";
 * import { expect } from "@std/expect";
 *
 * const client = new AsmpClient(({ url }) => {
 *   if (url.endsWith("/cli")) return Response.json({ prompt: "What now?" });
 *   const start = { action: "start", method: "POST", href: `${url}/transitions/start` };
 *   return Response.json({
 *     run_id: "r1",
 *     workflow_id: "demo",
 *     state: url.endsWith("/start") ? "DONE" : "INIT",
 *     status: "active",
 *     hint: "Proceed.",
 *     next_states: url.endsWith("/start") ? [] : [start],
 *   });
 * });
 * const [tool] = await asmpTools(client, "r1");
 *
 * expect(tool?.name).toBe("start");
 * for await (const event of new Executor().execute([{ tool: tool!, id: "1", args: "{}" }])) {
 *   expect(event).toHaveProperty("result.content.0.text", "What now?\nProceed.\ndone");
 * }
 * ```
 *
 * @param server A client, or the server's address.
 * @param run The run's id; or its frame, which is then not asked for.
 * @param options How it becomes tools.
 * @returns The tools.
 * @throws {AsmpError} Where the server does not give the run.
 * @throws {TypeError} Where the address is not one of HTTP, or has a name or a password in it.
 */
export async function asmpTools(
  server: AsmpClient | string | URL,
  run: string | StateFrame,
  options: AsmpToolsOptions & AsmpClientOptions = {},
): Promise<Tool[]> {
  const client = server instanceof AsmpClient ? server : new AsmpClient(server, options);
  return runTools(await AsmpRun.open(client, run, options.signal), options);
}

/**
 * Gives the tools of an address: `asmp+http://HOST/PATH/runs/ID` for those of a run. Without
 * `/runs/ID` there is one, `start`, which starts a run; nothing is started before it is called.
 *
 * @example An address without a run
 * ```ts
 * import { asmpSource } from "@x/toolcli/asmp";
 * import { expect } from "@std/expect";
 *
 * const tools = await asmpSource("asmp+http://127.0.0.1:3000");
 * expect(tools.map(({ name }) => name)).toEqual(["start"]);
 * ```
 *
 * @param address The address; `asmp+` may be left out.
 * @returns The tools.
 * @throws {TypeError} Where it is no such address.
 * @throws {NotRunError} Where the server has no such run, or it has ended.
 * @throws {ToolError} Where the server cannot be reached, or does not give the run.
 */
export async function asmpSource(address: string): Promise<Tool[]> {
  const url = address.replace(/^asmp\+/i, "");
  const [, base, run] = /^(.*?)\/runs\/([^/?#]+)\/?$/.exec(url) ?? [];
  if (base === undefined || run === undefined) return [startTool(new AsmpClient(url))];
  const program = `toolcli run ${shellWord(`asmp+${base}/runs/${run}`)}`;
  const tools = await replied(() => asmpTools(base, idOf(run), { program }), false);
  if (tools.length === 0) throw new NotRunError("The run has ended");
  return tools;
}

function startTool(client: AsmpClient): Tool {
  return defineRawTool({
    name: "start",
    description: "Start a run, and tell how to drive it.",
    parameters: { type: "object", properties: { data: { type: "object" } } },
    async execute(call) {
      const data = jsonMembers(call.args).get("data");
      const run = await replied(async () => {
        const frame = await client.startRun(data, { signal: call.signal });
        return await AsmpRun.open(client, frame, call.signal);
      });
      const program = `toolcli run ${shellWord(`asmp+${client.baseUrl}/runs/${run.id}`)}`;
      return `${run.id}\n${replyOf(run, { program })}`;
    },
  });
}

/** A run's id as an address has it. */
function idOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new TypeError(`${JSON.stringify(text)} is no id of a run`);
  }
}

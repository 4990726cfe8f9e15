import { NotRunError } from "../agenttool/errors.ts";
import { jsonItems, jsonMembers } from "../agenttool/json.ts";
import type { Tool } from "../agenttool/tool.ts";
import { hintsOf, type ServedHints } from "../mcp/hints.ts";
import type { Origin } from "./_origin.ts";

/**
 * Gives the tools that a dump of MCP's `tools/list` describes. They can be shown, not called.
 *
 * @param origin The dump.
 * @returns The tools.
 */
export function load({ json, value }: Extract<Origin, { kind: "dump" }>): Tool[] {
  let items: string[] | undefined;
  const list = listIn(value ?? JSON.parse(json));
  return list.map((item, index) => {
    const tool = (item ?? {}) as DumpedTool;
    const { name, description, inputSchema } = tool;
    return {
      name: typeof name === "string" ? name : "",
      description: typeof description === "string" ? description : "",
      ...hintsOf(tool),
      // Found when it is asked for, as written: reading all of them exactly takes long.
      get parameters() {
        if (inputSchema === undefined) return undefined;
        items ??= jsonItems(toolsText(json));
        return jsonMembers(items[index]!).get("inputSchema");
      },
      execute() {
        return Promise.reject(
          new NotRunError(
            `${JSON.stringify(name)} is only described here, in a list of tools without their ` +
              'server: name the server in a configuration ("mcp") to call it',
          ),
        );
      },
    };
  });
}

function listIn(value: unknown): unknown[] {
  const { tools, result } = value as { tools?: unknown[]; result?: { tools: unknown[] } };
  return Array.isArray(tools) ? tools : result!.tools;
}

interface DumpedTool extends ServedHints {
  name?: unknown;
  description?: unknown;
  inputSchema?: unknown;
}

function toolsText(json: string): string {
  const members = jsonMembers(json);
  const tools = members.get("tools");
  return tools?.startsWith("[") ? tools : jsonMembers(members.get("result")!).get("tools")!;
}

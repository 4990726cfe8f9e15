import { NotRunError } from "../agenttool/errors.ts";
import { jsonItems, jsonMembers } from "../agenttool/json.ts";
import type { Tool } from "../agenttool/tool.ts";
import { hintsOf, type ServedHints } from "../mcp/hints.ts";
import type { Notes } from "./_load.ts";
import type { Origin } from "./_origin.ts";

/**
 * Gives the tools that a dump of MCP's `tools/list` describes. They can be shown, not called. What
 * is wrong in the list is passed over with a note, as it is where the server itself lists it.
 *
 * @param origin The dump.
 * @param notes Takes the notes.
 * @returns The tools, the first of each name.
 */
export function load({ json, value }: Extract<Origin, { kind: "dump" }>, { note }: Notes): Tool[] {
  let items: string[] | undefined;
  const tools = new Map<string, Tool>();
  for (const [index, item] of listIn(value ?? JSON.parse(json)).entries()) {
    const tool = (item ?? {}) as DumpedTool;
    const { name, description, inputSchema } = tool;
    if (typeof name !== "string" || name === "") {
      note("A tool without a name is left out");
      continue;
    }
    if (tools.has(name)) {
      note(`Tool ${JSON.stringify(name)} is listed twice: the second is left out`);
      continue;
    }
    const valid = typeof inputSchema === "boolean" || isObject(inputSchema);
    if (!valid && inputSchema !== undefined) {
      note(`Tool ${JSON.stringify(name)} has no valid schema: it is shown with any arguments`);
    }
    tools.set(name, {
      name,
      description: typeof description === "string" ? description : "",
      ...hintsOf(tool),
      // Found when it is asked for, as written: reading all of them exactly takes long.
      get parameters() {
        if (!valid) return inputSchema === undefined ? undefined : '{"type":"object"}';
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
    });
  }
  return [...tools.values()];
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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

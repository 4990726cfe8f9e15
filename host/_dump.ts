import { NotRunError } from "../agenttool/errors.ts";
import { jsonItems, jsonMembers } from "../agenttool/json.ts";
import type { Annotations, Tool } from "../agenttool/tool.ts";
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
    const { name, title, description, inputSchema, annotations } = (item ?? {}) as DumpedTool;
    return {
      name: typeof name === "string" ? name : "",
      description: typeof description === "string" ? description : "",
      annotations: annotationsOf(title, annotations),
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

interface DumpedTool {
  name?: unknown;
  title?: unknown;
  description?: unknown;
  inputSchema?: unknown;
  annotations?: Record<string, unknown>;
}

function toolsText(json: string): string {
  const members = jsonMembers(json);
  const tools = members.get("tools");
  return tools?.startsWith("[") ? tools : jsonMembers(members.get("result")!).get("tools")!;
}

/** Where a server says anything, MCP's defaults hold for what it leaves out. */
function annotationsOf(title: unknown, hints?: Record<string, unknown>): Annotations | undefined {
  const name = [title, hints?.title].find((text) => typeof text === "string");
  const named = name === undefined ? {} : { title: name as string };
  if (typeof hints !== "object" || hints === null) return name === undefined ? undefined : named;
  const hint = (name: string, otherwise: boolean) =>
    typeof hints[name] === "boolean" ? hints[name] : otherwise;
  return {
    ...named,
    readOnly: hint("readOnlyHint", false),
    destructive: hint("destructiveHint", true),
    idempotent: hint("idempotentHint", false),
    openWorld: hint("openWorldHint", true),
  };
}

import type { Annotations } from "../agenttool/tool.ts";
import { TOOL_META } from "./_meta.ts";
import { isObject } from "./_object.ts";
import type { ListedTool } from "./source.ts";

/** What a server may say of a tool's calls. */
export interface ServedHints {
  /** What a reader sees of its name. */
  title?: unknown;
  /** What its calls do. */
  annotations?: unknown;
  /** How its calls are ordered, where the server is one of this project. */
  _meta?: unknown;
}

/**
 * Reads what a server says of a tool's calls: see spec/agenttool-contract.md 8.1.
 *
 * @param tool The tool as the server lists it.
 * @returns What is known of its calls.
 */
export function hintsOf(
  tool: ServedHints,
): Pick<ListedTool, "annotations" | "sequential" | "resource"> {
  const annotations = annotationsOf(tool);
  const { sequential, resource } = Object(Object(tool._meta)[TOOL_META]);
  return {
    ...annotations && { annotations },
    ...sequential === true && { sequential },
    ...typeof resource === "string" && resource && { resource },
  };
}

/**
 * In a block, the two hints that warn are on where they are left out, by the protocol. To a tool
 * that only reads, the one about destruction means nothing.
 */
function annotationsOf({ title, annotations }: ServedHints): Annotations | undefined {
  if (!isObject(annotations)) return typeof title === "string" ? { title } : undefined;
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  const isSafe = readOnlyHint === true && typeof destructiveHint !== "boolean";
  const shown = [title, annotations.title].find((text) => typeof text === "string");
  return {
    ...typeof shown === "string" && { title: shown },
    ...typeof readOnlyHint === "boolean" && { readOnly: readOnlyHint },
    ...!isSafe && { destructive: destructiveHint !== false },
    ...typeof idempotentHint === "boolean" && { idempotent: idempotentHint },
    openWorld: openWorldHint !== false,
  };
}

import { encodeJson, valueText } from "../agenttool/content.ts";
import { messageOf, ToolError } from "../agenttool/errors.ts";
import type { ContentPart, Result, ToolRecord } from "../agenttool/tool.ts";
import { RECORD_META } from "./_meta.ts";

/** A call's result on the wire. */
export interface WireResult {
  [member: string]: unknown;
  content: ContentPart[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/**
 * Writes a result for the wire: see spec/agenttool-contract.md 8.1.
 *
 * @param result The result.
 * @returns What is sent.
 */
export function wireResult(result: Result): WireResult {
  const { content, record } = result;
  return { content: content.map(wirePart), ...structured(result), ...recordMeta(record) };
}

/**
 * Writes a failure for the wire: its bare message.
 *
 * @param error What was thrown.
 * @returns What is sent.
 */
export function wireError(error: unknown): WireResult {
  return {
    content: [{ type: "text", text: messageOf(error) }],
    isError: true,
    ...recordMeta(error instanceof ToolError ? error.record : undefined),
  };
}

/** An object is sent as such besides, where it is the same in every client: not so a big integer. */
function structured(result: Result): Pick<WireResult, "structuredContent"> {
  const text = valueText(result);
  if (!text?.startsWith("{")) return {};
  const structuredContent = JSON.parse(text);
  return JSON.stringify(structuredContent) === text ? { structuredContent } : {};
}

function recordMeta(record: ToolRecord | undefined): { _meta?: Record<string, unknown> } {
  if (!record) return {};
  const { ns } = record;
  try {
    if (!ns) throw new Error("record: empty namespace");
    // Text within JSON, so that no reader on the way changes a number.
    return { _meta: { [RECORD_META]: { ns, data: encodeJson(record.data, `record ${ns}`) } } };
  } catch (error) {
    return { _meta: { [RECORD_META]: { ns: ns ?? "", error: messageOf(error) } } };
  }
}

/** A part as it is where clients know its kind, else its JSON as text: one bad part is not all. */
function wirePart(part: ContentPart): ContentPart {
  if (isKnown(part)) {
    // Clients refuse a link without a name.
    return part.type === "resource_link" && !part.name ? { ...part, name: part.uri } : part;
  }
  try {
    return { type: "text", text: encodeJson(part, "part") };
  } catch (error) {
    return { type: "text", text: messageOf(error) };
  }
}

function isKnown(part: ContentPart): boolean {
  switch (part?.type) {
    case "text":
      return typeof part.text === "string";
    case "image":
    case "audio":
      return isBase64(part.data) && typeof part.mimeType === "string";
    case "resource": {
      const { uri, text, blob } = part.resource ?? {};
      return typeof uri === "string" &&
        (blob === undefined ? typeof text === "string" : isBase64(blob));
    }
    case "resource_link":
      return typeof part.uri === "string";
  }
  return false;
}

function isBase64(data: unknown): boolean {
  if (typeof data !== "string") return false;
  try {
    atob(data);
    return true;
  } catch {
    return false;
  }
}

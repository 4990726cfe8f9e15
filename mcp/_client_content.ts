import { ToolError } from "../agenttool/errors.ts";
import { type Json, jsonItems, jsonMembers, JsonNumber, parseJson } from "../agenttool/json.ts";
import type { ContentPart, Result, ToolRecord } from "../agenttool/tool.ts";
import type { Exchange } from "./_client_exact.ts";
import { RECORD_META } from "./_meta.ts";

/**
 * What a call gives, or fails with, of the result that came: see spec/agenttool-contract.md 8.3.
 *
 * @throws {ToolError} Where the result says that it is an error; with its text.
 * @throws {Error} Where there is none, or it has nothing that a result has.
 */
export function resultOf({ text = "", result: value }: Exchange): Result {
  if (typeof value !== "object" || value === null) throw new Error("mcp: empty result");
  const { content, structuredContent, isError, _meta } = value as Record<string, unknown>;
  const problem = problemOf(content, structuredContent);
  if (problem && isError !== true) throw new Error(`mcp: invalid result: ${problem}`);
  // Only what JavaScript's numbers could spoil is read from the text.
  const exactly = (member: string) => jsonMembers(jsonMembers(text).get("result")!).get(member)!;
  const parts = Array.isArray(content) ? contentOf(content, () => exactly("content")) : [];
  if (structuredContent !== undefined && structuredContent !== null) {
    const structured = exactly("structuredContent");
    if (!says(parts, structured)) parts.push({ type: "text", text: structured });
  }
  const record = recordOf(Object(_meta)[RECORD_META]);
  const more = { details: value, ...record && { record } };
  if (isError === true) throw new ToolError(textOf(parts) || "tool call failed", more);
  return { content: parts, ...more };
}

/** What is wrong with the content of a result; structured content alone is enough. */
function problemOf(content: unknown, structuredContent: unknown): string | undefined {
  if (Array.isArray(content)) return undefined;
  if (content !== undefined && content !== null) {
    const kind = typeof content === "object" ? "an object" : `a ${typeof content}`;
    return `"content" is ${kind}, expected an array`;
  }
  const isEnough = structuredContent !== undefined && structuredContent !== null;
  return isEnough ? undefined : `"content" is missing`;
}

/** Parts of the kinds that are known as they are, any other as its JSON. */
function contentOf(content: unknown[], exactly: () => string): ContentPart[] {
  let texts: string[] | undefined;
  return content.map((part, index) => {
    if (isKnown(part)) return part;
    texts ??= jsonItems(exactly());
    return { type: "text", text: texts[index]! };
  });
}

function isKnown(part: unknown): part is ContentPart {
  const { type, text, data, uri, resource } = Object(part);
  switch (type) {
    case "text":
      return typeof text === "string";
    case "image":
    case "audio":
      return typeof data === "string";
    case "resource_link":
      return typeof uri === "string";
    case "resource":
      return typeof resource?.text === "string" || typeof resource?.blob === "string";
  }
  return false;
}

/** Whether the content is the structured content in words, as servers send it for older clients. */
function says(parts: ContentPart[], structured: string): boolean {
  const value = exact(structured);
  const text = textOf(parts);
  // Servers put a text into an object, because structured content has to be one.
  const inner = value instanceof Map && value.size === 1 ? [...value.values()][0] : undefined;
  if (typeof inner === "string" && inner === text) return true;
  const said = [text, ...parts.map(partText)].map(exact);
  return [value, inner].some((value) =>
    value !== undefined && said.some((said) => said !== undefined && isSame(said, value))
  );
}

/** The value of a JSON text; nothing where it is none. */
function exact(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Whether two values are the same, in whatever order their members are. */
function isSame(a: Json, b: Json): boolean {
  if (a instanceof JsonNumber || b instanceof JsonNumber) {
    return a instanceof JsonNumber && b instanceof JsonNumber && a.text === b.text;
  }
  if (a instanceof Map) {
    return b instanceof Map && a.size === b.size &&
      [...a].every(([name, value]) => b.has(name) && isSame(value, b.get(name)!));
  }
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length &&
      a.every((item, index) => isSame(item, b[index]!));
  }
  return a === b;
}

function textOf(parts: ContentPart[]): string {
  return parts.map(partText).filter((text) => text).join("\n");
}

function partText(part: ContentPart): string {
  if (part.type === "text") return part.text;
  return part.type === "resource" ? part.resource.text ?? "" : "";
}

/** A record is sent as the JSON text of its data; one that is malformed is none. */
function recordOf(record: unknown): ToolRecord | undefined {
  const { ns, data } = Object(record);
  if (typeof ns !== "string" || ns === "" || typeof data !== "string") return undefined;
  const value = exact(data);
  return value === undefined ? undefined : { ns, data: toJs(value) };
}

/** A value that `JSON.stringify` writes with the numbers as they came. */
function toJs(value: Json): unknown {
  if (value instanceof JsonNumber) return rawJson(value.text);
  if (Array.isArray(value)) return value.map(toJs);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([name, item]) => [name, toJs(item)]));
}

/** Numbers that JavaScript keeps stay numbers. */
function rawJson(text: string): unknown {
  const number = Number(text);
  if (String(number) === text) return number;
  // TypeScript does not know the method yet.
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}

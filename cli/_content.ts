import { messageOf } from "../agenttool/errors.ts";
import type { ContentPart } from "../agenttool/tool.ts";
import { visibleJson } from "../agenttool/visible.ts";
import { FileSaver } from "./_files.ts";
import type { Io } from "./_io.ts";

/** A content part as a caller gets it. */
export type Shown = { text: string } | { path: string } | { failure: string };

/** What saves files: where, and for which program. */
export interface Saving {
  io: Io;
  /** The directory; empty for a temporary one. */
  out: string;
  /** The program's name. */
  program: string;
}

/**
 * Shows the parts of a result: text as it is, bytes saved as files, anything else as its JSON. See
 * spec/agenttool-cli.md 10, in MCP's shapes.
 *
 * @param content The parts.
 * @param saving What saves files.
 * @returns Each part in order. One that cannot be shown or saved does not stop the rest.
 */
export async function* shownParts(
  content: readonly ContentPart[],
  { io, out, program }: Saving,
): AsyncGenerator<Shown> {
  const saver = new FileSaver(io, out, program);
  for (const part of content) {
    try {
      const shown = show(part);
      yield typeof shown === "string" ? { text: shown } : { path: await saver.save(shown) };
    } catch (error) {
      yield { failure: messageOf(error) };
    }
  }
}

/** Bytes that become a file. */
interface Bytes {
  name: string;
  mimeType: string;
  bytes: Uint8Array;
}

/** Tools may return whatever they like: every member is looked at. */
function show(part: ContentPart): string | Bytes {
  const { type, data, text, uri, mimeType, resource } = Object(part) as Record<string, unknown>;
  if (type === "text" && typeof text === "string") return text;
  if ((type === "image" || type === "audio") && typeof data === "string") {
    return decoded(data, "", mimeType);
  }
  if (type === "resource_link" && typeof uri === "string") return uri;
  if (type === "resource" && resource) {
    const { uri, mimeType, text, blob } = Object(resource) as Record<string, unknown>;
    if (typeof text === "string") return text;
    if (typeof blob === "string") return decoded(blob, uri, mimeType);
  }
  return visibleJson(JSON.stringify(part) ?? "null");
}

/** Data in the standard or the URL-safe alphabet, padded or not; what is neither is text. */
function decoded(data: string, name: unknown, mimeType: unknown): string | Bytes {
  const packed = data.replace(/[\r\n]/g, "");
  const digits = packed.replaceAll("=", "").length;
  if (!/^[\w+/-]*={0,2}$/.test(packed) || digits % 4 === 1) return data;
  const binary = atob(packed.slice(0, digits).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return { name: string(name), mimeType: string(mimeType), bytes };
}

function string(value: unknown): string {
  return typeof value === "string" ? value : "";
}

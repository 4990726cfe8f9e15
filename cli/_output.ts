import type { ContentPart } from "../agenttool/tool.ts";
import { visibleJson } from "../agenttool/visible.ts";
import type { CallRun } from "./_call.ts";
import { line, print } from "./_io.ts";
import type { FileSaver } from "./_files.ts";

/** A content part as a caller gets it: text, or bytes that become a file. */
export type Shown = { text: string } | { file: FilePart };

/** Bytes that become a file. */
export interface FilePart {
  /** The name or address that the tool gave; empty when it gave none. */
  name: string;
  mimeType: string;
  /** In base64. */
  data: string;
}

/**
 * Prints a result, each part in order; files are saved and their paths printed.
 *
 * @returns The first thing that went wrong. A file that cannot be saved does not stop the rest, a
 * stream that cannot be written does.
 */
export async function printContent(
  { io, program, options }: CallRun,
  content: readonly ContentPart[],
): Promise<Error | undefined> {
  let failure: Error | undefined;
  let saver: FileSaver | undefined;
  for (const part of content) {
    const shown = showPart(part);
    let text: string;
    if ("text" in shown) text = shown.text;
    else {
      saver ??= new (await import("./_files.ts")).FileSaver(io, options.out, program);
      try {
        text = await saver.save(shown.file);
      } catch (error) {
        failure ??= error as Error;
        continue;
      }
    }
    try {
      await print(io.stdout, line(text));
    } catch (error) {
      // A reader that has had enough is no failure.
      return (error as Error).name === "BrokenPipe" ? failure : failure ?? error as Error;
    }
  }
  return failure;
}

/** What a caller gets of a part: see spec/agenttool-cli.md 10, in MCP's shapes. */
export function showPart(part: ContentPart): Shown {
  const { type, data, text, uri, mimeType, resource } = part as Record<string, unknown>;
  if (type === "text" && typeof text === "string") return { text };
  if ((type === "image" || type === "audio") && typeof data === "string") {
    return bytes("", mimeType, data);
  }
  if (type === "resource_link" && typeof uri === "string") return { text: uri };
  if (type === "resource" && typeof resource === "object" && resource !== null) {
    const { uri, mimeType, text, blob } = resource as Record<string, unknown>;
    if (typeof text === "string") return { text };
    if (typeof blob === "string") return bytes(string(uri), mimeType, blob);
  }
  return { text: visibleJson(JSON.stringify(part)) };
}

/** Data that is not base64 is shown as it is. */
function bytes(name: string, mimeType: unknown, data: string): Shown {
  return isBase64(data) ? { file: { name, mimeType: string(mimeType), data } } : { text: data };
}

function string(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The standard or the URL-safe alphabet, padded or not. */
function isBase64(text: string): boolean {
  return !/[^A-Za-z0-9+/_=-]/.test(text) && text.replace(/={1,2}$/, "").length % 4 !== 1;
}

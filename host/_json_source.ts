import type { Tool } from "../agenttool/tool.ts";
import { SourceError } from "./errors.ts";

/** Gives the tools of a JSON or JSONC file: see {@linkcode loadSource}. */
export async function loadJson(source: string): Promise<Tool[]> {
  const value = await parse(source, await read(source));
  if (!isUtcp(value)) {
    throw new SourceError(
      source,
      "it is no source of tools: expected a UTCP manual, a call template or an array of them",
    );
  }
  const { utcpTools } = await import("../utcp/source.ts");
  const notes: string[] = [];
  try {
    return await utcpTools(value, { name: nameOf(source), note: (text) => notes.push(text) });
  } catch (error) {
    throw new SourceError(source, (error as Error).message, { cause: error });
  } finally {
    if (notes.length > 0) await show(source, notes);
  }
}

/** Tells what a source holds that cannot be used. */
async function show(source: string, notes: string[]): Promise<void> {
  const { visible } = await import("../agenttool/visible.ts");
  for (const text of notes) {
    console.error(`toolcli: ${JSON.stringify(source)}: ${visible(text.trimEnd())}`);
  }
}

async function read(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new SourceError(path, "there is no such file");
    throw new SourceError(path, `it could not be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function parse(path: string, text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    // It may have comments.
  }
  try {
    return (await import("@std/jsonc")).parse(text);
  } catch (error) {
    throw new SourceError(path, (error as Error).message, { cause: error });
  }
}

function isUtcp(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isUtcp);
  const { utcp_version, call_template_type, tools } = (value ?? {}) as Record<string, unknown>;
  return utcp_version !== undefined || call_template_type !== undefined ||
    (Array.isArray(tools) && tools.some((tool) => tool?.tool_call_template !== undefined));
}

/** `./git.manual.jsonc` holds what is called `git`. */
function nameOf(path: string): string {
  const [name = ""] = path.split(/[\\/]/).at(-1)!.split(".");
  return name;
}

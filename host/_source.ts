import type { Tool } from "../agenttool/tool.ts";

/**
 * Gives the tools of a source: a module, or a JSON file whose members tell what it is.
 *
 * @param source A path, or the address of a module.
 * @returns The tools.
 * @throws {SourceError} Where it gives none.
 */
export async function loadSource(source: string): Promise<Iterable<Tool>> {
  if (/\.jsonc?$/i.test(source)) return await (await import("./_json_source.ts")).loadJson(source);
  return await (await import("./_module.ts")).loadModule(source);
}

/** A source as it can be given from any directory. */
export function absolute(source: string): string {
  return isAddress(source) || /^(?:\/|[a-z]:)/i.test(source) ? source : `${Deno.cwd()}/${source}`;
}

/** A scheme of two letters or more: `c:` begins a path on Windows. */
export function isAddress(source: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(source);
}

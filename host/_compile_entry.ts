import { schemaOf } from "../cli/command.ts";
import type { ListedTool } from "../mcp/source.ts";
import { readJson } from "./_json_file.ts";
import { load as loadMcp } from "./_mcp_source.ts";
import { moduleAddress } from "./_module.ts";
import type { Origin, Program } from "./_origin.ts";

/**
 * Writes the module that a program is compiled from: its sources as data, imports of its modules,
 * and of what loads sources of their kinds.
 *
 * @param program What its tools come from.
 * @param at The module's address.
 * @param root Where toolcli's files are.
 * @returns The module's text.
 */
export async function entryOf(
  program: Program & { name: string },
  at: string,
  root: URL,
): Promise<string> {
  const { file, name, origins } = program;
  // `.ts`, or `.js` in `built/`.
  const [ending] = /\.\w+$/.exec(import.meta.url)!;
  const own = (path: string) => specifier(new URL(path + ending, root).href, at);
  const kinds = [...new Set(origins.map(({ kind }) => kind))];
  const parts: string[] = [];
  for (const path of ["agenttool/_ajv", "prompt/_cliffy"]) {
    // A toolcli that is a binary may be without them.
    if (await isThere(new URL(path + ending, root))) parts.push(path);
  }
  if (kinds.includes("mcp")) parts.push("mcp/call_parts");
  const loaders = kinds.flatMap((kind) => {
    const file = LOADER_FILES[kind];
    return file === undefined ? [] : `  ${kind}: () => import(${own(file)}),\n`;
  });
  const members: string[] = [];
  for (const origin of origins) members.push(`    ${await originText(origin, at)},\n`);
  return `\
import { embedded } from ${own("host/embedded")};

// Found by their addresses when they are needed; named here to be part of the program.
export const parts = [${parts.map((path) => `\n  () => import(${own(path)}),`).join("")}
];

await embedded({
  file: ${JSON.stringify(file)},
  name: ${JSON.stringify(name)},
  origins: [
${members.join("")}  ],
}, {
${loaders.join("")}});
`;
}

async function isThere(address: URL): Promise<boolean> {
  return address.protocol !== "file:" || await Deno.stat(address).then(() => true, () => false);
}

/** What loads the sources of other protocols: no program has them by itself. */
const LOADER_FILES: { readonly [kind in Origin["kind"]]?: string } = {
  utcp: "host/_utcp_source",
  mcp: "host/_mcp_source",
  asmp: "host/_asmp_source",
};

/** An origin as a JavaScript expression that holds what its files hold now. */
async function originText(origin: Origin, at: string): Promise<string> {
  switch (origin.kind) {
    case "module": {
      const address = await moduleAddress(origin.module);
      const text = JSON.stringify({ ...origin, module: address });
      return `{ ...${text}, exports: () => import(${specifier(address, at)}) }`;
    }
    case "utcp": {
      const json = origin.json ?? (await readJson(origin.path)).json;
      return JSON.stringify({ ...origin, json });
    }
    case "dump":
      return JSON.stringify({ ...origin, value: undefined });
    case "mcp":
      return JSON.stringify({ ...origin, listed: await listedBy(origin) });
  }
  return JSON.stringify(origin);
}

/**
 * Spells a module's address for an import. A compiled program has its files elsewhere: an absolute
 * `file:` address would lead out of it.
 */
function specifier(address: string, from: string): string {
  if (!address.startsWith("file:")) return JSON.stringify(address);
  const to = address.split("/"), base = from.split("/").slice(0, -1);
  let same = 0;
  while (same < base.length && to[same] === base[same]) same++;
  const up = base.slice(same).map(() => "..");
  return JSON.stringify([...up.length > 0 ? up : ["."], ...to.slice(same)].join("/"));
}

async function listedBy(origin: Extract<Origin, { kind: "mcp" }>): Promise<ListedTool[]> {
  // The list has just been asked for, or was known.
  const tools = await loadMcp(origin, { note: () => {} }) ?? [];
  for (const tool of tools) await tool.close?.();
  return tools.map((tool) => {
    const { name, description, annotations, sequential, resource } = tool;
    return { name, description, schema: schemaOf(tool), annotations, sequential, resource };
  });
}

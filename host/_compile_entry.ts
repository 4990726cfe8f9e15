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
  const own = (path: string) => specifier(new URL(path, root).href, at);
  // A toolcli that is a binary may be without what draws questions.
  const asking = await isThere(new URL("prompt/_cliffy.ts", root))
    ? "\n// Found by its address where a person is asked; named here to be part of the program.\n" +
      `export const asking = () => import(${own("prompt/_cliffy.ts")});\n`
    : "";
  const kinds = [...new Set(origins.map(({ kind }) => kind))];
  const calling = kinds.includes("mcp")
    ? `\n// The same for a call.\nexport const calling = () => import(${
      own("mcp/call_parts.ts")
    });\n`
    : "";
  const loaders = kinds.map((kind) => `  ${kind}: () => import(${own(LOADER_FILES[kind])}),\n`);
  const members: string[] = [];
  for (const origin of origins) members.push(`    ${await originText(origin, at)},\n`);
  return `\
import { embedded } from ${own("host/embedded.ts")};
${asking}${calling}
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

const LOADER_FILES: Record<Origin["kind"], string> = {
  module: "host/_module.ts",
  utcp: "host/_utcp_source.ts",
  mcp: "host/_mcp_source.ts",
  asmp: "host/_asmp_source.ts",
  dump: "host/_dump.ts",
  none: "host/_load.ts",
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
  const tools = [...await loadMcp(origin, { note: () => {} })];
  for (const tool of tools) await tool.close?.();
  return tools.map((tool) => {
    const { name, description, annotations, sequential, resource } = tool;
    return { name, description, schema: schemaOf(tool), annotations, sequential, resource };
  });
}

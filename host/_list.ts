import type { Command } from "../cli/command.ts";
import { ToolSet } from "../agenttool/tool_set.ts";
import { visibleJson, visibleLine } from "../agenttool/visible.ts";
import { firstLine } from "../markdown/inline.ts";
import { commandsOf } from "./_commands.ts";
import { oneSource, readOptions } from "./_options.ts";
import { printAll } from "./_print.ts";
import { type Loaded, loadSource } from "./_source.ts";
import { table } from "./_table.ts";

/** `toolcli list SOURCE [--json]`: gives the exit status. */
export async function list(args: string[]): Promise<number> {
  const { json, words, ...options } = await readOptions("list", args, {
    flags: ["json", "refresh", "verbose"],
  });
  const source = oneSource("list", words);
  const loaded = await loadSource(source, options);
  await using tools = new ToolSet(loaded.tools);
  const sources = [...tools].map((tool) => loaded.sourceOf?.(tool) ?? source);
  const all = commandsOf(source, tools);
  for (const line of await loaded.lint?.() ?? []) console.error(`toolcli: ${visibleLine(line)}`);
  await printAll(json ? await jsonOf(all, sources) : await tableOf(all, sources, loaded));
  return loaded.failures.length > 0 ? 1 : 0;
}

async function jsonOf(all: Command[], sources: string[]): Promise<string> {
  const { commandJson } = await import("./_list_json.ts");
  const items = all.map((command, index) => commandJson(command, sources[index]!));
  const text = items.length === 0 ? "[]\n" : `[\n${items.join(",\n")}\n]\n`;
  return Deno.stdout.isTerminal() ? visibleJson(text) : text;
}

async function tableOf(all: Command[], sources: string[], loaded: Loaded): Promise<string> {
  if (all.length === 0) {
    console.error("toolcli: there are no tools");
    return "";
  }
  const several = loaded.sourceOf !== undefined && new Set(sources).size > 1;
  const rows = all.map((command, index) => [
    firstLine(command.name),
    hintsOf(command),
    ...several ? [firstLine(sources[index]!)] : [],
    firstLine(command.description),
  ]);
  const head = ["COMMAND", "HINTS", ...several ? ["SOURCE"] : [], "DESCRIPTION"];
  // A terminal that does not know its width says 0.
  const columns = Deno.stdout.isTerminal() && Deno.consoleSize().columns || undefined;
  return await table([head, ...rows], columns, ["SOURCE"]);
}

function hintsOf({ annotations: { readOnly, destructive } }: Command): string {
  return readOnly ? "read-only" : destructive ? "destructive" : "";
}

import { defineRawTool } from "../agenttool/mod.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../agenttool/json.ts";
import type { Tool } from "../agenttool/mod.ts";
import { commands, type Param } from "../cli/mod.ts";
import { section } from "../markdown/help.ts";
import { flagsOf, run, same } from "./_calling.ts";
import { membersOf, Sampler } from "./_sample.ts";

/** What was checked of one list of tools, and what is wrong. */
export interface Checked {
  tools: number;
  /** How many of the tools need no `:=`: each parameter, or all of its fields, has a plain flag. */
  plain: number;
  /** How many of the tools have a `:=` flag for each parameter, at any depth. */
  reached: number;
  params: number;
  calls: number;
  problems: string[];
}

/**
 * Checks that each tool of an MCP tool list is a good command: its description and Markdown hold
 * every parameter, and its arguments arrive as they were given, however they are given.
 *
 * @param list The list: an object with `tools`.
 * @returns What was found.
 */
export async function checkTools(list: Json): Promise<Checked> {
  const checked: Checked = { tools: 0, plain: 0, reached: 0, params: 0, calls: 0, problems: [] };
  const tools = membersOf(list).get("tools");
  for (const entry of Array.isArray(tools) ? tools : []) {
    const tool = echo(membersOf(entry));
    checked.tools++;
    const report = (problem: string) => checked.problems.push(`${tool.name}: ${problem}`);
    try {
      await checkTool(tool, checked, report);
    } catch (error) {
      report(String(error));
    }
  }
  return checked;
}

/** The tool of an entry; it gives back its arguments as they reach it. */
function echo(entry: JsonObject): Tool {
  const text = (name: string) => String(entry.get(name) ?? "");
  return defineRawTool({
    name: text("name"),
    description: text("description"),
    parameters: stringifyJson(entry.get("inputSchema") ?? null),
    execute: (call) => call.args,
  });
}

async function checkTool(
  tool: Tool,
  checked: Checked,
  report: (problem: string) => void,
): Promise<void> {
  const schema = membersOf(parseJson(tool.parameters as string));
  const [command] = commands([tool]);
  const page = section("kit", command!);
  checkShown(command!.params, schema, page, report);
  if (arePlain(command!.params)) checked.plain++;

  const { stdout: served } = await run(tool, ["schema", tool.name]);
  if (!same(served, stringifyJson(schema))) report("the schema is not served as given");

  const sampler = new Sampler(schema);
  const call = async (args: string[], expected: Json): Promise<boolean> => {
    checked.calls++;
    const { status, stdout, stderr } = await run(tool, [tool.name, ...args]);
    if (status === 0 && same(stdout, stringifyJson(expected))) return true;
    report(`${JSON.stringify(args)} gives ${JSON.stringify({ status, stdout, stderr })}`);
    return false;
  };
  for (const which of ["all", "required", "all"] as const) {
    const args = sampler.object(schema, which);
    await call([stringifyJson(args)], args);
    await call([...args].map(([name, value]) => `--${name}:=${stringifyJson(value)}`), args);
    await call(flagsOf(command!.params, args), args);
  }
  let reached = true;
  for (const path of pathsOf(command!.params)) {
    checked.params++;
    const value = sampler.value(true);
    const expected = path.reduceRight<Json>((inner, name) => new Map([[name, inner]]), value);
    reached = await call([`--${path.join(".")}:=${stringifyJson(value)}`], expected) && reached;
  }
  if (reached) checked.reached++;
}

/** What the schema declares plainly has to be described and shown, at any depth. */
function checkShown(
  params: readonly Param[],
  schema: JsonObject,
  page: string,
  report: (problem: string) => void,
  prefix = "",
): void {
  for (const [name, property] of membersOf(schema.get("properties"))) {
    const path = prefix + name;
    const param = params.find((param) => param.name === name);
    if (!param) report(`${path} is not described`);
    else checkShown(param.fields ?? [], membersOf(property), page, report, `${path}.`);
    if (!page.includes(`\`${path}\``) && !page.includes(`\`--${path}\``)) {
      report(`${path} is not shown`);
    }
  }
}

function arePlain(params: readonly Param[]): boolean {
  return params.every((param) => param.flag() || (param.fields && arePlain(param.fields)));
}

function* pathsOf(params: readonly Param[]): Generator<string[]> {
  for (const { name, fields = [] } of params) {
    yield [name];
    for (const path of pathsOf(fields)) yield [name, ...path];
  }
}

import { defineRawTool } from "../agenttool/mod.ts";
import {
  type Json,
  JsonNumber,
  type JsonObject,
  parseJson,
  stringifyJson,
} from "../agenttool/json.ts";
import type { Tool } from "../agenttool/mod.ts";
import { commands, type Param, Runner } from "../cli/mod.ts";
import { section } from "../markdown/help.ts";
import { membersOf, Sampler } from "./_sample.ts";

/** What was checked of one list of tools, and what is wrong. */
export interface Checked {
  tools: number;
  /** How many of the tools need no `:=`: each parameter, or all of its fields, has a plain flag. */
  plain: number;
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
  const checked: Checked = { tools: 0, plain: 0, params: 0, calls: 0, problems: [] };
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
  const call = async (args: string[], expected: Json) => {
    checked.calls++;
    const { status, stdout, stderr } = await run(tool, [tool.name, ...args]);
    if (status === 0 && same(stdout, stringifyJson(expected))) return;
    report(`${JSON.stringify(args)} gives ${JSON.stringify({ status, stdout, stderr })}`);
  };
  for (const which of ["all", "required", "all"] as const) {
    const args = sampler.object(schema, which);
    await call([stringifyJson(args)], args);
    await call([...args].map(([name, value]) => `--${name}:=${stringifyJson(value)}`), args);
    await call(flagsOf(command!.params, args), args);
  }
  for (const path of pathsOf(command!.params)) {
    checked.params++;
    const value = sampler.value(true);
    const expected = path.reduceRight<Json>((inner, name) => new Map([[name, inner]]), value);
    await call([`--${path.join(".")}:=${stringifyJson(value)}`], expected);
  }
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

/** Arguments as the plain flags that help teaches, and `:=` for what has none. */
function flagsOf(params: readonly Param[], args: JsonObject, prefix = ""): string[] {
  return [...args].flatMap(([name, value]) => {
    const param = params.find((param) => param.name === name);
    const flag = `--${prefix}${name}`;
    if (param && value instanceof Map && value.size > 0) {
      if (param.fields) return flagsOf(param.fields, value, `${prefix}${name}.`);
      const entries = [...value].filter(([, entry]) => isWord(entry));
      if (param.map() && entries.length === value.size) {
        return entries.flatMap(([key, entry]) => [flag, `${key}=${word(entry)}`]);
      }
    } else if (param?.repeated() && Array.isArray(value) && value.length > 0) {
      if (value.every(isWord)) return value.map((item) => `${flag}=${word(item)}`);
    } else if (param?.flag() && !param.repeated() && !param.map() && isWord(value)) {
      return typeof value === "boolean" ? [`${flag}=${value}`] : [flag, word(value)];
    }
    return [`${flag}:=${stringifyJson(value)}`];
  });
}

function isWord(value: Json): boolean {
  return typeof value === "string" || typeof value === "boolean" || value instanceof JsonNumber;
}

function word(value: Json): string {
  return typeof value === "string" ? value : stringifyJson(value);
}

async function run(tool: Tool, args: string[]) {
  const streams = [new TransformStream<Uint8Array>(), new TransformStream<Uint8Array>()];
  const texts = streams.map(({ readable }) => new Response(readable).text());
  const [stdout, stderr] = streams.map(({ writable }) => writable);
  const status = await new Runner({ name: "kit", tools: [tool], stdout, stderr }).run(args);
  await Promise.all([stdout!.close(), stderr!.close()]);
  return { status, stdout: (await texts[0])!, stderr: (await texts[1])! };
}

/** Whether two JSON texts are equal, the order of members apart. */
function same(text: string, expected: string): boolean {
  return sorted(text) === sorted(expected);
}

function sorted(text: string): string {
  const sort = (value: Json): Json =>
    Array.isArray(value)
      ? value.map(sort)
      : value instanceof Map
      ? new Map([...value].sort(([a], [b]) => a < b ? -1 : 1).map(([name, it]) => [name, sort(it)]))
      : value;
  return stringifyJson(sort(parseJson(text)));
}

import { Ajv2020 } from "ajv/dist/2020.js";
import { type Json, type JsonObject, stringifyJson } from "../agenttool/json.ts";
import { defineRawTool, defineTool, type JsonSchema, type Tool } from "../agenttool/mod.ts";
import { commands, type Param } from "../cli/mod.ts";
import { type Question, waysOf } from "./_bfcl.ts";
import { flagsOf, run, same } from "./_calling.ts";

/** What came of calling functions with their accepted answers. */
export interface Answered {
  answers: number;
  /** How many arguments objects the answers allow. */
  ways: number;
  /** How many of those need no `:=`, and nothing beside flags. */
  plain: number;
  /** How many of those are accepted, though the function's own schema refuses them. */
  refused: number;
  calls: number;
  problems: string[];
}

/** A function as tools: one gives back its arguments unchecked, the other checks them first. */
interface Pair {
  unchecked: Tool;
  checked: Tool;
  params: readonly Param[];
  /** Whether the schema allows arguments, as told by a validator of its own. */
  allows(args: Json): boolean;
}

/**
 * Calls each function with each accepted answer, given as plain flags, as `:=` flags, as JSON and on
 * standard input: it has to arrive exactly, and be refused where its schema refuses it.
 *
 * @param questions The questions.
 * @returns What was found.
 */
export async function checkAnswers(questions: Iterable<Question>): Promise<Answered> {
  const sum: Answered = { answers: 0, ways: 0, plain: 0, refused: 0, calls: 0, problems: [] };
  const pairs = new Map<string, Pair>();
  for (const { id, tools, answers } of questions) {
    for (const { name, accepted } of answers) {
      sum.answers++;
      const report = (problem: string) => sum.problems.push(`${id}: ${name}: ${problem}`);
      const entry = tools.find((tool) => tool.get("name") === name);
      if (!entry) {
        report("the question has no such function");
        continue;
      }
      const text = stringifyJson(entry);
      const pair = pairs.get(text) ?? pairOf(entry);
      pairs.set(text, pair);
      for (const args of waysOf(accepted)) await checkWay(pair, args, sum, report);
    }
  }
  return sum;
}

async function checkWay(
  { unchecked, checked, params, allows }: Pair,
  args: JsonObject,
  sum: Answered,
  report: (problem: string) => void,
): Promise<void> {
  const allowed = allows(args);
  sum.ways++;
  if (!allowed) sum.refused++;
  const json = stringifyJson(args);
  const call = async (tool: Tool, words: string[], input = "") => {
    sum.calls++;
    const outcome = await run(tool, [tool.name, ...words], input);
    return { ...outcome, given: JSON.stringify(words), shown: JSON.stringify(outcome) };
  };
  // What is not declared has no flag: it goes beside the flags as JSON.
  const declared = new Map(
    [...args].filter(([name]) => params.some((param) => param.name === name)),
  );
  const rest = new Map([...args].filter(([name]) => !declared.has(name)));
  const beside = rest.size > 0 ? [stringifyJson(rest)] : [];
  const flags = flagsOf(params, declared);
  if (beside.length === 0 && !flags.some((flag) => /^--[^=]*:=/.test(flag))) sum.plain++;
  const spelled = [...declared].map(([name, value]) => `--${name}:=${stringifyJson(value)}`);
  for (
    const [words, input] of [
      [[...flags, ...beside]],
      [[...spelled, ...beside]],
      [[json]],
      [["-"], json],
    ] as [string[], string?][]
  ) {
    const arrived = await call(allowed ? checked : unchecked, words, input);
    if (arrived.status !== 0 || !same(arrived.stdout, json)) {
      report(`${arrived.given} gives ${arrived.shown}`);
    }
  }
  if (allowed) return;
  const { status, stderr, given, shown } = await call(checked, [json]);
  if (status !== 1 || !stderr.startsWith("Error: invalid arguments: ")) {
    report(`${given} is not refused: ${shown}`);
  }
}

function pairOf(entry: JsonObject): Pair {
  const schema = entry.get("inputSchema") ?? new Map();
  const common = { name: String(entry.get("name")), description: String(entry.get("description")) };
  const parameters: JsonSchema = JSON.parse(stringifyJson(schema));
  const unchecked = defineRawTool({ ...common, parameters, execute: (call) => call.args });
  const checked = defineTool({ ...common, parameters, execute: (_args, call) => call.args });
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  const validate = ajv.compile(parameters as Record<string, unknown>);
  return {
    unchecked,
    checked,
    params: commands([unchecked])[0]!.params,
    allows: (args) => validate(JSON.parse(stringifyJson(args))),
  };
}

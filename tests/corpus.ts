/**
 * `deno task corpus DIR`: checks the command line of every tool in a folder of MCP tool lists, as
 * servers answer `tools/list`, or of every function in a folder of the Berkeley Function Calling
 * Leaderboard (its `bfcl_eval/data`), with the answers that it accepts.
 *
 * @module
 */

import { type Json, parseJson, stringifyJson } from "../agenttool/json.ts";
import { OWN_COMMANDS } from "../cli/command.ts";
import { checkAnswers } from "./_answers.ts";
import { isLeaderboardFile, readLeaderboard } from "./_bfcl.ts";
import { type Checked, checkTools } from "./_corpus.ts";

const USAGE = `Usage: deno task corpus DIR

DIR holds MCP tool lists (*.json), or the files of the Berkeley Function Calling Leaderboard:
BFCL_*.json and possible_answer/BFCL_*.json.`;

Deno.exit(await main(Deno.args));

async function main([folder]: string[]): Promise<number> {
  if (folder === undefined) {
    console.error(USAGE);
    return 2;
  }
  const names = [];
  for await (const { name } of Deno.readDir(folder)) if (name.endsWith(".json")) names.push(name);
  return names.some(isLeaderboardFile)
    ? await checkLeaderboard(folder)
    : await checkLists(folder, names.sort());
}

async function checkLists(folder: string, names: string[]): Promise<number> {
  const sum = { tools: 0, plain: 0, reached: 0, params: 0, calls: 0, problems: 0 };
  for (const name of names) {
    const checked = await checkTools(parseJson(await Deno.readTextFile(`${folder}/${name}`)));
    for (const problem of checked.problems) console.error(`${name}: ${problem}`);
    sum.tools += checked.tools;
    sum.plain += checked.plain;
    sum.reached += checked.reached;
    sum.params += checked.params;
    sum.calls += checked.calls;
    sum.problems += checked.problems.length;
  }
  console.log(
    `${names.length} lists, ${sum.tools} tools, ${sum.params} parameters, ` +
      `${sum.calls} calls: ${sum.problems} problems\n${sharesOf("tools", sum)}`,
  );
  return sum.tools > 0 && sum.problems === 0 ? 0 : 1;
}

async function checkLeaderboard(folder: string): Promise<number> {
  const { files, questions } = await readLeaderboard(folder);
  const functions = questions.flatMap(({ tools }) => tools);
  // The same function is offered for many questions; one of a name of the program's own is no tool.
  const distinct = new Map(functions.map((entry) => [stringifyJson(entry), entry]));
  const tools = [...distinct.values()].filter((entry) => !isOwn(entry.get("name")));
  const checked = await checkTools(new Map([["tools", tools]]));
  const { answers, ways, plain, refused, calls, problems } = await checkAnswers(questions);
  const all = [...checked.problems, ...problems];
  for (const problem of all) console.error(problem);
  console.log(
    `${files.read} files (${files.passedOver} more without functions), ${functions.length} functions, ` +
      `${distinct.size} of them different (${distinct.size - tools.length} named as a command of ` +
      `every program), ${checked.params} parameters, ${answers} answers in ` +
      `${ways} ways, ${checked.calls + calls} calls: ${all.length} problems\n` +
      `${sharesOf("functions", checked)}\n` +
      `${percent(plain, ways)} of the answers are given by plain flags alone; ` +
      `${refused} are accepted there and refused by the function's own schema`,
  );
  return tools.length > 0 && all.length === 0 ? 0 : 1;
}

function isOwn(name: Json | undefined): boolean {
  return OWN_COMMANDS.some((own) => own === name);
}

function sharesOf(
  what: string,
  { tools, plain, reached }: Pick<Checked, "tools" | "plain" | "reached">,
): string {
  return `${percent(plain, tools)} of the ${what} have a plain flag for every parameter, ` +
    `${percent(reached, tools)} have one with :=`;
}

function percent(part: number, whole: number): string {
  return `${(100 * part / whole).toFixed(1)} %`;
}

/**
 * `deno task corpus DIR`: checks the command line of every tool in a folder of MCP tool lists, as
 * servers answer `tools/list`.
 *
 * @module
 */

import { parseJson } from "../agenttool/json.ts";
import { checkTools } from "./_corpus.ts";

Deno.exit(await main(Deno.args));

async function main([folder]: string[]): Promise<number> {
  if (folder === undefined) {
    console.error("Usage: deno task corpus DIR");
    return 2;
  }
  const names = [];
  for await (const { name } of Deno.readDir(folder)) if (name.endsWith(".json")) names.push(name);
  const sum = { tools: 0, plain: 0, params: 0, calls: 0, problems: 0 };
  for (const name of names.sort()) {
    const list = parseJson(await Deno.readTextFile(`${folder}/${name}`));
    const { tools, plain, params, calls, problems } = await checkTools(list);
    sum.tools += tools;
    sum.plain += plain;
    sum.params += params;
    sum.calls += calls;
    sum.problems += problems.length;
    for (const problem of problems) console.error(`${name}: ${problem}`);
  }
  console.log(
    `${names.length} lists, ${sum.tools} tools, ${sum.params} parameters, ` +
      `${sum.calls} calls: ${sum.problems} problems\n` +
      `${percent(sum.plain, sum.tools)} of the tools have a plain flag for every parameter; ` +
      "with :=, each has one whose name a flag can carry",
  );
  return sum.tools > 0 && sum.problems === 0 ? 0 : 1;
}

function percent(part: number, whole: number): string {
  return `${(100 * part / whole).toFixed(1)} %`;
}

/**
 * Runs 10,000 calls of a call template in one process, and tells what stays: memory, descriptors,
 * children. Ends with 1 where descriptors or children are left, or where memory grows by more than
 * an eighth after 4,000 calls. See README.md beside this file. Linux only.
 *
 * @module
 */

import { runTemplate } from "../utcp/run.ts";
import { parseTemplate } from "../utcp/template.ts";

const CALLS = 10_000;
const AT_ONCE = 4;

const template = parseTemplate({
  call_template_type: "cli",
  commands: [{ command: "echo UTCP_ARG_id_UTCP_END" }, { command: 'echo "<$CMD_0_OUTPUT>"' }],
});

const before = await left();
let early = before.memory;
for (let done = 0; done < CALLS;) {
  await Promise.all(Array.from({ length: AT_ONCE }, () => call(done++)));
  if (done % 2_000 > 0) continue;
  const { memory, descriptors, children } = await left();
  if (done === 4_000) early = memory;
  console.log(`${done} calls: ${memory} MB, ${descriptors} descriptors, ${children} children`);
}
// What ended last may not be told yet.
await new Promise((resolve) => setTimeout(resolve, 200));
const after = await left();
const grown = after.memory > early * 1.125 || after.descriptors > before.descriptors + 4;
Deno.exit(grown || after.children > 0 ? 1 : 0);

async function call(id: number): Promise<void> {
  const { text } = await runTemplate(template, JSON.stringify({ id }));
  if (text !== `<${id}>`) throw new Error(`Call ${id} printed ${JSON.stringify(text)}`);
}

async function left(): Promise<{ memory: number; descriptors: number; children: number }> {
  let descriptors = 0, children = 0;
  for await (const _ of Deno.readDir("/proc/self/fd")) descriptors++;
  for await (const { name } of Deno.readDir("/proc/self/task")) {
    const path = `/proc/self/task/${name}/children`;
    children += (await Deno.readTextFile(path)).split(" ").filter((pid) => pid !== "").length;
  }
  return { memory: Math.round(Deno.memoryUsage().rss / 2 ** 20), descriptors, children };
}

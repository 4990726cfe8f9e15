/**
 * Runs 10,000 calls of a call template in one process, and tells what stays: memory, descriptors,
 * children. Ends with 1 where descriptors or children are left, or more than 50 bytes of the heap
 * for each call. Run it with `--v8-flags=--expose-gc`; see README.md beside this file. Linux only.
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
let early = 0;
for (let done = 0; done < CALLS;) {
  await Promise.all(Array.from({ length: AT_ONCE }, () => call(done++)));
  if (done % 2_000 > 0) continue;
  const { heap, resident, descriptors, children } = await left();
  early ||= heap;
  console.log(
    `${done} calls: ${heap} KB of the heap, ${resident} MB resident, ${descriptors} descriptors, ` +
      `${children} children`,
  );
}
// What ended last may not be told yet.
await new Promise((resolve) => setTimeout(resolve, 200));
const after = await left();
const grown = (after.heap - early) * 1024 > CALLS * 50 ||
  after.descriptors > before.descriptors + 4;
Deno.exit(grown || after.children > 0 ? 1 : 0);

async function call(id: number): Promise<void> {
  const { text } = await runTemplate(template, JSON.stringify({ id }));
  if (text !== `<${id}>`) throw new Error(`Call ${id} printed ${JSON.stringify(text)}`);
}

async function left() {
  let descriptors = 0, children = 0;
  for await (const _ of Deno.readDir("/proc/self/fd")) descriptors++;
  for await (const { name } of Deno.readDir("/proc/self/task")) {
    const path = `/proc/self/task/${name}/children`;
    children += (await Deno.readTextFile(path)).split(" ").filter((pid) => pid !== "").length;
  }
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, rss } = Deno.memoryUsage();
  const heap = Math.round(heapUsed / 2 ** 10);
  return { heap, resident: Math.round(rss / 2 ** 20), descriptors, children };
}

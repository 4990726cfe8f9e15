/**
 * Prints what a live run takes of memory in bytes, after collection, with as many letters of data as
 * its argument says. Needs `--v8-flags=--expose-gc`.
 *
 * @module
 */

import { createHandler, Workflow } from "../asmp/mod.ts";

const RUNS = 100_000;
const text = "x".repeat(Number(Deno.args[0]));
const data = text === "" ? "{}" : `{"text":"${text}"}`;

const handler = createHandler(
  new Workflow("again-wf", { initial: "S" }).transition("S", "again", "S"),
);
await start(1_000); // what is made once
const before = await memory();
await start(RUNS - 1_000);
const bytes = (await memory() - before) / (RUNS - 1_000);
console.log(JSON.stringify({ data: data.length, bytes }));

async function start(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const body = `{"data":${data}}`;
    const { status } = await handler(
      new Request("http://localhost/runs", { method: "POST", body }),
    );
    // As a server does between requests.
    if (i % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    if (status !== 201) throw new Error(`Cannot start run ${i}: status ${status}`);
  }
}

/** What it is once all that can be let go of is: a collection of the last resort leaves no gaps. */
async function memory(): Promise<number> {
  const { gc } = globalThis as unknown as { gc(options: Record<string, string>): Promise<void> };
  const alive = setInterval(() => {}, 1_000); // a collection alone keeps no program going
  for (let i = 0; i < 3; i++) {
    await gc({ type: "major", execution: "async", flavor: "last-resort" });
  }
  clearInterval(alive);
  return Deno.memoryUsage().rss;
}

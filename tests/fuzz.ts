/**
 * `deno task fuzz [--cases N] [--seed N] [TARGET…]`: gives random and damaged input to whatever reads
 * input from outside. A case fails where an error is thrown that is not documented, where a prototype
 * changes, or where it takes seconds.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { asmpServer } from "./fuzz/_asmp_server.ts";
import { commandLine } from "./fuzz/_command_line.ts";
import { configuration } from "./fuzz/_configuration.ts";
import { jsonReader } from "./fuzz/_json_reader.ts";
import { Random } from "./fuzz/_random.ts";
import type { Target } from "./fuzz/_target.ts";
import { utcpScanner } from "./fuzz/_utcp_scanner.ts";

const TARGETS: Target[] = [commandLine, jsonReader, utcpScanner, asmpServer, configuration];

/** No case may take longer, on a busy machine either. */
const LONGEST_MS = 5_000;

Deno.exit(await main(Deno.args));

async function main(args: string[]): Promise<number> {
  const options = parseArgs(args, { string: ["cases", "seed"] });
  const cases = Number(options.cases ?? 1_000_000), seed = Number(options.seed ?? Date.now());
  const names = options._.map(String);
  const targets = TARGETS.filter(({ name }) => names.length === 0 || names.includes(name));
  if (targets.length === 0 || !(cases > 0) || !Number.isInteger(seed)) {
    console.error("Usage: deno task fuzz [--cases N] [--seed N] [TARGET…]");
    return 2;
  }
  let failures = 0;
  for (const target of targets) failures += await fuzz(target, cases, seed);
  return failures === 0 ? 0 : 1;
}

async function fuzz(target: Target, cases: number, seed: number): Promise<number> {
  const random = new Random(seed);
  const before = prototypes(), start = performance.now();
  let failures = 0, longest = 0;
  for (let at = 0; at < cases && failures < 10; at++) {
    const input = target.input(random);
    const began = performance.now();
    try {
      await target.check(input);
      if (at % 1000 === 0 && prototypes() !== before) throw new Error("a prototype has changed");
    } catch (error) {
      failures++;
      console.error(`${target.name}: ${JSON.stringify(input)}: ${(error as Error).stack}`);
    }
    const took = performance.now() - began;
    longest = Math.max(longest, took);
    if (took > LONGEST_MS) {
      failures++;
      console.error(`${target.name}: ${JSON.stringify(input)}: took ${took.toFixed(0)} ms`);
    }
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(
    `${target.name}: ${cases} cases, seed ${seed}, ${failures} failures, ` +
      `${seconds} s, the longest ${longest.toFixed(0)} ms`,
  );
  return failures;
}

/** What the prototypes of everyday values have, as a text. */
function prototypes(): string {
  return [Object, Array, String, Number, Boolean, Function, Map, Set, RegExp, Error, Promise]
    .map(({ prototype }) => Reflect.ownKeys(prototype).map(String).join())
    .join(";");
}

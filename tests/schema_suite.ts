/**
 * `deno task schema-suite DIR`: checks validation against a checkout of JSON Schema's own test
 * suite, the required tests of draft-07 and 2020-12. What the interpreter decides has to be right;
 * what ajv decides is reported.
 *
 * @module
 */

import { interpreter } from "../agenttool/_interpreter.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../agenttool/json.ts";
import { SchemaError, validator } from "../agenttool/validate.ts";

/** One case of the suite. */
interface Case {
  where: string;
  schema: Json;
  data: string;
  valid: boolean;
}

/** What a case came to: who decided it, and whether as the suite says. */
interface Decision {
  by: "interpreter" | "ajv" | "nobody";
  right: boolean;
  /** What was decided, or why the schema is refused. */
  decision: string;
}

const DRAFTS = new Map([
  ["draft7", "http://json-schema.org/draft-07/schema#"],
  ["draft2020-12", "https://json-schema.org/draft/2020-12/schema"],
]);

Deno.exit(await main(Deno.args));

async function main([suite]: string[]): Promise<number> {
  if (suite === undefined) {
    console.error("Usage: deno task schema-suite DIR");
    return 2;
  }
  let wrong = 0;
  for (const [draft, address] of DRAFTS) {
    const sum = { interpreter: 0, ajv: 0, nobody: 0, misses: 0 };
    for await (const one of casesOf(`${suite}/tests/${draft}`, address)) {
      const { by, right, decision } = await decide(one);
      sum[by]++;
      if (right) continue;
      if (by === "interpreter") wrong++;
      if (by === "ajv") sum.misses++;
      console.error(`${by}: ${one.where}: ${decision}`);
    }
    const all = sum.interpreter + sum.ajv + sum.nobody, share = 100 * sum.interpreter / all;
    console.log(
      `${draft}: ${all} cases, ${share.toFixed(1)} % decided by the interpreter; ajv decided ` +
        `${sum.ajv}, ${sum.misses} of them otherwise than the suite; ${sum.nobody} schemas refused`,
    );
  }
  console.log(`The interpreter was wrong ${wrong} times`);
  return wrong === 0 ? 0 : 1;
}

async function* casesOf(folder: string, address: string): AsyncGenerator<Case> {
  const names = [];
  for await (const { name } of Deno.readDir(folder)) if (name.endsWith(".json")) names.push(name);
  for (const name of names.sort()) {
    const groups = parseJson(await Deno.readTextFile(`${folder}/${name}`)) as JsonObject[];
    for (const group of groups) {
      const schema = group.get("schema")!;
      // A schema that names no version is taken for 2020-12.
      if (schema instanceof Map && !schema.has("$schema")) schema.set("$schema", address);
      for (const test of group.get("tests") as JsonObject[]) {
        yield {
          where: `${name}: ${group.get("description")}: ${test.get("description")}`,
          schema,
          data: stringifyJson(test.get("data")!),
          valid: test.get("valid") as boolean,
        };
      }
    }
  }
}

async function decide({ schema, data, valid }: Case): Promise<Decision> {
  try {
    const by = interpreter(schema, {}) ? "interpreter" : "ajv";
    const problems = await validator(stringifyJson(schema)).validate(data);
    const right = (problems.length === 0) === valid;
    return { by, right, decision: problems.length === 0 ? "accepted" : problems.join("; ") };
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return { by: "nobody", right: false, decision: error.message };
  }
}

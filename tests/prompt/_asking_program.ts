/**
 * Asks questions on the terminal, all at once, and prints the answers: the program that a terminal's
 * tests look at. Its argument is the questions as a JSON array; each SIGTERM cancels one more call,
 * the first one first.
 */
import type { Elicitation } from "../../agenttool/tool.ts";
import { terminalPrompt } from "../../prompt/mod.ts";
import { callWith } from "./_call.ts";

const questions: Elicitation[] = JSON.parse(Deno.args[0]!);
const calls = questions.map(() => new AbortController());
const left = [...calls];
const cancel = () => left.shift()?.abort(new Error("cancelled"));
Deno.addSignalListener("SIGTERM", cancel);
console.log(`pid ${Deno.pid}`);
const ask = terminalPrompt();
const answers = questions.map((question, index) =>
  ask(question, callWith(calls[index]!.signal)).catch(String)
);
console.log(`answers ${JSON.stringify(await Promise.all(answers))}`);
Deno.removeSignalListener("SIGTERM", cancel);
// Deno 2.4 does not end by itself while a read waits, though the file is closed.
if (Deno.version.deno.startsWith("2.4.")) Deno.exit();

/**
 * Asks questions on the terminal, all at once, and prints the answers: the program that a terminal's
 * tests look at. Its argument is the questions as a JSON array; SIGTERM cancels the calls.
 */
import type { Elicitation } from "../../agenttool/tool.ts";
import { terminalPrompt } from "../../prompt/mod.ts";
import { callWith } from "./_call.ts";

const ask = terminalPrompt();
const cancelled = new AbortController();
const cancel = () => cancelled.abort(new Error("cancelled"));
Deno.addSignalListener("SIGTERM", cancel);
console.log(`pid ${Deno.pid}`);
const questions: Elicitation[] = JSON.parse(Deno.args[0]!);
const answers = questions.map((question) =>
  ask(question, callWith(cancelled.signal)).catch(String)
);
console.log(`answers ${JSON.stringify(await Promise.all(answers))}`);
Deno.removeSignalListener("SIGTERM", cancel);

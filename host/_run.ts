import { parseArgs } from "@std/cli/parse-args";
import type { Elicitor } from "../agenttool/tool.ts";
import { runMain } from "../cli/main.ts";
import { HostError } from "./errors.ts";
import { loadModule } from "./_module.ts";

/** `toolcli run [--ask] [--name NAME] SOURCE …`: gives the exit status. */
export async function run(args: string[]): Promise<number> {
  const { own, source, rest } = splitAtSource(args);
  const options = parseArgs(own, {
    boolean: ["ask"],
    string: ["name"],
    unknown: (option) => {
      throw new HostError(`unknown option ${JSON.stringify(option)} of run`);
    },
  });
  if (options.name === "") throw new HostError("--name needs a name");
  if (source === undefined) throw new HostError("run needs a source: a module, such as tools.ts");
  const tools = await loadModule(source);
  const name = options.name ?? `toolcli run ${source}`;
  return await runMain({ name, tools, ask }, options.ask ? ["--ask", ...rest] : rest);
}

/** What follows the source is the program's own command line and is not read here. */
function splitAtSource(args: string[]): { own: string[]; source?: string; rest: string[] } {
  let at = 0;
  while (args[at]?.startsWith("-")) at += args[at] === "--name" ? 2 : 1;
  return { own: args.slice(0, at), source: args[at], rest: args.slice(at + 1) };
}

let elicitor: Promise<Elicitor> | undefined;

/** Loads what asks a person when there is a question. */
const ask: Elicitor = async (question, call) => {
  elicitor ??= import("../prompt/terminal_prompt.ts").then(({ terminalPrompt }) =>
    terminalPrompt()
  );
  return (await elicitor)(question, call);
};

import { runMain } from "../cli/main.ts";
import { shellWord } from "../markdown/inline.ts";
import { terminalPrompt } from "../prompt/terminal_prompt.ts";
import { utcpExtension } from "../utcp/extension.ts";
import { HostError } from "./errors.ts";
import { absolute, loadSource } from "./_source.ts";

/** `toolcli run [--ask] [--name NAME] SOURCE …`: gives the exit status. */
export async function run(args: string[]): Promise<number> {
  const { own, source, rest } = splitAtSource(args);
  const options = own.length > 0 ? await readOptions(own) : {};
  if (source === undefined) throw new HostError("run needs a source, such as tools.ts");
  const tools = await loadSource(source);
  const name = options.name ?? `toolcli run ${shellWord(source)}`;
  const ask = terminalPrompt();
  const extensions = utcpExtension(["run", absolute(source)]);
  return await runMain({ name, tools, ask, extensions }, options.ask ? ["--ask", ...rest] : rest);
}

/** Loads what reads options where there are some: on npm it takes longer than all else. */
async function readOptions(own: string[]): Promise<{ ask?: boolean; name?: string }> {
  const { parseArgs } = await import("@std/cli/parse-args");
  const options = parseArgs(own, {
    boolean: ["ask"],
    string: ["name"],
    unknown: (option) => {
      throw new HostError(`unknown option ${JSON.stringify(option)} of run`);
    },
  });
  if (options.name === "") throw new HostError("--name needs a name");
  return options;
}

/** What follows the source is the program's own command line and is not read here. */
function splitAtSource(args: string[]): { own: string[]; source?: string; rest: string[] } {
  let at = 0;
  while (args[at]?.startsWith("-")) at += args[at] === "--name" ? 2 : 1;
  return { own: args.slice(0, at), source: args[at], rest: args.slice(at + 1) };
}

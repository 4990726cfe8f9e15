import type { Elicitor } from "../agenttool/tool.ts";
import { type Extension, type ExtensionCall, runMain } from "../cli/main.ts";
import { shellWord } from "../markdown/inline.ts";
import { commandWord, VALUED } from "./_command_word.ts";
import { HostError } from "./errors.ts";
import { part } from "./_part.ts";
import { absolute } from "./_paths.ts";
import { loadSource } from "./_source.ts";

/** `toolcli run [options] SOURCE …`: gives the exit status. */
export async function run(args: string[]): Promise<number> {
  const { own, source, rest } = splitAtSource(args);
  const options = own.length > 0 ? await optionsOf(own) : {};
  if (source === undefined) throw new HostError("run needs a source, such as tools.ts");
  refuseOwn(rest);
  const { refresh, verbose } = options;
  const { tools } = await loadSource(source, { refresh, verbose, wanted: commandWord(rest) });
  const name = options.name ?? `toolcli run ${shellWord(source)}`;
  const extensions = utcpWords(["run", absolute(source)]);
  return await runMain({ name, tools, ask, extensions }, options.ask ? ["--ask", ...rest] : rest);
}

/** Asks at the terminal; what does it is loaded for the first question. */
const ask: Elicitor = async (question, call) => {
  const { terminalPrompt } = await part<typeof import("../prompt/terminal_prompt.ts")>(
    "../prompt/terminal_prompt.ts",
  );
  asked ??= terminalPrompt();
  return await asked(question, call);
};

/** One for all questions, which wait for each other. */
let asked: Elicitor | undefined;

/** The words of utcp's extension, which is loaded when one of them is given. */
function utcpWords(words: string[]): Extension[] {
  const run = async (call: ExtensionCall, name: string) => {
    const { utcpExtension } = await part<typeof import("../utcp/extension.ts")>(
      "../utcp/extension.ts",
    );
    return await utcpExtension(words)
      .find(({ option, command }) => option === name || command === name)!.run(call);
  };
  return [
    { option: "utcp-discover", run: (call) => run(call, "utcp-discover") },
    { command: "utcp-call", run: (call) => run(call, "utcp-call") },
  ];
}

interface RunOptions {
  ask?: boolean;
  name?: string;
  refresh?: boolean;
  verbose?: boolean;
}

async function optionsOf(own: string[]): Promise<RunOptions> {
  const { readOptions } = await import("./_options.ts");
  return await readOptions("run", own, { flags: ["ask", "refresh", "verbose"], texts: ["name"] });
}

/** What follows the source is the program's own command line and is not read here. */
function splitAtSource(args: string[]): { own: string[]; source?: string; rest: string[] } {
  let at = 0;
  while (args[at]?.startsWith("-")) at += args[at] === "--name" ? 2 : 1;
  return { own: args.slice(0, at), source: args[at], rest: args.slice(at + 1) };
}

/** Options of toolcli behind the source: the program would not know them. */
function refuseOwn(rest: string[]): void {
  for (let at = 0; rest[at]?.startsWith("-"); at++) {
    const [, name, value] = /^--?([^=]*)(=?)/.exec(rest[at]!)!;
    if (OWN.includes(name!)) {
      throw new HostError(`--${name} is toolcli's own option, and stands before the source`);
    }
    if (VALUED.includes(name!) && !value) at++;
  }
}

const OWN = ["name", "refresh", "verbose"];

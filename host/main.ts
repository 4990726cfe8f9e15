/**
 * The toolcli program: `toolcli run SOURCE …` runs the tools that a source gives.
 *
 * @module
 */

import { processArgs } from "../cli/deno_process.ts";
import { UsageError } from "../cli/errors.ts";
import { HostError, OutputError } from "./errors.ts";
import { part } from "./_part.ts";

/** Runs the toolcli program on this process's command line, and ends the process. */
export async function toolcli(): Promise<never> {
  let args: string[] = [];
  try {
    // What a source still owes when nothing is left to wait for is no success.
    Deno.exitCode = 1;
    args = await processArgs();
    Deno.exit(await toolcliStatus(args));
  } catch (error) {
    if (error instanceof OutputError) {
      console.error(`toolcli: ${error.message}`);
      Deno.exit(1);
    }
    if (!(error instanceof HostError || error instanceof UsageError)) throw error;
    const { visibleLine } = await import("../agenttool/visible.ts");
    console.error(`toolcli: ${visibleLine(error.message)}\nRun \`toolcli --help\` for usage.`);
    Deno.exit(2);
  }
}

async function toolcliStatus([word, ...args]: string[]): Promise<number> {
  // What follows the source of `run` and `asmp` is another program's.
  const [first] = args;
  if (first === "--help" || first === "-h") return await help([word === "scp" ? "asmp" : word!]);
  switch (word) {
    case "run":
      return await (await part<typeof import("./_run.ts")>("./_run.ts")).run(args);
    case "list":
      return await (await part<typeof import("./_list.ts")>("./_list.ts")).list(args);
    case "docs":
      return await (await part<typeof import("./_docs.ts")>("./_docs.ts")).docs(args);
    case "compile":
      return await (await part<typeof import("./_compile.ts")>("./_compile.ts")).compile(args);
    case "completions":
      return await (await part<typeof import("./_completions.ts")>("./_completions.ts"))
        .completions(args);
    case "serve":
      return await (await part<typeof import("./_serve.ts")>("./_serve.ts")).serve(args);
    case "asmp":
    case "scp":
      return await (await part<typeof import("./_asmp.ts")>("./_asmp.ts")).asmp(args);
    case "utcp":
      return await (await part<typeof import("./_utcp.ts")>("./_utcp.ts")).utcp(args);
    case "--version":
    case "-V": {
      const { default: { version } } = await import("../deno.json", { with: { type: "json" } });
      const { printAll } = await part<typeof import("./_print.ts")>("./_print.ts");
      await printAll(`toolcli ${version}\n`);
      return 0;
    }
    case "help":
    case "-h":
    case "--help":
      return await help(args);
    case undefined:
      return await (await part<typeof import("./_help.ts")>("./_help.ts")).usage();
  }
  return await (await part<typeof import("./_help.ts")>("./_help.ts")).unknown(word);
}

async function help(words: string[]): Promise<number> {
  return (await part<typeof import("./_help.ts")>("./_help.ts")).help(words);
}

// Not awaited: a command's file imports this one, and would wait for it for ever.
if (import.meta.main) void toolcli();

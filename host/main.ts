/**
 * The toolcli program: `toolcli run SOURCE …` runs the tools that a source gives.
 *
 * @module
 */

import { processArgs } from "../cli/deno_io.ts";
import { UsageError } from "../cli/errors.ts";
import { HostError } from "./errors.ts";

/** Runs the toolcli program on this process's command line, and ends the process. */
export async function toolcli(): Promise<never> {
  try {
    // What a source still owes when nothing is left to wait for is no success.
    Deno.exitCode = 1;
    Deno.exit(await toolcliStatus(await processArgs()));
  } catch (error) {
    if (!(error instanceof HostError || error instanceof UsageError)) throw error;
    const { visible } = await import("../agenttool/visible.ts");
    const message = visible(error.message).replaceAll("\n", "\\n");
    console.error(`toolcli: ${message}\nRun \`toolcli --help\` for usage.`);
    Deno.exit(2);
  }
}

const HELP = `\
Run a set of agent tools as one command-line program.

  toolcli run tools.ts help                     what the tools of a module are
  toolcli run tools.ts greet --name Ada         call one
  toolcli run tools.ts greet '{"name":"Ada"}'   the same, as JSON

Usage:
  toolcli run [--ask] [--name NAME] SOURCE [options] COMMAND [flags] [JSON | -]
  toolcli utcp SOURCE                           its tools as a UTCP manual
  toolcli --help | --version

SOURCE is a TypeScript or JavaScript module (a path or an address) that exports its tools as
"tools" or as its default: an iterable of tools, or a function that returns one. Or it is a JSON
file, with comments or without: a UTCP manual, a CLI call template, or an array of them.

The options behind SOURCE are the program's own (--answer, --out, --record): its help tells them.

Options of run, before SOURCE:
  --ask          ask the person at the terminal what a tool asks
  --name NAME    the program's name in help and errors
`;

async function toolcliStatus([word, ...args]: string[]): Promise<number> {
  switch (word) {
    case "run":
      if (args[0] === "--help" || args[0] === "-h") return await toolcliStatus(["help"]);
      return await (await import("./_run.ts")).run(args);
    case "utcp":
      return await (await import("./_utcp.ts")).utcp(args);
    case "--version": {
      const { default: { version } } = await import("../deno.json", { with: { type: "json" } });
      console.log(`toolcli ${version}`);
      return 0;
    }
    case "help":
    case "-h":
    case "--help":
      console.log(HELP.trimEnd());
      return 0;
    case undefined:
      console.error(HELP.trimEnd());
      return 2;
  }
  throw new HostError(`unknown command ${JSON.stringify(word)}`);
}

if (import.meta.main) await toolcli();

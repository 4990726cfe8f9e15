/**
 * A program that `toolcli compile` made: what its sources are is part of it.
 *
 * @module
 */

import { processArgs } from "../cli/deno_process.ts";
import { UsageError } from "../cli/errors.ts";
import { runMain } from "../cli/main.ts";
import { terminalPrompt } from "../prompt/terminal_prompt.ts";
import { utcpExtension } from "../utcp/extension.ts";
import { commandWord } from "./_command_word.ts";
import { HostError } from "./errors.ts";
import { type Loaders, loadProgram } from "./_load.ts";
import type { Program } from "./_origin.ts";

/** What loads the sources that need nothing more. */
const PLAIN: Loaders = {
  module: () => import("./_module.ts"),
  dump: () => import("./_dump.ts"),
};

/**
 * Runs the program on this process's command line, and ends the process.
 *
 * @param program What its tools come from; its name is the program's.
 * @param loaders What loads the sources of other protocols.
 */
export async function embedded(
  program: Program & { name: string },
  loaders: Loaders,
): Promise<never> {
  const { name } = program;
  try {
    // What a source still owes when nothing is left to wait for is no success.
    Deno.exitCode = 1;
    const args = await processArgs();
    const options = { program: name, wanted: commandWord(args) };
    const { tools } = await loadProgram(program, { ...PLAIN, ...loaders }, options);
    const ask = terminalPrompt();
    Deno.exit(await runMain({ name, tools, ask, extensions: utcpExtension() }, args));
  } catch (error) {
    if (!(error instanceof HostError || error instanceof UsageError)) throw error;
    const { visibleLine } = await import("../agenttool/visible.ts");
    console.error(`${name}: ${visibleLine(error.message)}`);
    Deno.exit(2);
  }
}

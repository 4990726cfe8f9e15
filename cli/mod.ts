/**
 * A set of tools as one command-line program: each tool is a command, its JSON Schema gives the
 * flags, and a JSON object can be given instead of them or beside them.
 *
 * @module
 */

export { type Command, commands, describe, type Param } from "./command.ts";
export { ExitFailed, ExitNeedsAnswer, ExitOK, ExitUsage } from "./exit_status.ts";
export { type Extension, type ExtensionCall, main, type MainOptions } from "./main.ts";
export { Runner, type RunnerOptions } from "./runner.ts";

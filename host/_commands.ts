import { messageOf } from "../agenttool/errors.ts";
import type { Tool } from "../agenttool/tool.ts";
import { type Command, commands } from "../cli/command.ts";
import { SourceError } from "./errors.ts";

/**
 * Describes the tools of a source as commands.
 *
 * @param source The source, as given.
 * @param tools Its tools.
 * @param reserved More names that no tool may have.
 * @returns A command for each.
 * @throws {SourceError} Where they cannot be those of a program.
 */
export function commandsOf(
  source: string,
  tools: Iterable<Tool>,
  reserved?: Iterable<string>,
): Command[] {
  try {
    return commands(tools, reserved);
  } catch (error) {
    throw new SourceError(source, messageOf(error).replace(/^cli: /, ""));
  }
}

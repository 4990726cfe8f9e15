import type { Command } from "../cli/command.ts";
import { calling } from "./_calling.ts";
import { code, firstLine } from "./inline.ts";

export { section } from "./_section.ts";

/**
 * Renders a program's general help: how to call it, and its commands in a line each.
 *
 * @param program The program, as a command line begins.
 * @param commands Its commands.
 * @param options `ask`: whether the program has the option `--ask`.
 * @returns Markdown.
 */
export function usage(
  program: string,
  commands: readonly Command[],
  options: { ask?: boolean } = {},
): string {
  const index = commands.map((command) => {
    const about = firstLine(command.description);
    const note = command.needsOrder ? " (not ordered against other processes)" : "";
    return `- ${code(command.name)}${about && `: ${about}`}${note}\n`;
  });
  return `${calling(program, options.ask)}\n## Commands\n\n${index.join("")}`;
}

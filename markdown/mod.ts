/**
 * Markdown that teaches a model or a person to call a program: the body of a skill, a section of
 * AGENTS.md, or what `help` prints. It is made of the same descriptions that the parser reads, so
 * what it teaches is what the program takes.
 *
 * @module
 */

import type { Command } from "../cli/command.ts";
import { calling } from "./_calling.ts";
import { section } from "./_section.ts";

/**
 * Renders how to call a program and each of its commands. Headings start at level two, so that it
 * nests under the title of whatever holds it.
 *
 * @example A section for AGENTS.md
 * ```ts
 * import { defineRawTool } from "@x/toolcli/agenttool";
 * import { commands } from "@x/toolcli/cli";
 * import { markdown } from "@x/toolcli/markdown";
 * import { expect } from "@std/expect";
 *
 * const ping = defineRawTool({ name: "ping", description: "Say pong.", execute: () => "pong" });
 * expect(markdown("kit", commands([ping]))).toContain("### `ping`\n\nSay pong.\n");
 * ```
 *
 * @param program The program, as a command line begins.
 * @param commands Its commands.
 * @returns Markdown.
 */
export function markdown(program: string, commands: readonly Command[]): string {
  const sections = commands.map((command) => `\n${section(program, command)}`);
  return `${calling(program)}\n## Commands\n${sections.join("")}`;
}

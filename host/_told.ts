import { messageOf } from "../agenttool/errors.ts";
import type { Origin, Program } from "./_origin.ts";

/**
 * Says where a source is, and which.
 *
 * @param program The program that has it.
 * @param origin The source.
 * @returns The place, for a colon to follow.
 */
export function placeOf(program: Program, { at, label }: Origin): string {
  const file = JSON.stringify(program.file), line = program.lineOf?.(at);
  if (at === "") return file;
  // As errors of the configuration have it, and editors read it.
  return `${line === undefined ? file : `${program.file}:${line}`}: ${at} (${label})`;
}

/**
 * Says why a source gives no tools. A server's last words may be many lines: this is one.
 *
 * @param program The program that has the source.
 * @param origin The source.
 * @param error What it failed with.
 * @returns The line.
 */
export function failureLine(program: Program, origin: Origin, error: unknown): string {
  return `${placeOf(program, origin)}: ${messageOf(error).replace(/\s*\n\s*/g, " ")}`;
}

/**
 * Tells lines on standard error.
 *
 * @param program Whose words they are.
 * @param lines The lines.
 */
export async function tell(program = "toolcli", lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  const { visibleLine } = await import("../agenttool/visible.ts");
  for (const text of lines) {
    console.error(`${program}: ${visibleLine(text.trimEnd())}`);
  }
}

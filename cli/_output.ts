import { messageOf } from "../agenttool/errors.ts";
import type { Output } from "./_io.ts";

/**
 * Writes text. On a terminal, control sequences are made visible rather than obeyed; anywhere else
 * the bytes are exact.
 *
 * @param output Where to.
 * @param text The text.
 * @throws {Error} Where it cannot be written.
 */
export async function print(output: Output, text: string): Promise<void> {
  if (output.isTerminal) text = (await import("../agenttool/visible.ts")).visible(text);
  await output.write(text);
}

/**
 * Writes what changes nothing where nobody reads it: help, errors, notices.
 *
 * @param output Where to.
 * @param text The text; its last line is ended where it is not.
 */
export async function tell(output: Output, text: string): Promise<void> {
  await print(output, line(text)).catch(() => {});
}

/**
 * Writes what a caller asked for.
 *
 * @param output Where to.
 * @param text The text; its last line is ended where it is not.
 * @returns Why it could not be written; nothing where it was, or where nobody reads any more.
 */
export async function show(output: Output, text: string): Promise<string | undefined> {
  try {
    await print(output, line(text));
  } catch (error) {
    if ((error as Error)?.name !== "BrokenPipe") return messageOf(error);
  }
}

/** Ends a text's last line, where it has one. */
export function line(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** Cuts off the end of a text as far as it is made of these characters. */
export function withoutTail(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

import type { ExtensionCall } from "../cli/main.ts";
import { ExitFailed, ExitOK } from "../cli/exit_status.ts";
import { errorsAreRead } from "./_deno_program.ts";
import { selfManual } from "./self_manual.ts";

/**
 * Prints a program's tools as a UTCP manual. Notes go to a person only: some clients read standard
 * error with the manual.
 */
export async function utcpDiscover(
  { name, tools, value, print, note }: ExtensionCall,
  words: readonly string[],
): Promise<number> {
  const notes: string[] = [];
  try {
    await print(await selfManual(tools, { words, probe: value, note: (text) => notes.push(text) }));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await note(`${name}: ${error.message}`);
    return ExitFailed;
  }
  if (errorsAreRead()) { for (const text of notes) await note(`${name}: ${text}`); }
  return ExitOK;
}

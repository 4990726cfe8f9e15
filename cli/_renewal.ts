import { messageOf } from "../agenttool/errors.ts";
import { renewalOf } from "../agenttool/renewal.ts";
import type { Tool } from "../agenttool/tool.ts";
import { visibleLine } from "../agenttool/visible.ts";
import {
  FileContentError,
  JsonArgumentError,
  StdinTwiceError,
  UnknownCommandError,
  UnreadableError,
} from "./errors.ts";
import { tell } from "./_output.ts";
import type { Program } from "./_program.ts";

/**
 * Asks anew for a program's tools where a command line does not fit those that are known, but may
 * fit them as they are. Where that fails it is told, in one line.
 *
 * @param program The program.
 * @param error What is wrong with the command line.
 * @param command The command that it is about.
 * @param signal Ends the asking.
 * @returns The tools; nothing where the command line stays wrong.
 */
export async function renewedTools(
  { name, list, io }: Program,
  error: unknown,
  command?: string,
  signal?: AbortSignal,
): Promise<readonly Tool[] | undefined> {
  if (SAME_FOR_ANY.some((type) => error instanceof type)) return undefined;
  const about = command ?? (error instanceof UnknownCommandError ? error.given : undefined);
  if (about === undefined || !list) return undefined;
  try {
    return await renewalOf(list)?.(about, signal);
  } catch (failure) {
    if (signal?.aborted) return undefined;
    // A server's last words may be many lines.
    const reason = messageOf(failure).replace(/\s*\n\s*/g, " ");
    await tell(io.stderr, visibleLine(`${name}: ${reason}`));
  }
}

/** Errors of what was given, whatever tools there are. */
const SAME_FOR_ANY = [FileContentError, JsonArgumentError, StdinTwiceError, UnreadableError];

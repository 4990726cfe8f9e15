import type { Tool } from "../agenttool/tool.ts";
import { denoIo } from "../cli/deno_io.ts";
import { environmentNames, selfCommand } from "./_deno_program.ts";
import { utcpManual } from "./manual.ts";
import { printLine } from "./_output.ts";

/** A program whose manual is printed. */
export interface ManualSource {
  /** The program's name, as errors print it. */
  name: string;
  /** Its tools. */
  tools: Iterable<Tool>;
  /** The words between the program and `utcp-call`. */
  words: readonly string[];
  /** What the client put in the place of the probe, where it was asked to. */
  probe?: string;
  /** Whether notes go to standard error only where a person reads them. */
  quiet?: boolean;
}

/**
 * Prints the tools of this very program as a UTCP manual.
 *
 * @param source What to print.
 * @returns The exit status.
 */
export async function printManual(source: ManualSource): Promise<number> {
  const { name, tools, words, probe, quiet } = source;
  const note = (text: string) => {
    if (!quiet || denoIo().stderr.isTerminal) console.error(`${name}: ${text}`);
  };
  // A client that hands values over by reference has left one.
  const byReference = probe !== undefined && environmentNames().some((name) => PROBE.test(name));
  let manual: string;
  try {
    manual = utcpManual(tools, {
      command: [...await selfCommand(), ...words],
      byReference,
      note,
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${name}: ${error.message}`);
    return 1;
  }
  await printLine(manual);
  return 0;
}

const PROBE = /^__UTCP_ARG_[0-9a-f]{16}_probe$/;

import type { Tool } from "../agenttool/tool.ts";
import { environmentNames, runtimeVariables, selfCommand } from "./_deno_program.ts";
import { utcpManual } from "./manual.ts";

/** What {@linkcode selfManual} is a manual of. */
export interface SelfManualOptions {
  /** The words between the program and `utcp-call`. */
  words: readonly string[];
  /** Names of environment variables that the tools read: with any, old clients refuse the manual. */
  variables?: readonly string[];
  /** What the client put in the place of the probe, where it was asked to. */
  probe?: string;
  /** Is told of what is left out. */
  note: (text: string) => void;
}

/**
 * Describes the tools of this very program as a UTCP manual.
 *
 * @param tools The tools.
 * @param options Of what program.
 * @returns The manual.
 * @throws {TypeError} Where the program's command, or a variable's name, cannot be written into a
 * call template.
 */
export async function selfManual(
  tools: Iterable<Tool>,
  { words, variables = [], probe, note }: SelfManualOptions,
): Promise<string> {
  // A client that hands values over by reference has left one.
  const byReference = probe !== undefined && environmentNames().some((name) => PROBE.test(name));
  const command = [...await selfCommand(), ...words];
  // Old clients refuse a manual that names variables, and pass on all: they get none unasked.
  const forNew = byReference || variables.length > 0;
  return utcpManual(tools, {
    command,
    variables: forNew ? [...variables, ...runtimeVariables()] : [],
    byReference,
    note,
  });
}

const PROBE = /^__UTCP_ARG_[0-9a-f]{16}_probe$/;

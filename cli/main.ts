import type { Elicitor, Tool } from "../agenttool/tool.ts";
import { ToolSet } from "../agenttool/tool_set.ts";
import { denoIo, exit, processArgs, watchInterrupts } from "./deno_io.ts";
import { print } from "./_io.ts";
import { runProgram, usageError } from "./_program.ts";

/** What {@linkcode main} makes a program of. */
export interface MainOptions {
  /** The program's name, as usage and errors print it. */
  name: string;
  /** The tools that are its commands; they are closed when the program ends. */
  tools: Iterable<Tool>;
  /**
   * Asks the person at the terminal; the program then has the option `--ask`, and asks only when
   * it is given.
   */
  ask?: Elicitor;
  /** Words that the program answers besides its commands. */
  extensions?: readonly Extension[];
}

/** A word that a program answers itself, given first on the command line. */
export interface Extension {
  /** An option, without dashes: `--option` and `--option=value`. */
  readonly option?: string;
  /** A command, which no tool can then be named. */
  readonly command?: string;
  /**
   * Answers the word.
   *
   * @param call The program, and what it was given.
   * @returns The exit status.
   */
  run(call: ExtensionCall): Promise<number>;
}

/** What an {@linkcode Extension} is given. */
export interface ExtensionCall {
  /** The program's name. */
  readonly name: string;
  /** Its tools. */
  readonly tools: readonly Tool[];
  /** What followed `=` in the option. */
  readonly value?: string;
  /** The words after the option or the command. */
  readonly args: string[];
  /** Aborted on an interrupt. */
  readonly signal: AbortSignal;
}

/**
 * Makes a whole program of a set of tools: reads the command line, runs one call, turns interrupts
 * into its cancellation, closes the tools and ends the process with the exit status.
 *
 * ```ts ignore
 * import { defineTool, main } from "@x/toolcli";
 *
 * const greet = defineTool({
 *   name: "greet",
 *   description: "Greet somebody.",
 *   parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
 *   execute: ({ name }) => `Hello, ${name}!`,
 * });
 *
 * if (import.meta.main) await main({ name: "greeter", tools: [greet] });
 * ```
 *
 * @param options What to make a program of.
 * @returns Never: the process ends.
 */
export async function main(options: MainOptions): Promise<never> {
  let args: string[];
  try {
    args = await processArgs();
  } catch (error) {
    exit(await usageError(options.name, denoIo(), error));
  }
  exit(await runMain(options, args));
}

/**
 * Does what {@linkcode main} does with the words given, and leaves the process to the caller.
 *
 * @param options What to make a program of.
 * @param args The command line after the program's name.
 * @returns The exit status.
 */
export async function runMain(options: MainOptions, args: string[]): Promise<number> {
  const { name, ask, extensions = [] } = options;
  const set = options.tools instanceof ToolSet ? options.tools : new ToolSet(options.tools);
  const tools = [...set], io = denoIo();
  const interrupts = watchInterrupts();
  try {
    const { signal } = interrupts;
    for (const extension of extensions) {
      const words = wordsFor(extension, args);
      if (words) return await extension.run({ name, tools, signal, ...words });
    }
    const reserved = extensions.flatMap(({ command }) => command ?? []);
    return await runProgram({ name, tools, ask, askOption: !!ask, reserved, io }, args, signal);
  } finally {
    await set.close().catch((error) => print(io.stderr, `${name}: ${error.message}\n`));
    interrupts.stop();
  }
}

function wordsFor(
  { option, command }: Extension,
  [first, ...args]: string[],
): { value?: string; args: string[] } | undefined {
  if (first === undefined) return undefined;
  if (command !== undefined && first === command) return { args };
  const given = /^--?([^-=][^=]*)(?:=(.*))?$/s.exec(first);
  if (option === undefined || given?.[1] !== option) return undefined;
  return { value: given[2], args };
}

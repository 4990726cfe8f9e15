import { messageOf } from "../agenttool/errors.ts";
import type { Elicitor, Tool } from "../agenttool/tool.ts";
import { ToolSet } from "../agenttool/tool_set.ts";
import { denoIo } from "./deno_io.ts";
import {
  endWith,
  type Interrupts,
  processArgs,
  watchFailures,
  watchInterrupts,
} from "./deno_process.ts";
import { ExitFailed } from "./exit_status.ts";
import { tell } from "./_output.ts";
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

/** What answers words of its own: an option, a command, or one of each. */
export interface Extension {
  /** An option, without dashes: `--option` and `--option=value`. */
  readonly option?: string;
  /** A command, which no tool can then be named. */
  readonly command?: string;
  /** Whether a tool may have the command's name, and is then called by it. */
  readonly yields?: boolean;
  /**
   * Answers a word.
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
  /**
   * Prints a result on stdout, its last line ended.
   *
   * @param text The result.
   */
  print(text: string): Promise<void>;
  /**
   * Prints a notice or an error on stderr, its last line ended.
   *
   * @param text The notice.
   */
  note(text: string): Promise<void>;
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
 * Call it at the end of the module, where everything that the tools use has been defined.
 *
 * @param options What to make a program of.
 * @returns Never: the process ends.
 */
export async function main(options: MainOptions): Promise<never> {
  let args: string[];
  try {
    args = await processArgs();
  } catch (error) {
    Deno.exit(await usageError({ name: options.name, io: denoIo() }, error));
  }
  Deno.exit(await runMain(options, args));
}

/**
 * Does what {@linkcode main} does with the words given, and leaves the end of the process to the
 * caller.
 *
 * @param options What to make a program of.
 * @param args The command line after the program's name.
 * @returns The exit status.
 */
export async function runMain(options: MainOptions, args: string[]): Promise<number> {
  const { name, ask, extensions } = options;
  const set = options.tools instanceof ToolSet ? options.tools : new ToolSet(options.tools);
  const io = denoIo();
  let interrupts: Interrupts | undefined;
  // A process that has nothing left to wait for ends, whatever a tool still owes.
  endWith(ExitFailed);
  watchFailures((error) =>
    tell(io.stderr, `${name}: a tool left a failure behind: ${messageOf(error)}`)
  );
  try {
    const program = {
      name,
      tools: [...set],
      list: options.tools,
      ask,
      askOption: !!ask,
      extensions,
      io,
    };
    // Watched from when something is run: until then an interrupt ends the process, as usual.
    const watch = () => (interrupts ??= watchInterrupts()).signal;
    const status = await runProgram(program, args, { watch });
    endWith(status);
    return status;
  } finally {
    await set.close().catch((error) => tell(io.stderr, `${name}: ${messageOf(error)}`));
    interrupts?.stop();
  }
}

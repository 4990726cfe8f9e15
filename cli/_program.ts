import type { Elicitor, Tool } from "../agenttool/tool.ts";
import { type Command, commands } from "./command.ts";
import { ArityError, UnknownCommandError, UsageError } from "./errors.ts";
import { parseArguments } from "./_arguments.ts";
import { ExitFailed, ExitOK, ExitUsage, runCall } from "./_call.ts";
import { type Io, type Output, print } from "./_io.ts";
import { type Options, readOptions } from "./_options.ts";

/** A set of tools as a program. */
export interface Program {
  name: string;
  tools: readonly Tool[];
  /** Answers what no `--answer` does. */
  ask?: Elicitor;
  /** Whether `ask` is used only where the command line says `--ask`. */
  askOption?: boolean;
  /** Names that no tool may have, besides the program's own. */
  reserved?: readonly string[];
  io: Io;
}

/** Runs one command line and gives its exit status: see spec/agenttool-cli.md 2 and 5. */
export async function runProgram(
  program: Program,
  args: string[],
  signal?: AbortSignal,
): Promise<number> {
  const { name, io } = program;
  let all: Command[];
  try {
    all = commands(program.tools, program.reserved);
  } catch (error) {
    await show(io.stderr, `${(error as Error).message}\n`);
    return ExitUsage;
  }
  try {
    return await run(program, all, args, signal);
  } catch (error) {
    return await usageError(name, io, error);
  }
}

/** Reports a usage error, always in two lines; any other error is thrown on. */
export async function usageError(name: string, io: Io, error: unknown): Promise<number> {
  if (!(error instanceof UsageError)) throw error;
  const { visible } = await import("../agenttool/visible.ts");
  const message = visible(error.message).replaceAll("\n", "\\n");
  await show(io.stderr, `${name}: ${message}\nRun \`${name} help\` for usage.\n`);
  return ExitUsage;
}

async function run(
  program: Program,
  all: Command[],
  args: string[],
  signal?: AbortSignal,
): Promise<number> {
  const { name, io } = program;
  const options = await explained(all, () => readOptions(args, program.askOption));
  const [word, ...rest] = options.rest;
  const general = word === "help" && rest.every((word) => /^--?h(elp)?$/.test(word));
  if (options.help || word === undefined || general) {
    const { usage } = await import("../markdown/mod.ts");
    const asked = options.help || word !== undefined;
    const text = usage(name, all, { ask: program.askOption });
    await show(asked ? io.stdout : io.stderr, text);
    return asked ? ExitOK : ExitUsage;
  }
  if (word === "help" || word === "schema") {
    if (rest.length !== 1) throw new ArityError(word);
    const command = await explained(all, () => find(all, rest[0]!));
    return await (word === "help" ? showHelp(program, command) : showSchema(program, command));
  }
  const command = await explained(all, () => find(all, word));
  return await runCommand(program, command, options, signal);
}

function find(all: Command[], name: string): Command {
  const command = all.find((command) => command.name === name);
  if (!command) throw new UnknownCommandError(name);
  return command;
}

async function runCommand(
  program: Program,
  command: Command,
  options: Options,
  signal?: AbortSignal,
): Promise<number> {
  const { name, io } = program;
  const { help, args, notes } = await inCommand(
    command,
    () => explained(command, () => parseArguments(command, options.rest.slice(1), io, name)),
  );
  if (help) return await showHelp(program, command);
  for (const note of notes) await show(io.stderr, `${name}: ${note}\n`);
  const tool = program.tools.find((tool) => tool.name === command.name)!;
  const ask = !program.askOption || options.ask ? program.ask : undefined;
  return await runCall({ program: name, tool, args, options, ask, io, signal });
}

/** Adds to an error about an unknown name what may have been meant. */
async function explained<T>(
  commands: readonly Command[] | Command,
  read: () => T | Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw (await import("./_explain.ts")).explain(error, commands);
  }
}

/** Begins a usage error with the command that it is about. */
async function inCommand<T>(command: Command, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UsageError) error.message = `${command.name}: ${error.message}`;
    throw error;
  }
}

async function showHelp(program: Program, command: Command): Promise<number> {
  const { section } = await import("../markdown/mod.ts");
  await show(program.io.stdout, section(program.name, command));
  return ExitOK;
}

async function showSchema(program: Program, command: Command): Promise<number> {
  const { parseJson, stringifyJson } = await import("../agenttool/json.ts");
  try {
    await show(program.io.stdout, `${stringifyJson(parseJson(command.schema), 2)}\n`);
    return ExitOK;
  } catch (error) {
    const reason = (error as Error).message;
    await show(program.io.stderr, `${program.name}: schema of ${command.name}: ${reason}\n`);
    return ExitFailed;
  }
}

/** Prints what is lost without harm where nobody reads it. */
async function show(output: Output, text: string): Promise<void> {
  try {
    await print(output, text);
  } catch {
    // Help or an error that nobody can see changes no status.
  }
}

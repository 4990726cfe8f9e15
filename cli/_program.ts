/**
 * The way of a command line: the options before the command (`_options.ts`), the arguments behind
 * it (`_arguments.ts`, by `_tokens.ts`, `_command_flags.ts` and `_merge.ts`), the call (`_call.ts`),
 * and what is told of it (`_content.ts`, or `_question_report.ts` at status 3).
 *
 * @module
 */

import { cancelled, messageOf, ToolsChangedError } from "../agenttool/errors.ts";
import type { Elicitor, Tool } from "../agenttool/tool.ts";
import { ToolSet } from "../agenttool/tool_set.ts";
import { InputReader, parseArguments } from "./_arguments.ts";
import { runCall } from "./_call.ts";
import { type Command, commands, OWN_COMMANDS, schemaOf } from "./command.ts";
import { ArityError, UnknownCommandError, UnknownNameError, UsageError } from "./errors.ts";
import { ExitFailed, ExitOK, ExitUsage } from "./exit_status.ts";
import type { Io } from "./_io.ts";
import type { Extension } from "./main.ts";
import { optionNames, type Options, readOptions } from "./_options.ts";
import { show, tell } from "./_output.ts";
import { isHelp } from "./_tokens.ts";

/** A set of tools as a program. */
export interface Program {
  name: string;
  tools: readonly Tool[];
  /** What gave the tools: see `agenttool/renewal.ts`; absent where they are known to be current. */
  list?: Iterable<Tool>;
  /** Answers what no `--answer` does. */
  ask?: Elicitor;
  /** Whether `ask` is used only where the command line says `--ask`. */
  askOption?: boolean;
  /** What answers words of its own. */
  extensions?: readonly Extension[];
  io: Io;
  /** What read the command line before; set where the tools changed after that. */
  before?: InputReader;
}

/** What cancels a run. */
export interface Cancelling {
  /** Cancels it from the start, also while standard input is read. */
  signal?: AbortSignal;
  /** Gives what cancels the call; asked for when something is run. */
  watch?: () => AbortSignal;
}

/**
 * Runs one command line and gives its exit status: see spec/agenttool-cli.md 2 and 5.
 *
 * @param program The program.
 * @param args The words after its name.
 * @param cancelling What cancels it.
 */
export async function runProgram(
  program: Program,
  args: string[],
  cancelling: Cancelling = {},
): Promise<number> {
  const { extensions = [], io } = program;
  const input = program.before ?? new InputReader(io, cancelling.signal);
  let all: Command[];
  try {
    const reserved = extensions.flatMap(({ command, yields }) => yields ? [] : command ?? []);
    all = commands(program.tools, reserved);
  } catch (error) {
    await tell(io.stderr, messageOf(error));
    return ExitUsage;
  }
  const again = async (tools: Iterable<Tool>) => {
    const changed = { ...program, tools: [...tools], list: undefined, before: input };
    return await runProgram(changed, args, cancelling);
  };
  const refuse = async (error: unknown, command?: string) => {
    if (!program.list || !(error instanceof UsageError)) {
      return await usageError(program, error, command);
    }
    const { renewedTools } = await import("./_renewal.ts");
    const tools = await renewedTools(program, error, command, cancelling.signal);
    return await (tools ? again(tools) : usageError(program, error, command));
  };
  try {
    return await run(program, all, args, { input, cancelling, refuse });
  } catch (error) {
    if (!(error instanceof ToolsChangedError)) return await refuse(error);
    const tools = new ToolSet(error.tools);
    try {
      return await again(tools);
    } finally {
      await tools.close().catch((error) => tell(io.stderr, `${program.name}: ${messageOf(error)}`));
    }
  }
}

/**
 * Reports a usage error, always in two lines; any other error is thrown on.
 *
 * @param program The program.
 * @param error The error.
 * @param command The command that it is about.
 */
export async function usageError(
  { name, io }: Pick<Program, "name" | "io">,
  error: unknown,
  command?: string,
): Promise<number> {
  if (!(error instanceof UsageError)) throw error;
  const { visibleLine } = await import("../agenttool/visible.ts");
  const hint = error instanceof UnknownNameError
    ? (await import("./suggest.ts")).suggestion(error)
    : "";
  const about = command === undefined ? "" : `${command}: `;
  const message = visibleLine(`${name}: ${about}${error.message}${hint}`);
  await tell(io.stderr, `${message}\nRun \`${visibleLine(name)} help\` for usage.`);
  return ExitUsage;
}

/** What is around the reading of one command line. */
interface Reading {
  input: InputReader;
  cancelling: Cancelling;
  /** Ends it with a usage error, unless it is right for the tools as they are now. */
  refuse(error: unknown, command?: string): Promise<number>;
}

async function run(
  program: Program,
  all: Command[],
  args: string[],
  reading: Reading,
): Promise<number> {
  const { name, io, extensions = [] } = program;
  const more = moreOptions(program);
  const options = readOptions(args, more);
  const [word, ...rest] = options.rest;
  const extension = extensions.find(({ option, command, yields }) => {
    if (options.extension) return option === options.extension.name;
    if (word === undefined || command !== word) return false;
    return !yields || !all.some(({ name }) => name === word);
  });
  if (extension) {
    const { value } = options.extension ?? {};
    const args = options.extension ? options.rest : rest;
    return await extension.run({
      name,
      tools: program.tools,
      value,
      args,
      signal: signalOf(reading.cancelling) ?? new AbortController().signal,
      print: (text) => tell(io.stdout, text),
      note: (text) => tell(io.stderr, text),
    });
  }
  const asksHelp = (word: string) => /^--?/.test(word) && isHelp(word.replace(/^--?/, ""));
  if (options.help || word === undefined || (word === "help" && rest.every(asksHelp))) {
    const { usage } = await import("../markdown/help.ts");
    const asked = options.help || word !== undefined;
    if (asked) return await showAsked(program, usage(name, all, more));
    await tell(io.stderr, usage(name, all, more));
    return ExitUsage;
  }
  if (word === "help" || word === "schema") {
    if (rest.length !== 1) throw new ArityError(word);
    const command = find(all, rest[0]!);
    return await (word === "help" ? showHelp(program, command) : showSchema(program, command));
  }
  return await runCommand(program, find(all, word), options, reading);
}

function signalOf({ signal, watch }: Cancelling): AbortSignal | undefined {
  return signal ?? watch?.();
}

function moreOptions({ askOption = false, extensions = [] }: Program) {
  return { ask: askOption, extensions: extensions.flatMap(({ option }) => option ?? []) };
}

function find(all: Command[], name: string): Command {
  const command = all.find((command) => command.name === name);
  if (command) return command;
  throw new UnknownCommandError(name, [...all.map(({ name }) => name), ...OWN_COMMANDS]);
}

async function runCommand(
  program: Program,
  command: Command,
  options: Options,
  { input, cancelling, refuse }: Reading,
): Promise<number> {
  const { name, io, askOption } = program;
  const around = { program: name, options: optionNames(moreOptions(program)), input };
  let parsed;
  try {
    parsed = await parseArguments(command, options.rest.slice(1), around);
  } catch (error) {
    if (cancelling.signal?.aborted) {
      await tell(io.stderr, `Error: ${cancelled().message}`);
      return ExitFailed;
    }
    return await refuse(error, command.name);
  }
  if (parsed.help) return await showHelp(program, command);
  for (const note of parsed.notes) await tell(io.stderr, `${name}: ${note}`);
  return await runCall({
    program: name,
    tool: toolOf(program, command),
    args: parsed.args,
    options,
    ask: !askOption || options.ask ? program.ask : undefined,
    io,
    signal: signalOf(cancelling),
    again: program.before !== undefined,
  });
}

function toolOf({ tools }: Program, { name }: Command): Tool {
  return tools.find((tool) => tool.name === name)!;
}

async function showHelp(program: Program, command: Command): Promise<number> {
  const { section } = await import("../markdown/help.ts");
  return await showAsked(program, section(program.name, command));
}

async function showSchema(program: Program, command: Command): Promise<number> {
  const { name, io } = program;
  const { parseJson, stringifyJson } = await import("../agenttool/json.ts");
  const { visibleJson } = await import("../agenttool/visible.ts");
  let json: string;
  try {
    json = stringifyJson(parseJson(schemaOf(toolOf(program, command))), 2);
  } catch (error) {
    await tell(io.stderr, `${name}: schema of ${command.name}: ${messageOf(error)}`);
    return ExitFailed;
  }
  return await showAsked(program, io.stdout.isTerminal ? visibleJson(json) : json);
}

/** A caller that asked for a text has nothing without it. */
async function showAsked({ name, io }: Program, text: string): Promise<number> {
  const failure = await show(io.stdout, text);
  if (failure === undefined) return ExitOK;
  await tell(io.stderr, `${name}: writing the output failed: ${failure}`);
  return ExitFailed;
}

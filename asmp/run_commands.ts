import { shellWord } from "../markdown/inline.ts";
import { OWN_COMMANDS } from "../cli/command.ts";
import { decoded } from "./_decoded.ts";
import { type ExpectedField, expectedFields } from "./expected.ts";
import { pick } from "./pick.ts";
import type { AsmpRun } from "./run.ts";
import type { CliOption, StageResource, StageTool } from "./wire.ts";

/** Something that can be done with a run, as a command. */
export type RunCommand = ActionCommand | ToolCommand | ResourceCommand;

/** An action of a run. */
export interface ActionCommand extends Common {
  /** What kind of command it is. */
  readonly kind: "action";
  /** How a person chooses it. */
  readonly option: CliOption;
  /** Whether a person should confirm it. */
  readonly critical: boolean;
}

/** A tool of the state that a run is in. */
export interface ToolCommand extends Common {
  /** What kind of command it is. */
  readonly kind: "tool";
  /** The tool. */
  readonly tool: StageTool;
}

/** What reads the resources of the state that a run is in. */
export interface ResourceCommand extends Common {
  /** What kind of command it is. */
  readonly kind: "resource";
  /** The resources by the names that a command line has for them. */
  readonly resources: ReadonlyMap<string, StageResource>;
}

interface Common {
  /** The command's name. */
  readonly name: string;
  /** What it takes. */
  readonly fields: readonly ExpectedField[];
}

/**
 * The commands of a run: its options, the tools of its state, and `read` where there is something to
 * read. A name that clashes, also with a word that every program has, gets a prefix.
 *
 * @param run The run.
 * @returns The commands.
 */
export function commandsOf(run: AsmpRun): RunCommand[] {
  const { next_states, tools = [], resources = [] } = run.frame;
  const all: RunCommand[] = [];
  const ways = new Map(next_states.toReversed().map((next) => [next.action, next])); // the first counts
  for (const option of uniqueBy(run.options, ({ action }) => action)) {
    const next = ways.get(option.action)!;
    const fields = expectedFields(next.expects);
    const { is_critical: critical } = next;
    all.push({ kind: "action", name: option.action, fields, option, critical });
  }
  for (const tool of uniqueBy(tools, ({ name }) => name)) {
    all.push({ kind: "tool", name: tool.name, fields: expectedFields(tool.expects), tool });
  }
  if (resources.length > 0) {
    const fields = expectedFields({ path: "string" });
    all.push({ kind: "resource", name: "read", fields, resources: pathsOf(resources) });
  }
  return withOwnNames(all);
}

/**
 * Finds the command of the option that a person means: see {@linkcode pick}.
 *
 * @param run The run.
 * @param typed What was typed.
 * @returns The command; nothing where no option is meant.
 * @throws {AmbiguousChoiceError} Where several are.
 */
export function commandMeant(run: AsmpRun, typed: string): ActionCommand | undefined {
  const action = pick(run.options, typed);
  return commandsOf(run).find((command): command is ActionCommand =>
    command.kind === "action" && command.option.action === action
  );
}

/**
 * Reads the fields that stand behind a command as `field=value`, before any flag, as the flags that
 * they are.
 *
 * @param run The run.
 * @param name The command's name.
 * @param words What follows it.
 * @returns The words, with flags in the place of such fields.
 */
export function withFlags(run: AsmpRun, name: string, words: readonly string[]): string[] {
  const fields = commandsOf(run).find((command) => command.name === name)?.fields ?? [];
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const rest: string[] = [...words], flags: string[] = [];
  while (rest.length > 0) {
    const [all, field = "", value] = /^([^=]+)=([^]*)$/.exec(rest[0]!) ?? [];
    const type = types.get(field);
    // A JSON argument may hold a `=`, too.
    if (all === undefined || type === undefined) break;
    flags.push(`--${field}${type === "object" ? ":=" : "="}${value}`);
    rest.shift();
  }
  return [...flags, ...rest];
}

/**
 * The command lines that can be typed next. Above a critical one stands a line that says so: behind
 * it, not every shell would take it for a comment (zsh at a terminal does not).
 *
 * @param run The run.
 * @param program What they begin with.
 * @returns A line for each command, with a flag for each field that has to be there.
 */
export function commandLines(run: AsmpRun, program: string): string[] {
  const lines = commandsOf(run).flatMap((command) => {
    const line = `${program} ${shellWord(command.name)}`;
    if (command.kind === "resource") {
      return [...command.resources.keys()].map((path) => `${line} --path ${shellWord(path)}`);
    }
    const flags = command.fields.filter(({ required }) => required).map(placeholder);
    const isCritical = command.kind === "action" && command.critical;
    const warning = isCritical ? ["# critical: ask a person before this command"] : [];
    return [...warning, [line, ...flags].join(" ")];
  });
  // Alone, it shows the run once more.
  return run.frame.status === "processing" ? [program, ...lines] : lines;
}

/** A flag with a word that stands for its value, and is refused as one where that can be told. */
function placeholder({ name, type }: ExpectedField): string {
  // A boolean's flag says yes where it stands alone, and takes a value only behind `=`.
  if (type === "boolean") return `${shellWord(`--${name}`)}=BOOLEAN`;
  if (type === "object") return `${shellWord(`--${name}`)}:=JSON`;
  return `${shellWord(`--${name}`)} ${type === "array" ? "STRING" : type.toUpperCase()}`;
}

/** A resource by the end of its address, which is what a person would call it. */
function pathsOf(resources: readonly StageResource[]): Map<string, StageResource> {
  const paths = new Map<string, StageResource>();
  for (const resource of resources) {
    const [, end] = /\/runs\/[^/]+\/resources\/(.+)$/.exec(resource.uri) ?? [];
    const path = end === undefined ? resource.uri : decoded(end);
    paths.set(paths.has(path) ? resource.uri : path, resource);
  }
  return paths;
}

function withOwnNames(all: RunCommand[]): RunCommand[] {
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set(counts.keys());
  return all.map((command) => {
    let { name } = command;
    if (counts.get(name) === 1 && !OWN_COMMANDS.includes(name) && !/^(?:-|$)/.test(name)) {
      return command;
    }
    do name = `${command.kind}.${name}`; while (taken.has(name));
    taken.add(name);
    return { ...command, name };
  });
}

function uniqueBy<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(items.toReversed().map((item) => [key(item), item])).values()].toReversed();
}

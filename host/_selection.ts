import { wrap } from "../agenttool/tool_set.ts";
import { OWN_COMMANDS } from "../cli/command.ts";
import type { Tool } from "../agenttool/tool.ts";

/** Which tools of a source a program has, and what it calls them. */
export interface Selection {
  /** Makes `name` into `prefix__name`. */
  readonly prefix?: string;
  /** Globs on the tools' own names: `*` is any text, `?` any character. Absent: all. */
  readonly include?: readonly string[];
  /** Globs of those left out. */
  readonly exclude?: readonly string[];
}

/**
 * Selects tools of a source and names them.
 *
 * @param tools The source's tools.
 * @param selection Which of them, and what to call them.
 * @returns The tools of the program, and those that were left out.
 */
export function select(
  tools: Iterable<Tool>,
  selection: Selection,
): { tools: Tool[]; left: Tool[] } {
  const { prefix } = selection;
  const selected: Tool[] = [], left: Tool[] = [];
  const takes = chooser(selection);
  for (const tool of tools) {
    if (takes(tool.name)) {
      selected.push(prefix === undefined ? tool : renamed(tool, `${prefix}__${tool.name}`));
    } else left.push(tool);
  }
  return { tools: selected, left };
}

/**
 * Whether a tool of a source could have a name in the program.
 *
 * @param selection What the source's tools are called.
 * @param name The name.
 * @returns False where no tool that is selected is called so.
 */
export function mayHave(selection: Selection, name: string): boolean {
  const { prefix } = selection;
  if (prefix !== undefined && !name.startsWith(`${prefix}__`)) return false;
  const own = prefix === undefined ? name : name.slice(prefix.length + 2);
  return chooser(selection)(own);
}

/**
 * Finds the patterns of a selection that match nothing.
 *
 * @param tools The source's tools.
 * @param selection The patterns.
 * @returns A sentence for each, with the remedy where the prefix is in it.
 */
export function idlePatterns(
  tools: readonly Tool[],
  { prefix, include = [], exclude = [] }: Selection,
): string[] {
  const idle = (member: string, globs: readonly string[]) =>
    globs.filter((glob) => !tools.some(({ name }) => globOf(glob).test(name))).map((glob) => {
      const prefixed = prefix !== undefined && glob.startsWith(`${prefix}__`);
      const own = prefixed ? JSON.stringify(glob.slice(prefix.length + 2)) : "";
      return `${member}: ${JSON.stringify(glob)} matches no tool` +
        (own && `: patterns are of names without the prefix, such as ${own}`);
    });
  return [...idle("include", include), ...idle("exclude", exclude)];
}

/**
 * Leaves out the tools that no command line can name. Who writes a server may not know of command
 * lines, and its other tools are there.
 *
 * @param tools The tools, by the names that they have in the program.
 * @param note Is told of each that is left out, and of the remedy.
 * @returns The others.
 */
export function commandable(tools: readonly Tool[], note: (text: string) => void): Tool[] {
  return tools.filter(({ name }) => {
    const problem = name === "utcp-call" || OWN_COMMANDS.includes(name)
      ? "is named as one of the program's own commands"
      : name.startsWith("-")
      ? "begins with a dash, which a command line reads as an option"
      : undefined;
    if (problem === undefined) return true;
    note(`the tool ${JSON.stringify(name)} is left out: it ${problem}; a "prefix" names it anew`);
    return false;
  });
}

/** Tells which of a source's tools are taken, by their own names. */
function chooser({ include, exclude = [] }: Selection): (name: string) => boolean {
  const included = include?.map(globOf), excluded = exclude.map(globOf);
  return (name) => {
    const matches = (glob: RegExp) => glob.test(name);
    return (included?.some(matches) ?? true) && !excluded.some(matches);
  };
}

/**
 * Reads a glob.
 *
 * @param glob The glob.
 * @returns The regular expression that matches the same names.
 */
function globOf(glob: string): RegExp {
  const pattern = glob.replace(/[\\^$.|+()[\]{}]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${pattern}$`, "su");
}

function renamed(tool: Tool, name: string): Tool {
  const wrapped = wrap(tool, (call) => tool.execute(call));
  return Object.create(wrapped, { name: { value: name, enumerable: true } });
}

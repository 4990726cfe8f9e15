import type { Command } from "../cli/command.ts";
import { section, usage } from "../markdown/help.ts";
import { code, collapsed, firstLine } from "../markdown/inline.ts";
import { markdown } from "../markdown/mod.ts";
import { HostError } from "./errors.ts";
import { readText, writeText } from "./_write_file.ts";

/** What a skill teaches. */
export interface Skill {
  /** The program, as a command line begins. */
  program: string;
  /** What it is for; may be empty. */
  description: string;
  /** Its commands. */
  commands: Command[];
}

/**
 * Writes an Agent Skill: `SKILL.md`, and a file for each command where it would grow too long. What
 * an earlier run wrote is replaced; where a file is not from toolcli, nothing is written.
 *
 * @param folder The skill's folder, whose last part is its name.
 * @param skill What it teaches.
 * @throws {HostError} Where the folder has no name for a skill, or holds another file.
 */
export async function writeSkill(folder: string, skill: Skill): Promise<void> {
  const name = await skillName(folder);
  const files = skillFiles(name, skill);
  const stale: string[] = [];
  for (const path of await filesIn(folder)) {
    const ours = isOurs(await readText(`${folder}/${path}`) ?? "");
    if (files.has(path) && !ours) {
      throw new HostError(
        `${JSON.stringify(`${folder}/${path}`)} was not written by toolcli: move it, or choose ` +
          "another folder",
      );
    }
    if (!files.has(path) && ours) stale.push(path);
  }
  for (const [path, text] of files) await writeText(`${folder}/${path}`, text);
  for (const path of stale) await Deno.remove(`${folder}/${path}`);
}

/** More commands than this are told in a file each. */
const MAX_COMMANDS = 20;

/** What a skill's body must stay under. */
const MAX_LINES = 500;

/** What a skill's description may have. */
const MAX_DESCRIPTION = 1024;

/**
 * The files of a skill.
 *
 * @param name The skill's name.
 * @param skill What it teaches.
 * @returns Their texts by their paths in the skill's folder.
 */
export function skillFiles(name: string, skill: Skill): Map<string, string> {
  const { program, description, commands } = skill;
  const about = [`# ${name}`, ...description === "" ? [] : [description]].join("\n\n");
  const head = frontMatter(name, skill);
  const whole = `${about}\n\n${markdown(program, commands)}`;
  if (commands.length <= MAX_COMMANDS && linesOf(whole) < MAX_LINES) {
    return new Map([["SKILL.md", `${head}\n${whole}`]]);
  }
  const names = fileNames(commands);
  const references = commands.map((command): [string, string] => [
    `references/${names.get(command)}`,
    `${OURS}\n\n${section(program, command)}`,
  ]);
  const index = (folder: string) =>
    commands.map((command) => {
      const about = firstLine(command.description);
      const link = `[${code(command.name)}](${folder}${encodeURIComponent(names.get(command)!)})`;
      return `- ${link}${about && `: ${about}`}\n`;
    }).join("");
  const calling = `${about}\n\n${usage(program, [])}` +
    "Read a command's file before you call it: it tells the command's flags.\n\n";
  const short = calling + index("references/");
  if (linesOf(short) < MAX_LINES) {
    return new Map([["SKILL.md", `${head}\n${short}`], ...references]);
  }
  const pointer = `[The commands](references/${INDEX}) are ${commands.length}, a line each.\n`;
  return new Map([
    ["SKILL.md", `${head}\n${calling}${pointer}`],
    [`references/${INDEX}`, `${OURS}\n\n# Commands\n\n${index("")}`],
    ...references,
  ]);
}

/** Lists the commands where even that is too long for the skill's body. */
const INDEX = "_index.md";

/** How a file that toolcli wrote begins; `SKILL.md` says it in its front matter. */
const OURS = "<!-- written by toolcli -->";

const OUR_METADATA = "metadata:\n  generator: toolcli\n";

function isOurs(text: string): boolean {
  return text.startsWith(OURS) ||
    (text.startsWith("---\n") && text.split("\n---\n")[0]!.includes(`\n${OUR_METADATA.trimEnd()}`));
}

function frontMatter(name: string, { program, description, commands }: Skill): string {
  const lead = description || `Calls ${program} from a shell.`;
  const names = commands.map(({ name }) => name).join(", ");
  const whole = collapsed(`${lead} Commands: ${names}`).replace(/[<>]/g, "");
  const text = whole.length > MAX_DESCRIPTION
    ? `${whole.slice(0, MAX_DESCRIPTION - 1).toWellFormed().replace(/\ufffd$/, "")}…`
    : whole.toWellFormed();
  return `---\nname: ${yamlName(name)}\ndescription: ${yamlText(text)}\n${OUR_METADATA}---\n`;
}

/** A skill's name stands as it is, unless YAML would take it for something else than a text. */
function yamlName(name: string): string {
  return /^(?:\d.*|true|false|yes|no|on|off|y|n|null)$/.test(name) ? JSON.stringify(name) : name;
}

/**
 * A string in double quotes is the same in YAML as in JSON, but that YAML has escapes for two more
 * characters, besides those that have been made visible.
 */
function yamlText(text: string): string {
  return JSON.stringify(text).replace(
    /[\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16)}`,
  );
}

async function skillName(folder: string): Promise<string> {
  const path = await Deno.realPath(folder).catch(() => folder);
  const name = path.replace(/[\\/]+$/, "").split(/[\\/]/).at(-1)!;
  if (/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name) && name.length <= 64) return name;
  const better = name.toLowerCase().replace(/[^a-z\d]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 64);
  throw new HostError(
    `the skill's folder ${JSON.stringify(name)} is no name for a skill, which has at most 64 ` +
      `lower-case letters, digits and hyphens${better && `: try ${JSON.stringify(better)}`}`,
  );
}

/** A name for each command's file that every file system takes, no two alike but for case. */
function fileNames(commands: Command[]): Map<Command, string> {
  const taken = new Set([INDEX]);
  return new Map(commands.map((command) => {
    const safe = command.name.replace(/[^\w.-]/g, "_").replace(/^\.+/, "_").slice(0, 100) || "_";
    // Windows keeps some names for devices, whatever follows a dot.
    const base = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(safe) ? `_${safe}` : safe;
    let name = `${base}.md`;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base}-${count}.md`;
    taken.add(name.toLowerCase());
    return [command, name];
  }));
}

/** The files of a skill that are there. */
async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const place of ["", "references/"]) {
    try {
      for await (const { name, isDirectory } of Deno.readDir(`${folder}/${place}`)) {
        if (!isDirectory && name.endsWith(".md")) files.push(place + name);
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) {
        throw new HostError(
          `${JSON.stringify(folder)} could not be read: ${(error as Error).message}`,
        );
      }
    }
  }
  return files;
}

function linesOf(text: string): number {
  return text.split("\n").length;
}

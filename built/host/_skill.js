import { markdown, section, usage, collapsed, firstLine, code } from '../mod.js';
import { HostError } from './main.js';
import { readText, writeText } from './_write_file.js';

async function writeSkill(folder, skill) {
  const name = await skillName(folder);
  const files = skillFiles(name, skill);
  const stale = [];
  for (const path of await filesIn(folder)) {
    const ours = isOurs(await readText(`${folder}/${path}`) ?? "");
    if (files.has(path) && !ours) {
      throw new HostError(
        `${JSON.stringify(`${folder}/${path}`)} was not written by toolcli: move it, or choose another folder`
      );
    }
    if (!files.has(path) && ours) stale.push(path);
  }
  for (const [path, text] of files) await writeText(`${folder}/${path}`, text);
  for (const path of stale) await Deno.remove(`${folder}/${path}`);
}
const MAX_COMMANDS = 20;
const MAX_LINES = 500;
const MAX_DESCRIPTION = 1024;
function skillFiles(name, skill) {
  const { program, description, commands } = skill;
  const about = [`# ${name}`, ...description === "" ? [] : [description]].join("\n\n");
  const head = frontMatter(name, skill);
  const whole = `${about}

${markdown(program, commands)}`;
  if (commands.length <= MAX_COMMANDS && linesOf(whole) < MAX_LINES) {
    return /* @__PURE__ */ new Map([["SKILL.md", `${head}
${whole}`]]);
  }
  const names = fileNames(commands);
  const references = commands.map((command) => [
    `references/${names.get(command)}`,
    `${OURS}

${section(program, command)}`
  ]);
  const index = (folder) => commands.map((command) => {
    const about2 = firstLine(command.description);
    const link = `[${code(command.name)}](${folder}${encodeURIComponent(names.get(command))})`;
    return `- ${link}${about2 && `: ${about2}`}
`;
  }).join("");
  const calling = `${about}

${usage(program, [])}Read a command's file before you call it: it tells the command's flags.

`;
  const short = calling + index("references/");
  if (linesOf(short) < MAX_LINES) {
    return new Map([["SKILL.md", `${head}
${short}`], ...references]);
  }
  const pointer = `[The commands](references/${INDEX}) are ${commands.length}, a line each.
`;
  return new Map([
    ["SKILL.md", `${head}
${calling}${pointer}`],
    [`references/${INDEX}`, `${OURS}

# Commands

${index("")}`],
    ...references
  ]);
}
const INDEX = "_index.md";
const OURS = "<!-- written by toolcli -->";
const OUR_METADATA = "metadata:\n  generator: toolcli\n";
function isOurs(text) {
  return text.startsWith(OURS) || text.startsWith("---\n") && text.split("\n---\n")[0].includes(`
${OUR_METADATA.trimEnd()}`);
}
function frontMatter(name, { program, description, commands }) {
  const lead = description || `Calls ${program} from a shell.`;
  const names = commands.map(({ name: name2 }) => name2).join(", ");
  const whole = collapsed(`${lead} Commands: ${names}`).replace(/[<>]/g, "");
  const text = whole.length > MAX_DESCRIPTION ? `${whole.slice(0, MAX_DESCRIPTION - 1).toWellFormed().replace(/\ufffd$/, "")}\u2026` : whole.toWellFormed();
  return `---
name: ${yamlName(name)}
description: ${yamlText(text)}
${OUR_METADATA}---
`;
}
function yamlName(name) {
  return /^(?:\d.*|true|false|yes|no|on|off|y|n|null)$/.test(name) ? JSON.stringify(name) : name;
}
function yamlText(text) {
  return JSON.stringify(text).replace(
    /[\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16)}`
  );
}
async function skillName(folder) {
  const path = await Deno.realPath(folder).catch(() => folder);
  const name = path.replace(/[\\/]+$/, "").split(/[\\/]/).at(-1);
  if (/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name) && name.length <= 64) return name;
  const better = name.toLowerCase().replace(/[^a-z\d]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 64);
  throw new HostError(
    `the skill's folder ${JSON.stringify(name)} is no name for a skill, which has at most 64 lower-case letters, digits and hyphens${better && `: try ${JSON.stringify(better)}`}`
  );
}
function fileNames(commands) {
  const taken = /* @__PURE__ */ new Set([INDEX]);
  return new Map(commands.map((command) => {
    const safe = command.name.replace(/[^\w.-]/g, "_").replace(/^\.+/, "_").slice(0, 100) || "_";
    const base = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(safe) ? `_${safe}` : safe;
    let name = `${base}.md`;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base}-${count}.md`;
    taken.add(name.toLowerCase());
    return [command, name];
  }));
}
async function filesIn(folder) {
  const files = [];
  for (const place of ["", "references/"]) {
    try {
      for await (const { name, isDirectory } of Deno.readDir(`${folder}/${place}`)) {
        if (!isDirectory && name.endsWith(".md")) files.push(place + name);
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) {
        throw new HostError(
          `${JSON.stringify(folder)} could not be read: ${error.message}`
        );
      }
    }
  }
  return files;
}
function linesOf(text) {
  return text.split("\n").length;
}

export { skillFiles, writeSkill };

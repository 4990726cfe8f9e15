import { ToolSet, shellWord, visible, markdown } from '../mod.js';
import { HostError, loadSource, commandsOf, wordOf, printAll } from './main.js';
import { readOptions, oneSource } from './_rest.js';
import { refusePart } from './_whole.js';

async function docs(args) {
  const { program, skill, section, words, ...options } = await readOptions("docs", args, {
    flags: ["refresh", "verbose"],
    texts: ["program", "skill", "section"]
  });
  const source = oneSource("docs", words);
  if (skill !== void 0 && section !== void 0) {
    throw new HostError("docs writes a --skill or a --section, one at a time");
  }
  const loaded = await loadSource(source, options);
  const { name, description = "" } = loaded;
  await using set = new ToolSet(loaded.tools);
  if ((skill ?? section) !== void 0) refusePart(loaded, "docs");
  const all = commandsOf(source, set);
  const shown = program ?? `toolcli run ${shellWord(source)}`;
  const about = visible(description.trim());
  if (skill !== void 0) {
    const { writeSkill } = await import('./_skill.js');
    await writeSkill(skill, { program: shown, description: about, commands: all });
    return 0;
  }
  const text = (about && `${about}

`) + markdown(shown, all);
  if (section !== void 0) {
    const { writeSection } = await import('./_marked_section.js');
    await writeSection(section, program ? wordOf(program) : name ?? wordOf(source), text);
    return 0;
  }
  await printAll(text);
  return loaded.failures.length > 0 ? 1 : 0;
}

export { docs };

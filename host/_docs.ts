import { ToolSet } from "../agenttool/tool_set.ts";
import { visible } from "../agenttool/visible.ts";
import { shellWord } from "../markdown/inline.ts";
import { markdown } from "../markdown/mod.ts";
import { commandsOf } from "./_commands.ts";
import { HostError } from "./errors.ts";
import { oneSource, readOptions } from "./_options.ts";
import { wordOf } from "./_paths.ts";
import { printAll } from "./_print.ts";
import { loadSource } from "./_source.ts";
import { refusePart } from "./_whole.ts";

/** `toolcli docs SOURCE [--program TEXT] [--skill DIR | --section FILE]`: gives the exit status. */
export async function docs(args: string[]): Promise<number> {
  const { program, skill, section, words, ...options } = await readOptions("docs", args, {
    flags: ["refresh", "verbose"],
    texts: ["program", "skill", "section"],
  });
  const source = oneSource("docs", words);
  if (skill !== undefined && section !== undefined) {
    throw new HostError("docs writes a --skill or a --section, one at a time");
  }
  const loaded = await loadSource(source, options);
  const { name, description = "" } = loaded;
  await using set = new ToolSet(loaded.tools);
  if ((skill ?? section) !== undefined) refusePart(loaded, "docs");
  const all = commandsOf(source, set);
  const shown = program ?? `toolcli run ${shellWord(source)}`;
  const about = visible(description.trim());
  if (skill !== undefined) {
    const { writeSkill } = await import("./_skill.ts");
    await writeSkill(skill, { program: shown, description: about, commands: all });
    return 0;
  }
  const text = (about && `${about}\n\n`) + markdown(shown, all);
  if (section !== undefined) {
    const { writeSection } = await import("./_marked_section.ts");
    await writeSection(section, program ? wordOf(program) : name ?? wordOf(source), text);
    return 0;
  }
  await printAll(text);
  return loaded.failures.length > 0 ? 1 : 0;
}

import type { CompletedCommand, CompletedFlag, CompletedProgram } from "./_completed_program.ts";

/**
 * Writes the branches of a `case` over a command, and in each of one over its flag, that set what
 * there is to say of them: the same in bash and zsh.
 *
 * @param program The program.
 * @param options `notes`: whether a line about each name is set too.
 * @returns The branches.
 */
export function lookup(program: CompletedProgram, { notes }: { notes: boolean }): string {
  const { options, commands } = program;
  const branches = [
    branch(
      { name: "", flags: options, words: commands.map(({ name }) => name), files: false },
      commands.map(({ about }) => about),
    ),
    ...commands.map((command) => branch(command, [])),
  ];
  return branches.join("");

  function branch(
    { name, flags, words, files }: Omit<CompletedCommand, "about">,
    about: string[],
  ): string {
    const lines = [
      `flags=${array(flags.map(({ name }) => name))}`,
      `choices=${array(words)}`,
      ...files ? ["files=1"] : [],
      ...notes ? [`flag_notes=${array(flags.map(({ about }) => about))}`] : [],
      ...notes && about.length > 0 ? [`choice_notes=${array(about)}`] : [],
      ...flagCases(flags, files),
    ];
    return `  ${quoted(name)})\n${lines.map((line) => `    ${line}\n`).join("")}    ;;\n`;
  }
}

/** What of flags differs from what their command's words may be. */
function flagCases(flags: CompletedFlag[], usual: boolean): string[] {
  const cases = flags.flatMap(({ name, bare, values, files }) =>
    bare
      ? [`${quoted(name)}) bare=1 ;;`]
      : values.length > 0
      ? [`${quoted(name)}) values=${array(values)} ;;`]
      : files === usual
      ? []
      : [`${quoted(name)}) files=${files ? "1" : ""} ;;`]
  );
  return cases.length > 0 ? ["case $2 in", ...cases, "esac"] : [];
}

function array(words: string[]): string {
  return `(${words.map(quoted).join(" ")})`;
}

/** A text in single quotes, whatever it holds. */
export function quoted(text: string): string {
  return `'${text.replaceAll("\0", "").replaceAll("'", `'\\''`)}'`;
}

/** A name for a program's functions. */
export function identifierOf(name: string): string {
  return `_toolcli_${name.replace(/\W/g, "_")}`;
}

import type { CommandStep } from "./template.ts";

/** What a script is made of. */
export interface ScriptOptions {
  /** 16 hexadecimal digits, by which the ends of steps are told from output. */
  nonce: string;
  /** Whether a step that fails ends the script. */
  stop: boolean;
  subshells: boolean;
  /** The steps whose output later ones may read in `$CMD_n_OUTPUT`, and the files it comes in. */
  kept: ReadonlyMap<number, string>;
  /** Variables whose values are too long for the environment, and the files that hold them. */
  files: ReadonlyMap<string, string>;
}

/**
 * The bash script of a template. All steps run in one shell, each with streams of its own that are
 * put back after it, whatever it redirects. A step is a string to `eval`, so that one that cannot be
 * parsed fails alone. At its end a mark is written to both streams; where it has no mark, the
 * shell's status is the step's.
 *
 * File 97 is our input, by which we tell that a step's output is in its file; 98 and 99 are stdout
 * and stderr. The steps do not have them.
 */
export function bashScript(steps: CommandStep[], options: ScriptOptions): string {
  const { nonce, stop, subshells, kept, files } = options;
  const lines = [
    `exec ${kept.size > 0 ? "97<&0 " : ""}98>&1 99>&2 </dev/null`,
    // The colon keeps the nonce's digits out of the octal number before it.
    `__utcp_end() { builtin printf '\\0:${nonce} %s %s\\0' "$1" "$2" >&98; ` +
    `builtin printf '\\0:${nonce} %s %s\\0' "$1" "$2" >&99; return "$2"; }`,
  ];
  for (const [variable, path] of files) {
    lines.push(`IFS= builtin read -r -d '' ${variable} <${quoted(path)}`);
  }
  for (const [index, { command, allow_failure: allowed }] of steps.entries()) {
    // With a newline, as a line of a file: a backslash at the end has something to join.
    const step = `eval ${quoted(`${command}\n`)}`;
    lines.push(
      `${subshells ? `(${step})` : step} </dev/null >&98 2>&99 97<&- 98>&- 99>&-`,
      `__utcp_end ${index} "$?" || ${stop && !allowed ? "builtin exit" : ":"}`,
    );
    const file = kept.get(index);
    if (file) {
      lines.push(`builtin read -r __utcp_ready <&97; CMD_${index}_OUTPUT=$(<${quoted(file)})`);
    }
  }
  return lines.join("\n");
}

/** The text in single quotes of the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

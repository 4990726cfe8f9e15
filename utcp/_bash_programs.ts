import type { Commands } from "./_bash_commands.ts";
import { checkInterpreters } from "./_bash_interpreters.ts";
import { isDynamic, Refusal, type Word } from "./_bash_word.ts";

/** Refuses values that a program, none of the shell's own commands, takes for code. */
export function checkProgram(program: string, args: Word[], commands: Commands): void {
  if (Object.hasOwn(REFUSED, program) && args.some(isDynamic)) {
    throw new Refusal(`an argument of ${program} is refused: ${REFUSED[program]}`);
  }
  const wrapper = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined;
  if (wrapper) return checkWrapped(program, ...wrapper, args, commands);
  switch (program) {
    case "at":
    case "batch":
      throw new Refusal(`${program} takes code from its input`);
    case "find":
      return checkFind(args, commands);
    case "git":
      return checkGit(args);
    case "ssh":
      return checkSsh(args, commands);
    case "tee":
      for (const { text } of args) if (text !== undefined) commands.writes(text);
      return;
    default:
      checkInterpreters(program, args, commands);
  }
}

/** Programs whose arguments are code of some kind, whatever their place. */
const REFUSED: Record<string, string> = {
  expect: "it can be code",
  gdb: "it can be code",
  gmake: "make runs $(shell …) in it; let the recipe read a file",
  make: "make runs $(shell …) in it; let the recipe read a file",
  parallel: "it is given to a shell; use xargs",
  runuser: "it can be code",
  screen: "it can be code",
  script: "it can be code",
  ssh: "the other side gives it to a shell; send it as input",
  su: "it can be code",
  tmux: "it is given to a shell",
  watch: "it is given to a shell",
};

/** Programs that run another: the options that take a value, and how many words stand before it. */
const WRAPPERS: Record<string, [options: string, before: number]> = {
  builtin: ["", 0],
  busybox: ["", 0],
  chroot: ["", 1],
  command: ["", 0],
  doas: ["uC", 0],
  env: ["uC", 0],
  exec: ["a", 0],
  flock: ["wE", 1],
  ionice: ["cnpPu", 0],
  nice: ["n", 0],
  nohup: ["", 0],
  setsid: ["", 0],
  stdbuf: ["ioe", 0],
  sudo: ["ugpCrtTUDRh", 0],
  taskset: ["", 1],
  time: ["fo", 0],
  timeout: ["sk", 1],
  xargs: ["nPILsdEa", 0],
};

function checkWrapped(
  program: string,
  options: string,
  before: number,
  args: Word[],
  commands: Commands,
): void {
  let at = 0;
  for (; at < args.length; at++) {
    const { text, head } = args[at]!;
    if (/^(?:env|sudo|doas)$/.test(program) && /^[A-Za-z_]\w*=/.test(head)) {
      commands.assignment(args[at]!);
    } else if (text !== undefined && /^-./.test(text)) {
      if (program === "command" && /^-\w*[vV]/.test(text)) return;
      const isCode = program === "env" && /^(?:-\w*S|--split)/.test(text) ||
        program === "flock" && text === "-c";
      if (isCode) throw new Refusal(`${program} ${text} takes code: write the command itself`);
      // The last letter of a cluster may have its value in the next word.
      if (/^-[^-]*$/.test(text) && options.includes(text.at(-1)!)) at++;
    } else if (before-- <= 0) break;
  }
  const command = args.slice(at);
  if (command.length === 0) return;
  if (isDynamic(command[0]!) && command[0]!.head === "" && args[at - 1]?.text !== "--") {
    throw new Refusal(`a value may be an option of ${program}: name the program`);
  }
  commands.simple(program === "xargs" ? withInput(args.slice(0, at), command) : command);
}

/** The command of xargs with words of its input: in the place of `-I`'s text, or at the end. */
function withInput(options: Word[], command: Word[]): Word[] {
  let replaced = "";
  for (const [index, { text = "" }] of options.entries()) {
    const given = /^-(?:I|i|-replace=?)(.*)$/.exec(text)?.[1];
    if (given !== undefined) {
      replaced = given || (text === "-I" ? options[index + 1]?.text ?? "" : "{}");
    }
  }
  const unknown = {
    text: undefined,
    bare: false,
    splits: false,
    expansions: [undefined],
    referring: false,
  };
  if (!replaced) {
    return [...command, { ...command[0]!, ...unknown, head: "", tail: "", source: "" }];
  }
  return command.map((word) =>
    word.text?.includes(replaced)
      ? { ...word, ...unknown, head: word.text.slice(0, word.text.indexOf(replaced)) }
      : word
  );
}

/** `-exec` and its kin run a command each; a value that stands alone could be one of these words. */
function checkFind(args: Word[], commands: Commands): void {
  let alone = 0;
  for (let at = 0; at < args.length; at++) {
    const { text, head, splits } = args[at]!;
    const option = args[at - 1]?.text ?? "";
    if (text === undefined && head === "" && !option.startsWith("-")) alone++;
    if (splits || alone > 1) {
      throw new Refusal("values may be options of find: quote them, and write ./ before them");
    }
    if (!/^-(?:exec|ok)(?:dir)?$/.test(text ?? "")) continue;
    const end = args.findIndex(({ text }, index) => index > at && (text === ";" || text === "+"));
    if (end < 0) throw new Refusal(`${text} of find is not closed`);
    commands.simple(args.slice(at + 1, end));
    at = end;
  }
}

/** Before its command, git takes settings that run programs. */
function checkGit(args: Word[]): void {
  for (const [index, { text, head, splits }] of args.entries()) {
    const option = args[index - 1]?.text ?? "";
    if (text === undefined) {
      const isValue = !splits &&
        (option === "-C" || option === "-c" && /^[\w.]+=/.test(head) || /^--[\w-]+=/.test(head));
      if (!isValue) {
        throw new Refusal("git takes settings that run programs here: write -c name= before it");
      }
    } else if (!text.startsWith("-") && option !== "-c" && option !== "-C") return;
  }
}

/** The words after the host are code of the other side's shell; all of them are known here. */
function checkSsh(args: Word[], commands: Commands): void {
  let at = 0;
  for (let hosts = 1; at < args.length; at++) {
    const text = args[at]!.text!;
    if (/^-[BbcDEeFIiJLlmOoPpQRSWw]$/.test(text)) at++;
    else if (!text.startsWith("-") && hosts-- <= 0) break;
  }
  const code = args.slice(at).map(({ text }) => text).join(" ");
  if (code === "") throw new Refusal("ssh takes code from its input: name the command");
  commands.code(code);
}

import type { Commands } from "./_bash_commands.ts";
import { isDynamic, Refusal, type Word } from "./_bash_word.ts";

/** What stands before the command that a program runs. */
interface Wrapper {
  /** Letters of options without a value, and with one. */
  flags?: string;
  valued?: string;
  /** Long options without a value or with it attached, and those with one. */
  long?: string;
  longValued?: string;
  /** How many words stand between the options and the command. */
  before?: number;
}

/** A program that runs another one; nothing where it is not known as one. */
export function wrapperOf(program: string): Wrapper | undefined {
  return Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined;
}

const WRAPPERS: Record<string, Wrapper> = {
  builtin: {},
  busybox: {},
  toybox: {},
  chroot: { long: "skip-chdir", longValued: "groups userspec", before: 1 },
  command: { flags: "pvV" },
  doas: { flags: "nL", valued: "uC" },
  env: {
    flags: "i0v",
    valued: "uC",
    long: "ignore-environment null debug block-signal default-signal ignore-signal",
    longValued: "unset chdir argv0",
  },
  exec: { flags: "cl", valued: "a" },
  flock: {
    flags: "suxneoF",
    valued: "wE",
    long: "shared exclusive unlock nonblock nb close no-fork verbose",
    longValued: "timeout wait conflict-exit-code",
    before: 1,
  },
  ionice: {
    flags: "t",
    valued: "cnpPu",
    long: "ignore",
    longValued: "class classdata pid pgid uid",
  },
  nice: { valued: "n", longValued: "adjustment" },
  nohup: {},
  setsid: { flags: "cfw", long: "ctty fork wait" },
  stdbuf: { valued: "ioe", longValued: "input output error" },
  sudo: {
    flags: "AbEHknPSN",
    valued: "ugpCrtTUDRh",
    long: "askpass background preserve-env set-home non-interactive reset-timestamp no-update " +
      "preserve-groups stdin",
    longValued: "user group prompt close-from role type command-timeout other-user chdir chroot " +
      "host",
  },
  taskset: { flags: "ac", long: "all-tasks cpu-list", before: 1 },
  time: {
    flags: "apvqV",
    valued: "fo",
    long: "append portability verbose quiet",
    longValued: "format output",
  },
  timeout: {
    flags: "fpv",
    valued: "sk",
    long: "foreground preserve-status verbose",
    longValued: "signal kill-after",
    before: 1,
  },
  xargs: {
    flags: "0rtpxo",
    valued: "nPLsdEaI",
    long: "null no-run-if-empty verbose interactive exit open-tty replace max-lines eof",
    longValued: "max-args max-procs max-chars delimiter arg-file process-slot-var",
  },
};

/**
 * Checks the command that a program runs. An option that is not known is refused: it could have a
 * value, which would be taken for the command, or the command for the value.
 */
export function checkWrapped(
  program: string,
  wrapper: Wrapper,
  args: Word[],
  commands: Commands,
): void {
  let { before = 0 } = wrapper;
  let at = 0, ended = false;
  for (; at < args.length; at++) {
    const word = args[at]!;
    if (!ended && /^(?:env|sudo|doas)$/.test(program) && /^[A-Za-z_]\w*=/.test(word.head)) {
      commands.assignment(word);
      commands.export(word.head.slice(0, word.head.indexOf("=")));
    } else if (!ended && (word.head.startsWith("-") || word.text === "-")) {
      ended = word.text === "--";
      if (ended || program === "env" && word.text === "-") continue;
      if (program === "command" && /^-\w*[vV]/.test(word.text ?? "")) return;
      if (hasValueBehind(program, wrapper, word)) at++;
    } else if (before-- <= 0) break;
  }
  const command = args.slice(at);
  if (command.length === 0) return;
  if (isDynamic(command[0]!) && command[0]!.head === "" && !ended) {
    throw new Refusal(`a value may be an option of ${program}: name the program`);
  }
  commands.simple(program === "xargs" ? withInput(args.slice(0, at), command) : command);
}

/** Whether the value of an option is the next word. */
function hasValueBehind(program: string, wrapper: Wrapper, { text, head }: Word): boolean {
  const { flags = "", valued = "", long = "", longValued = "" } = wrapper;
  const unknown = (): never => {
    if (
      program === "env" && /^-(?:\w*S|-split)/.test(head) || program === "flock" && head === "-c"
    ) {
      throw new Refusal(`${program} ${head} takes code: write the command itself`);
    }
    throw new Refusal(`"${head}" of ${program} is not known here: name the command without it`);
  };
  // A value that is attached: `-u"$name"`, `--chdir="$dir"`.
  const [, name, attached] = /^--([\w-]+)(=?)/.exec(head) ?? [];
  if (name !== undefined) {
    if (longValued.split(" ").includes(name)) {
      return attached ? false : text !== undefined || unknown();
    }
    return text !== undefined && long.split(" ").includes(name) ? false : unknown();
  }
  if (program === "nice" && /^-\d+$/.test(text ?? "")) return false;
  for (let at = 1; at < head.length; at++) {
    if (valued.includes(head[at]!)) return at === head.length - 1 && text !== undefined;
    if (!flags.includes(head[at]!)) return unknown();
  }
  return text === undefined ? unknown() : false;
}

/** The command of xargs with words of its input: in the place of `-I`'s text, or at the end. */
function withInput(options: Word[], command: Word[]): Word[] {
  let replaced = "";
  for (const [index, { text = "" }] of options.entries()) {
    const [, long, cluster] = /^(?:--replace=?(.*)|-[0rtpxo]*I(.*))$/s.exec(text) ?? [];
    if (long !== undefined) replaced = long || "{}";
    else if (cluster !== undefined) replaced = cluster || replacedBy(options[index + 1]);
  }
  if (replaced) return command.map((word) => withUnknown(word, replaced));
  // As many words as there are in the input.
  return [...command, { ...command[0]!, ...UNKNOWN, splits: true, head: "", tail: "", source: "" }];
}

function replacedBy(word: Word | undefined): string {
  if (word && isDynamic(word)) throw new Refusal("what xargs -I replaces is not known: write it");
  return word?.text ?? "";
}

/** A word of which a text is replaced by what is not known. */
export function withUnknown(word: Word, text: string, value = ""): Word {
  const at = word.text?.indexOf(text) ?? -1;
  if (at < 0) return word;
  return {
    ...word,
    ...UNKNOWN,
    head: word.text!.slice(0, at) + value,
    tail: word.text!.slice(word.text!.lastIndexOf(text) + text.length),
  };
}

const UNKNOWN = {
  text: undefined,
  bare: false,
  splits: false,
  pattern: false,
  expansions: [undefined],
  referring: false,
};

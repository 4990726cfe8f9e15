import type { Commands } from "./_bash_commands.ts";
import { checkGit } from "./_bash_git.ts";
import { checkInterpreter, isInterpreter, takesCode } from "./_bash_interpreters.ts";
import { IS_INPUT, isDynamic, Refusal, type Word } from "./_bash_word.ts";
import { checkWrapped, withUnknown, wrapperOf } from "./_bash_wrappers.ts";

/** Refuses values that a program, none of the shell's own commands, takes for code. */
export function checkProgram(program: string, args: Word[], commands: Commands): void {
  if (Object.hasOwn(REFUSED, program)) checkRefused(program, REFUSED[program]!, args, commands);
  checkInput(program, args, commands);
  const wrapper = wrapperOf(program);
  if (wrapper) return checkWrapped(program, wrapper, args, commands);
  if (isInterpreter(program)) return checkInterpreter(program, args, commands);
  switch (program) {
    case "at":
    case "batch":
      throw new Refusal(`${program} takes code from its input`);
    case "cp":
    case "install":
    case "ln":
    case "mv":
      return checkCopy(args, commands);
    case "curl":
    case "dd":
    case "wget":
      return checkOutput(program, args, commands);
    case "find":
      return checkFind(args, commands);
    case "git":
      return checkGit(args, commands);
    case "ssh":
      return checkSsh(args, commands);
    case "tee":
      for (const { text, tail } of args) commands.writes(text ?? tail);
      return;
  }
  if (Object.hasOwn(CODE_OPTIONS, program)) checkOptions(program, CODE_OPTIONS[program]!, args);
  if (RUNNERS.split(" ").includes(program)) checkRun(program, args, commands);
  else checkUnknown(args, commands);
}

/** Programs whose arguments are code of some kind, whatever their place. */
const REFUSED: Record<string, string> = {
  cmd: "it can be code",
  crontab: "it can be code",
  dc: "it can be code",
  ed: "it can be code",
  emacs: "it can be code",
  ex: "it can be code",
  expect: "it can be code",
  gdb: "it can be code",
  gmake: "make runs $(shell …) in it; let the recipe read a file",
  hyperfine: "it is given to a shell",
  m4: "it can be code",
  make: "make runs $(shell …) in it; let the recipe read a file",
  nvim: "it can be code",
  parallel: "it is given to a shell; use xargs",
  "run-parts": "it can be code",
  runuser: "it can be code",
  screen: "it can be code",
  script: "it can be code",
  sg: "it is given to a shell",
  ssh: "the other side gives it to a shell; send it as input",
  su: "it can be code",
  tmux: "it is given to a shell",
  vi: "it can be code",
  vim: "it can be code",
  watch: "it is given to a shell",
};

/** Those of them that take code from their input, but for calls that say what to do. */
const INPUT: Record<string, RegExp> = {
  crontab: /^-[lr]$/,
  dc: /^-[ef]/,
  ed: /^--/,
  emacs: /^--script/,
  ex: /^--version$/,
  expect: /^-c$/,
  gdb: /^--version$/,
  m4: /^--version$/,
  nvim: /^--version$/,
  parallel: /^:::/,
  sftp: /^-b./,
  su: /^-c|^--command/,
  vi: /^--version$/,
  vim: /^--version$/,
};

/** Clients of databases, in whose language there are commands of the shell. */
const DATABASES = "psql mysql mariadb sqlite3 duckdb sqlplus mongosh";

function checkRefused(program: string, why: string, args: Word[], commands: Commands): void {
  if (args.some(isDynamic)) {
    throw new Refusal(`an argument of ${program} is refused: ${why}`);
  }
  if (/^g?make$/.test(program)) {
    if (args.some(({ text }) => /^-$|=-$|^-\w*f-$/.test(text!) || IS_INPUT.test(text!))) {
      throw new Refusal(`${program} takes code from its input`);
    }
    for (const name of ["Makefile", "makefile", "GNUmakefile"]) commands.runs(name);
    for (const { text } of args) commands.runs(text!.replace(/^(?:-\w*f|--\w+=)/, ""));
    commands.make();
  }
}

function checkInput(program: string, args: Word[], commands: Commands): void {
  if (Object.hasOwn(INPUT, program)) {
    if (args.some(({ text }) => INPUT[program]!.test(text ?? ""))) return;
    if (!commands.codeInput(program, false)) {
      throw new Refusal(`${program} takes code from its input: write it in a here-document <<'E'`);
    }
  } else if (DATABASES.split(" ").includes(program)) checkDatabase(program, args, commands);
}

/** Clients of databases run what is in a statement, in a file or in their input. */
function checkDatabase(program: string, args: Word[], commands: Commands): void {
  const isEmbedded = /^(?:sqlite3|duckdb)$/.test(program);
  const [database, ...statements] = args.filter(({ head }) => !head.startsWith("-"));
  if (isEmbedded && args.some((word) => isDynamic(word) && word !== database)) {
    throw new Refusal(`an argument of ${program} may run code: write its SQL without values`);
  }
  let given = isEmbedded && statements.length > 0;
  for (const [index, { text = "" }] of args.entries()) {
    const [, file] = /^(?:-f|--file=?|--?init(?:-file)?=?|\.read )(.*)$/s.exec(text) ?? [];
    if (file !== undefined) commands.runs(file || (args[index + 1]?.text ?? ""));
    given ||= /^(?:-[a-zA-Z]*[cefl]|-V|--(?:comm|exec|eval|file|list|version|help))/.test(text);
  }
  if (commands.codeInput(program, false)) return;
  if (commands.input) commands.runs(commands.input);
  else if (!given || commands.input === "") {
    throw new Refusal(
      `${program} may run what is in its input: write it in a here-document <<'E', or a file`,
    );
  }
}

/** Options whose value is code, the name of a program, or settings that name one. */
const CODE_OPTIONS: Record<string, RegExp> = {
  R: /^-e/,
  cargo: /^--config/,
  docker: /^--(?:health-cmd|entrypoint)/,
  doppler: /^--command/,
  duckdb: /^-(?:c|s|cmd|init)/,
  emacsclient: /^(?:-[a-z]*e|--eval)/,
  entr: /^-[a-z]*s/,
  gnuplot: /^-e/,
  ipython: /^-[cm]/,
  mariadb: /^(?:-[A-Za-z]*e|--exec|--init)/,
  mongosh: /^--eval/,
  mysql: /^(?:-[A-Za-z]*e|--exec|--init)/,
  "nix-shell": /^--(?:run|command)/,
  npm: /^(?:-[a-z]*c|--call|--script-shell|--node-options)/,
  npx: /^(?:-[a-z]*c|--call|--shell|--node-options)/,
  octave: /^--eval/,
  podman: /^--(?:health-cmd|entrypoint)/,
  pnpm: /^(?:-[a-z]*c|--shell-mode|--script-shell|--node-options)/,
  prove: /^(?:-[a-z]*e|--exec)/,
  psql: /^(?:-[A-Za-z]*[co]|--(?:comm|out))/,
  rsync: /^(?:-[A-Za-z]*e|--rsh|--rsync-path)/,
  scp: /^-[A-Za-z]*[oSD]/,
  sftp: /^-[A-Za-z]*[boSD]/,
  sort: /^--compress/,
  split: /^--fil/,
  sqlite3: /^-(?:cmd|init)/,
  ssh: /^-[A-Za-z]*[oF]/,
  strace: /^(?:-[a-z]*o|--output)/,
  tar: /^(?:-?[A-Za-z]*[IF]|--(?:use-c|checkpoint-a|to-c|rsh|info-|new-v))/,
  zip: /^(?:-TT|--unzip-command)/,
};

/** The code of an option is attached to it, or the next word. */
function checkOptions(program: string, option: RegExp, args: Word[]): void {
  for (const [index, word] of args.entries()) {
    if (!isDynamic(word)) continue;
    const before = args[index - 1]?.text ?? "";
    if (option.test(word.head) || option.test(before) && !before.includes("=")) {
      throw new Refusal(`an argument may be code of ${program}: write what follows its option`);
    }
  }
}

/** Programs that run another one, behind options that are not known here. */
const RUNNERS = "docker podman nerdctl kubectl oc lxc incus vagrant machinectl nsenter unshare " +
  "setpriv prlimit chrt numactl setarch systemd-run flatpak-spawn toolbox distrobox wsl gosu " +
  "su-exec chpst setuidgid pkexec run0 firejail bwrap proot fakeroot fakechroot xvfb-run " +
  "dbus-run-session valgrind strace ltrace perf unbuffer rlwrap torsocks proxychains " +
  "proxychains4 tini dumb-init caffeinate entr start-stop-daemon daemonize choom logsave " +
  "ssh-agent linux32 linux64 docker-compose uv poetry pipenv pdm hatch conda mamba micromamba " +
  "sshpass aws-vault op doppler dotenv bundle mise asdf nix nix-shell devbox pg_virtualenv";

/** The command may begin at any word that names a program of which something is known. */
function checkRun(program: string, args: Word[], commands: Commands): void {
  const texts = args.map(({ text }) => text ?? "");
  // Others of their commands name images, which are called like programs.
  const isContainer = /^(?:docker|podman|nerdctl|kubectl|oc)$/.test(program);
  if (isContainer && !texts.some((text) => /^(?:exec|run|create|debug|build)$/.test(text))) return;
  for (const [index, text] of texts.entries()) {
    commands.step();
    const [entrypoint, entry = texts[index + 1] ?? ""] = /^--entrypoint(?:=(.*))?$/s.exec(text) ??
      [];
    if (entrypoint !== undefined && isKnown(entry.slice(entry.lastIndexOf("/") + 1))) {
      throw new Refusal(
        `the entrypoint of ${program} takes code: name the program after the image`,
      );
    }
    if (text === "-" && !commands.codeInput(program, false)) {
      throw new Refusal(`${program} takes code from its input: write it in a here-document <<'E'`);
    }
    if (/\.(?:py|[cm]?[jt]s|sh|rb|pl)$/.test(text)) commands.runs(text);
    if (isDynamic(args[index]!) && /^[A-Za-z_]\w*=/.test(args[index]!.head)) {
      commands.assignment(args[index]!);
    }
    const name = text.slice(text.lastIndexOf("/") + 1);
    if (isKnown(name)) checkProgram(name, args.slice(index + 1), commands);
  }
  // Behind options a value may name the program, and another be what it runs.
  const first = args.findIndex(({ text, head }) => !(text ?? head).startsWith("-"));
  const values = args.filter((word) => isDynamic(word) && word.head === "");
  if (!isContainer && values.length > 1 && isDynamic(args[first]!)) {
    throw new Refusal("a value names the program, and others are its arguments: name the program");
  }
}

function isKnown(program: string): boolean {
  return isInterpreter(program) || Object.hasOwn(REFUSED, program) ||
    Object.hasOwn(CODE_OPTIONS, program) || /^(?:find|git)$/.test(program) ||
    DATABASES.split(" ").includes(program) ||
    // Those of the shell are words of others, too: `docker exec`.
    wrapperOf(program) !== undefined && !/^(?:builtin|command|exec|time)$/.test(program);
}

/** For a program that is not known, `sh -c` and its like are looked for among its arguments. */
function checkUnknown(args: Word[], commands: Commands): void {
  for (const [index, { text }] of args.entries()) {
    const name = text?.slice(text.lastIndexOf("/") + 1) ?? "";
    if (!isInterpreter(name)) continue;
    const rest = args.slice(index + 1);
    for (const { text: option } of rest) {
      if (option !== undefined && takesCode(name, option)) checkInterpreter(name, rest, commands);
      if (!option?.startsWith("-")) break;
    }
  }
}

/** A copy of what was written is as good as the file. */
function checkCopy(args: Word[], commands: Commands): void {
  const last = args.at(-1);
  if (last) commands.writes(last.text ?? last.tail);
}

/** Programs that are told the file that they write. */
function checkOutput(program: string, args: Word[], commands: Commands): void {
  if (program !== "dd" && !args.some(isDynamic)) return;
  for (const { text, tail } of args) {
    commands.writes((text ?? tail).replace(/^(?:of=|-[A-Za-z]*[oO]|--output(?:-document)?=)/, ""));
  }
}

/**
 * `-exec` and its kin run a command each, with paths in the place of `{}`, which begin with no dash;
 * a value that stands alone could be one of these words.
 */
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
    commands.simple(args.slice(at + 1, end).map((word) => withUnknown(word, "{}", ".")));
    at = end;
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

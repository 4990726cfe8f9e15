import type { Commands } from "./_bash_commands.ts";
import { IS_INPUT, Refusal, type Word } from "./_bash_word.ts";

/** How a program is told the code that it runs. */
interface Interpreter {
  /** An option whose value, the next word, is code. */
  code: RegExp;
  /** An option with code attached. */
  attached?: RegExp;
  /** An option whose value is a file of code, and one with the file attached. */
  file?: RegExp;
  attachedFile?: RegExp;
  /** Options without a value, or with it attached; after another a word may be its value. */
  flags: RegExp;
  /** Whether an option with code is the last option. */
  codeEnds?: boolean;
  /** What the first word is that is no option. */
  operand: "script" | "code";
  /** Whether options may follow it. */
  mixed?: boolean;
  /** How an argument is passed safely. */
  hint: string;
}

/** Whether a program is one whose arguments, files or input are code. */
export function isInterpreter(program: string): boolean {
  return kindOf(program) !== undefined;
}

/** Whether an option of a program takes code. */
export function takesCode(program: string, option: string): boolean {
  const interpreter = interpreterOf(program);
  return interpreter !== undefined &&
    (interpreter.code.test(option) || interpreter.attached?.test(option) === true);
}

/** Refuses values that may be code of an interpreter, or options that take code. */
export function checkInterpreter(program: string, words: Word[], commands: Commands): void {
  const interpreter = interpreterOf(program)!;
  const { code, attached, file, attachedFile, flags, codeEnds, operand, mixed, hint } = interpreter;
  // The first word of deno is what it does.
  const verb = kindOf(program) === "deno" &&
    /^(?:run|test|bench|serve)$/.test(words[0]?.text ?? "");
  const args = verb ? words.slice(1) : words;
  const refused = `an argument may be code of ${program}, or an option that takes code: ${hint}`;
  const known = (index: number): string => {
    const text = args[index]?.text;
    if (text === undefined) throw new Refusal(refused);
    return text;
  };
  const isShell = operand === "script" && codeEnds && !attached;
  if (args.length === 1 && (isShell ? SHELL_HELP : HELP).test(args[0]!.text ?? "")) return;
  // With -n and -p perl opens what follows, and runs what has a pipe in its name.
  const opens = kindOf(program) === "perl" &&
    args.some(({ text }) => /^-[lawsWcTtUuXfS0-9]*[np]/.test(text ?? ""));
  const reads = kindOf(program) === "perl" &&
    args.some(({ text }) => /<(?:ARGV|<>)?>/.test(text ?? ""));
  if ((opens || reads) && args.some(({ text }) => text === undefined)) {
    throw new Refusal(
      "an argument may be code of perl, which opens it: give a file as input, by <",
    );
  }
  let given = false, unsure = false;
  for (let index = 0; index < args.length; index++) {
    if (args[index]!.text === undefined && isData(args, index, interpreter, given)) {
      unsure = false;
      continue;
    }
    const text = known(index);
    const path = attachedFile?.exec(text)?.[1];
    if (text === "--" && given) return;
    if (text === "--") {
      checkOperand(program, operand, known(index + 1), commands);
      return;
    }
    if (INTERACTIVE[kindOf(program)!]?.test(text)) {
      throw new Refusal(`${program} ${text} takes code from its input: leave it out`);
    }
    if (code.test(text)) {
      index++;
      if (isShell) readShell(program, known(codeIndex(text, args, index, refused)), commands);
      else runsModule(program, text, known(index), commands);
      if (codeEnds) return;
      given = true;
    } else if (path !== undefined) {
      checkOperand(program, "script", path, commands);
      given ||= operand === "code";
    } else if (attached?.test(text)) {
      runsModule(program, text, "", commands);
      if (codeEnds) return;
      given = true;
    } else if (file?.test(text)) {
      checkOperand(program, "script", known(++index), commands);
      given ||= operand === "code";
    } else if (/^[-+]./.test(text)) {
      if (isShell && /^-[a-z]*s/.test(text)) break;
      runsModule(program, text, "", commands);
      unsure = !flags.test(text);
      // Behind an option that is not known, what is a file to us may be code.
      if (unsure && mixed) throw new Refusal(`"${text}" of ${program} is not known here: ${hint}`);
    } else if (unsure) unsure = false;
    else {
      checkOperand(program, operand, text, commands);
      if (!mixed) return;
      given = true;
    }
  }
  if (given || commands.codeInput(program, isShell === true)) return;
  throw new Refusal(`${program} takes code from its input: name a file of code`);
}

/** Options with which an interpreter reads its input as well. */
const INTERACTIVE: Record<string, RegExp> = {
  python: /^-[bBdEhIOPqsSuvx]*i/,
  node: /^(?:-i|--interactive)$/,
  perl: /^-[lawsWcTtUuXfS0-9np]*d/,
};

/** Code of a shell is read, where the shell is like bash. */
function readShell(program: string, code: string, commands: Commands): void {
  if (!/^(?:r?bash|sh|dash|ash|posh)(?:\.exe)?$/i.test(program) && /[$`]/.test(code)) {
    throw new Refusal(`code of ${program} with $ in it is not understood: write bash -c`);
  }
  commands.code(code);
}

/** What ends an interpreter at once; `-v` of others makes them talk. */
const HELP = /^(?:--version|--help|-V|-h)$/;
const SHELL_HELP = /^--(?:version|help)$/;

/** Where the code of a shell's `-c` is: more options may come before it, none with a value. */
function codeIndex(option: string, args: Word[], from: number, refused: string): number {
  let index = from;
  while (/^[-+]/.test(args[index]?.text ?? "")) index++;
  const options = [option, ...args.slice(from, index).map(({ text }) => text!)];
  if (options.some((text) => /^[-+][A-Za-z]*[oO]/.test(text))) throw new Refusal(refused);
  return index;
}

/** Files that an option names as modules. */
function runsModule(program: string, option: string, value: string, commands: Commands): void {
  const [, name] = /^-[bBdEhiIOPqsSuvx]*m(.*)$/s.exec(option) ?? [];
  if (/^(?:python|pypy)/i.test(program) && name !== undefined) {
    const module = name || value;
    if (/^(?:pdb|code|asyncio|timeit|idlelib|runpy|doctest)$/.test(module)) {
      throw new Refusal(`${program} -m ${module} takes code: write a file of code`);
    }
    commands.runs(`${module.split(".").at(-1)}.py`);
  }
  const [, module] = /^-[mM]-?([\w:]+)/.exec(option) ?? [];
  if (/^perl/i.test(program) && module) commands.runs(`${module.split("::").at(-1)}.pm`);
}

/** A value that can be no code: of an awk variable, or a file of sed that can be no option. */
function isData(
  args: Word[],
  index: number,
  { operand, mixed }: Interpreter,
  given: boolean,
): boolean {
  const { head } = args[index]!;
  if (mixed && given) return /^[^-]/.test(head);
  const option = args[index - 1]?.text;
  return operand === "code" &&
    (option === "-v"
      ? /^[A-Za-z_]\w*=/.test(head)
      : !mixed && (option === "-F" || /^-F/.test(head)));
}

/** The first word that is no option: of a script, the file. */
function checkOperand(
  program: string,
  operand: Interpreter["operand"],
  text: string,
  commands: Commands,
): void {
  if (operand === "code") return;
  if (text === "-" && commands.codeInput(program, kindOf(program) === "sh")) return;
  if (text === "-" || IS_INPUT.test(text)) {
    throw new Refusal(`${program} takes code from its input: name a file of code`);
  }
  commands.runs(text);
}

/** Which of the interpreters a program is: `/usr/bin/Python3.12` is python. */
function kindOf(program: string): string | undefined {
  if (Object.hasOwn(KINDS, program)) return KINDS[program];
  const name = program.toLowerCase().replace(/\.exe$/, "").replace(/-?\d[\d.]*(?:-[\w-]+)?$/, "");
  return Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
}

/** The programs, by the one whose options they have. */
const KINDS: Record<string, string> = {
  ...{ sh: "sh", bash: "sh", dash: "sh", zsh: "sh", ksh: "sh", mksh: "sh", ash: "sh" },
  ...{ rbash: "sh", rzsh: "sh", rksh: "sh", yash: "sh", posh: "sh", oksh: "sh", loksh: "sh" },
  ...{ python: "python", pypy: "python", perl: "perl", ruby: "ruby", jruby: "ruby" },
  ...{ node: "node", nodejs: "node", bun: "node", deno: "deno", php: "php" },
  ...{ lua: "other", luajit: "other", julia: "other", groovy: "other", elixir: "other" },
  ...{ rscript: "other", osascript: "other", tclsh: "other", fish: "other", csh: "other" },
  ...{ tcsh: "other", pwsh: "other", powershell: "other", nu: "other", xonsh: "other" },
  ...{ awk: "awk", gawk: "awk", mawk: "awk", nawk: "awk", sed: "sed", gsed: "sed" },
};

function interpreterOf(program: string): Interpreter | undefined {
  const afterDashes = "put it after the code and --";
  switch (kindOf(program)) {
    case "sh":
      return {
        code: /^-[A-Za-z]*c[A-Za-z]*$/,
        flags: /^(?:[-+][abefhiklmnpruvxBCEHPTD]+|--(?:norc|noprofile|posix|login|restricted))$/,
        file: /^--(?:rcfile|init-file)$/,
        codeEnds: true,
        operand: "script",
        hint: `write ${program} -c 'echo "$1"' ${program} UTCP_ARG_name_UTCP_END`,
      };
    case "python":
      return {
        code: /^-[bBdEhiIOPqsSuvx]*[cm]$/,
        attached: /^-[bBdEhiIOPqsSuvx]*[cm][^]/,
        flags: /^-(?:[bBdEhiIOPqsSuvxV]+|[WX].+)$/,
        codeEnds: true,
        operand: "script",
        hint: "put it after the code, which finds it in sys.argv",
      };
    case "perl":
    case "ruby":
      return {
        code: /^-[^MmIiCr-]*[eE]$/,
        attached: /^-[^MmIiCr-]*[eE][^]/,
        file: /^-r$/,
        attachedFile: /^-r([^]+)$/,
        flags: /^-(?:[lnpsawWcTtUuXfS0-9]+|[MmIiCF0].+)$/,
        operand: "script",
        hint: afterDashes,
      };
    case "node":
      return {
        code: /^(?:-e|-p|-pe|--eval|--print)$/,
        attached: /^--(?:eval|print)=/,
        file: /^(?:-r|--require|--import|--(?:experimental-)?loader|--preload)$/,
        attachedFile: /^--(?:require|import|(?:experimental-)?loader|preload)=([^]+)$/,
        flags:
          /^--(?:[\w-]+=[^]*|no-[\w-]+|enable-source-maps|expose-gc|trace-[\w-]+|inspect(?:-brk)?|watch|test|experimental-(?!loader$|config|default)[\w-]+)$/,
        operand: "script",
        hint: afterDashes,
      };
    case "deno":
      return {
        code: /^eval$/,
        file: /^--(?:preload|import|require)$/,
        attachedFile: /^--(?:preload|import|require)=([^]+)$/,
        flags:
          /^(?:-[Aqr]|--(?:allow|deny|no|unstable)[\w-]*(?:=[^]*)?|--[\w-]+=[^]*|--(?:quiet|check|watch|reload|inspect|cached-only|frozen))$/,
        operand: "script",
        hint: afterDashes,
      };
    case "php":
      return {
        code: /^-[rBRE]$/,
        attached: /^-[rBRE][^]/,
        file: /^-[fFz]$/,
        attachedFile: /^-[fFz]([^]+)$/,
        flags: /^-[nqC]$/,
        operand: "script",
        hint: afterDashes,
      };
    case "other":
      return {
        code: /^-(?:e|c|command|encodedcommand)$/i,
        file: /^-(?:f|file|l)$/i,
        flags: /^-[nqis]$/,
        operand: "script",
        hint: afterDashes,
      };
    case "awk":
      return {
        code: /^(?:-e|--source)$/,
        attached: /^(?:-e[^]|--source=)/,
        file: /^(?:-[fiE]|--(?:file|include|exec))$/,
        attachedFile: /^(?:-[fiE]|--(?:file|include|exec)=)([^]+)$/,
        flags: /^(?:-[Fv][^]+|--(?:posix|re-interval|traditional|sandbox))$/,
        operand: "code",
        hint: `write ${program} -v name=UTCP_ARG_name_UTCP_END`,
      };
    case "sed":
      return {
        code: /^(?:-[bnErsuz]*e|--expression)$/,
        attached: /^(?:-[bnErsuz]*e[^]|--expression=)/,
        file: /^(?:-[bnErsuz]*f|--file)$/,
        attachedFile: /^(?:-[bnErsuz]*f|--file=)([^]+)$/,
        flags:
          /^(?:-[bnErsuz]+|-i.*|--(?:in-place(?:=.*)?|quiet|silent|regexp-extended|null-data|separate|unbuffered|posix|sandbox|debug|binary|follow-symlinks|line-length=\d+))$/,
        operand: "code",
        mixed: true,
        hint: "put a file after --",
      };
  }
}

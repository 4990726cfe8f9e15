import type { Commands } from "./_bash_commands.ts";
import { Refusal, type Word } from "./_bash_word.ts";

/** How a program is told the code that it runs. */
interface Interpreter {
  /** An option whose value, the next word, is code. */
  code: RegExp;
  /** An option with code, or a file of code, attached. */
  attached?: RegExp;
  /** An option whose value is a file of code. */
  file?: RegExp;
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

/**
 * Refuses values that may be code of an interpreter, or options that take code. For a program that
 * is not known, `sh -c` and its like are looked for among its arguments.
 */
export function checkInterpreters(program: string, args: Word[], commands: Commands): void {
  const interpreter = interpreterOf(program);
  if (interpreter) {
    // The first word of deno is what it does.
    const verb = program === "deno" && /^(?:run|test|bench|serve)$/.test(args[0]?.text ?? "");
    return checkInterpreter(program, interpreter, verb ? args.slice(1) : args, commands);
  }
  for (const [index, { text }] of args.entries()) {
    if (text === undefined || args[index + 1] === undefined) continue; // no option follows
    const name = text.slice(text.lastIndexOf("/") + 1);
    const rest = args.slice(index + 1);
    const inner = interpreterOf(name);
    const option = rest[0]?.text ?? "";
    if (inner?.code.test(option) || inner?.attached?.test(option)) {
      checkInterpreter(name, inner!, rest, commands);
    }
  }
}

function checkInterpreter(
  program: string,
  { code, attached, file, flags, codeEnds, operand, mixed, hint }: Interpreter,
  args: Word[],
  commands: Commands,
): void {
  const refused = `an argument may be code of ${program}, or an option that takes code: ${hint}`;
  const known = (index: number): string => {
    const text = args[index]?.text;
    if (text === undefined) throw new Refusal(refused);
    return text;
  };
  const isShell = operand === "script" && codeEnds && !attached;
  let given = false, unsure = false;
  for (let index = 0; index < args.length; index++) {
    if (args[index]!.text === undefined && isData(args, index, operand, mixed && given)) {
      unsure = false;
      continue;
    }
    const text = known(index);
    if (text === "--" && given) return;
    if (text === "--") {
      checkOperand(program, operand, known(index + 1), commands);
      return;
    }
    if (code.test(text)) {
      index++;
      while (isShell && /^[-+]/.test(known(index))) index++;
      if (isShell) commands.code(known(index));
      else known(index);
      if (codeEnds) return;
      given = true;
    } else if (attached?.test(text)) {
      if (codeEnds) return;
      given = true;
    } else if (file?.test(text)) {
      commands.runs(known(++index));
      given = true;
    } else if (/^[-+]./.test(text)) {
      if (isShell && /^-[a-z]*s/.test(text)) break;
      if (args.length === 1) return; // -V, --help
      unsure = !flags.test(text);
    } else if (unsure) unsure = false;
    else {
      checkOperand(program, operand, text, commands);
      if (!mixed) return;
      given = true;
    }
  }
  if (!given) throw new Refusal(`${program} takes code from its input: name a file of code`);
}

/** A value that can be no code: of an awk variable, or a file of sed that can be no option. */
function isData(
  args: Word[],
  index: number,
  operand: Interpreter["operand"],
  afterCode: boolean | undefined,
): boolean {
  const { head } = args[index]!;
  if (afterCode) return /^[^-]/.test(head);
  return operand === "code" && args[index - 1]?.text === "-v" && /^[A-Za-z_]\w*=/.test(head);
}

/** The first word that is no option: of a script, the file. */
function checkOperand(
  program: string,
  operand: Interpreter["operand"],
  text: string,
  commands: Commands,
): void {
  if (operand === "code") return;
  if (/^-$|^\/(?:dev|proc)\//.test(text)) {
    throw new Refusal(`${program} takes code from its input: name a file of code`);
  }
  commands.runs(text);
}

function interpreterOf(program: string): Interpreter | undefined {
  const afterDashes = "put it after the code and --";
  switch (program.toLowerCase().replace(/\.exe$/, "").replace(/[\d.]+$/, "")) {
    case "sh":
    case "bash":
    case "dash":
    case "zsh":
    case "ksh":
    case "mksh":
    case "ash":
      return {
        code: /^-[A-Za-z]*c[A-Za-z]*$/,
        flags: /^(?:[-+][abefhiklmnpruvxBCEHPTD]+|--(?:norc|noprofile|posix|login|restricted))$/,
        codeEnds: true,
        operand: "script",
        hint: `write ${program} -c 'echo "$1"' ${program} UTCP_ARG_name_UTCP_END`,
      };
    case "python":
    case "pypy":
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
        flags: /^-(?:[lnpsawWcTtUuXfS0-9]+|[MmIiCFr0].+)$/,
        operand: "script",
        hint: afterDashes,
      };
    case "node":
    case "nodejs":
    case "bun":
      return {
        code: /^(?:-e|-p|-pe|--eval|--print)$/,
        attached: /^--(?:eval|print)=/,
        flags: /^--(?:[\w-]+=[^]*|no-warnings|enable-source-maps|expose-gc|trace-[\w-]+)$/,
        operand: "script",
        hint: afterDashes,
      };
    case "deno":
      return {
        code: /^eval$/,
        flags: /^(?:-[Aqr]|--(?:allow|deny|no|unstable)[\w-]*(?:=[^]*)?|--[\w-]+=[^]*|--quiet)$/,
        operand: "script",
        hint: afterDashes,
      };
    case "php":
      return {
        code: /^-[rBRE]$/,
        attached: /^-[rBRE][^]/,
        flags: /^-[nqC]$/,
        operand: "script",
        hint: afterDashes,
      };
    case "lua":
    case "luajit":
    case "julia":
    case "groovy":
    case "elixir":
    case "rscript":
    case "osascript":
    case "tclsh":
    case "fish":
    case "csh":
    case "tcsh":
    case "pwsh":
    case "powershell":
      return {
        code: /^-(?:e|c|command|encodedcommand)$/i,
        flags: /^-[nqis]$/,
        operand: "script",
        hint: afterDashes,
      };
    case "awk":
    case "gawk":
    case "mawk":
    case "nawk":
      return {
        code: /^(?:-e|--source)$/,
        attached: /^(?:-[ef][^]|--(?:source|file)=)/,
        file: /^(?:-f|--file)$/,
        flags: /^(?:-[Fv][^]+|--(?:posix|re-interval|traditional|sandbox))$/,
        operand: "code",
        hint: `write ${program} -v name=UTCP_ARG_name_UTCP_END`,
      };
    case "sed":
    case "gsed":
      return {
        code: /^(?:-[nErsuz]*e|--expression)$/,
        attached: /^(?:-[nErsuz]*[ef][^]|--(?:expression|file)=)/,
        file: /^(?:-[nErsuz]*f|--file)$/,
        flags: /^(?:-[nErsuz]+|-i.*|--(?:quiet|silent|regexp-extended|null-data|separate))$/,
        operand: "code",
        mixed: true,
        hint: "put a file after --",
      };
  }
}

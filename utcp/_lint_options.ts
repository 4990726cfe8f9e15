import type { JsonSchema } from "../agenttool/tool.ts";
import type { Word } from "./_bash_word.ts";
import { wrapperOf } from "./_bash_wrappers.ts";

/** The program that a simple command runs in the end, and its arguments. */
export interface Invocation {
  program: Word;
  /** Its name without a path; empty where it is not known. */
  name: string;
  args: Word[];
}

/** A value at the beginning of a word. */
export interface Leading {
  /** The argument, or else the output of a step. */
  argument?: string;
  /** How a sentence begins that is about it. */
  subject: string;
  /** How it is written after other text. */
  written: string;
}

/** The value that a word begins with. */
export function leadingValue({ text, head, source }: Word): Leading | undefined {
  if (text !== undefined || head !== "") return undefined;
  const found = /^["']*(?:UTCP_ARG_(\w+?)_UTCP_END|"?\$\{?(CMD_\d+_OUTPUT)(?!\w))/.exec(source);
  if (!found) return undefined;
  const [, argument, output] = found;
  return argument === undefined
    ? { subject: `$${output}`, written: `"$${output}"` }
    : { argument, subject: `argument "${argument}"`, written: `UTCP_ARG_${argument}_UTCP_END` };
}

/** What runs, past assignments and programs that run another one, such as env. */
export function invocationOf(words: Word[]): Invocation | undefined {
  let at = 0;
  while (isAssignment(words[at])) at++;
  for (;;) {
    const program = words[at];
    if (!program) return undefined;
    const name = nameOf(program);
    const wrapper = wrapperOf(name);
    if (!wrapper) return { program, name, args: words.slice(at + 1) };
    const { valued = "", longValued = "" } = wrapper;
    let { before = 0 } = wrapper;
    for (at++; at < words.length; at++) {
      const { text = "", head } = words[at]!;
      if (text.startsWith("--")) at += longValued.split(" ").includes(text.slice(2)) ? 1 : 0;
      else if (head.startsWith("-")) at += hasValueBehind(text, valued) ? 1 : 0;
      else if (!isAssignment(words[at]) && before-- === 0) break;
    }
  }
}

/** Warns of values that a program could take for options: see spec/utcp-cli.md, W2. */
export function lintOptions(
  invocation: Invocation,
  functions: ReadonlySet<string>,
  inputs?: JsonSchema,
): string[] {
  const { name, args } = ofScript(invocation);
  if (name === "" || WITHOUT_OPTIONS.test(name) || functions.has(name)) return [];
  if (name === "find") return lintFind(args, functions, inputs);
  const found: string[] = [];
  let rules = name, unsure = "";
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    const { text = "" } = word;
    if (text === "--" || text === "--end-of-options") break;
    const value = leadingValue(word);
    if (value && !isNoOption(value, inputs)) {
      const said = unsure
        ? `${value.subject} may be taken for an option by "${name}", where "${unsure}" wants no value`
        : `${value.subject} begins a word, which "${name}" could take for an option`;
      // Behind -- git expects paths.
      const dashes = name === "git"
        ? "-- before a path, --end-of-options before anything else"
        : "-- before it";
      found.push(`${said}: write ${dashes}, or --option=${value.written}`);
    }
    unsure = "";
    if (/^-./.test(text) || name === "tar" && at === 0) {
      const values = valuesOf(rules, text.replace(/^-?/, "-"));
      at += values;
      if (values === 0 && lettersOf(rules) === undefined) unsure = text;
    } else if (rules === "git") rules = `git:${text}`;
  }
  return found;
}

/** Commands that take no options where a value can be, or none that do harm. */
const WITHOUT_OPTIONS =
  /^(?::|\[|break|cd|continue|echo|exit|false|for|printf|return|select|shift|test|true)$/;

/** The options of programs whose value can be the next word; no other of their letters has one. */
const VALUED = `
  base64=w basename=s cat= chgrp= chmod= chown= cmp=in cp=tS curl=AbcCdDeEFHKmoPQrtTuUwxXyYz
  cut=bcdf date=dfr df=tBx diff=xXUCFISWDL dirname= du=dBtX egrep=efmABCdD fgrep=efmABCdD file=mFfP
  git=Cc git:add= git:blame=LS git:branch=u git:checkout=bB git:clone=bcojuJ git:commit=CcFmt
  git:diff=lOSGU git:fetch=jo git:grep=ABCefmO git:log=GLlnOSU git:merge=FmsX git:mv= git:push=o
  git:rebase=sXx git:reset= git:rm= git:show=GLlnOSU git:switch=cC git:tag=Fmu
  grep=efmABCdD gunzip=S gzip=S head=nc kill=sn ln=tS ls=ITw md5sum= mkdir=m mv=tS paste=d readlink=
  realpath= rm= rmdir= seq=fs sha1sum= sha256sum= sleep= sort=koStT split=abClnt stat=c tail=nsc
  tar=fCTXIbgHKLNV tee= touch=drt tr= uniq=fsw wc= zcat=S
`;

/** The letters of a program; nothing where it is not known. */
function lettersOf(program: string): string | undefined {
  const entry = VALUED.split(/\s+/).find((entry) => entry.startsWith(`${program}=`));
  return entry?.slice(program.length + 1);
}

/** Programs whose options are whole words behind one dash. */
const ONE_DASH = /^(?:convert|ffmpeg|ffprobe|go|java|magick|openssl|terraform)$/;

/** Long options without a value, in whichever program. */
const FLAGS =
  /^--(?:no-[\w-]+|all|debug|delete|dry-run|force|help|human-readable|ignore-case|interactive|json|line-number|long|quiet|recursive|reverse|silent|verbose|version)$/;

/** How many of the words behind an option are its values. */
function valuesOf(program: string, option: string): number {
  // Of jq: a name and a value.
  if (/^--(?:arg|argjson|slurpfile|rawfile)$/.test(option)) return 2;
  if (option.startsWith("--")) return option.includes("=") || FLAGS.test(option) ? 0 : 1;
  const letters = lettersOf(program);
  if (letters !== undefined) return hasValueBehind(option, letters) ? 1 : 0;
  return /^-[A-Za-z]$/.test(option) || ONE_DASH.test(program) ? 1 : 0;
}

/** Whether the last letter of an option is the first one that has a value. */
function hasValueBehind(option: string, valued: string): boolean {
  const at = [...option].findIndex((letter) => valued.includes(letter));
  return at > 0 && at === option.length - 1;
}

/** Of an interpreter the script, to which what follows is given; nothing where that is code. */
function ofScript(invocation: Invocation): Invocation {
  const { name, args } = invocation;
  if (/^[gmn]?awk$/.test(name)) return { ...invocation, name: "" };
  const isInterpreter =
    /^(?:(?:ba|da|z|k|mk|a|fi)?sh|python|pypy|perl|ruby|node|php|source|\.)[\d.]*$/.test(name);
  if (!isInterpreter) return invocation;
  const at = args.findIndex(({ head }) => !head.startsWith("-"));
  const isCode = args.some(({ text = "" }) => /^-\w*[cer]\w*$|^--(?:eval|print)\b/.test(text));
  const script = args[at];
  if (!script || isCode) return { ...invocation, name: "" };
  return { program: script, name: nameOf(script), args: args.slice(at + 1) };
}

/** To find, whatever begins with a dash is part of its expression, and `--` does not help. */
function lintFind(
  args: Word[],
  functions: ReadonlySet<string>,
  inputs: JsonSchema | undefined,
): string[] {
  const found: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const { text = "" } = args[at]!;
    const value = leadingValue(args[at]!);
    if (/^-(?:exec|ok)(?:dir)?$/.test(text)) {
      const end = args.findIndex(({ text }, index) => index > at && (text === ";" || text === "+"));
      const inner = invocationOf(args.slice(at + 1, end < 0 ? undefined : end));
      if (inner) found.push(...lintOptions(inner, functions, inputs));
      if (end < 0) break;
      at = end;
    } else if (value && !isNoOption(value, inputs)) {
      found.push(
        `${value.subject} begins a word, which "find" could take for part of its expression: ` +
          `write ./${value.written}, or check that it begins with /`,
      );
    } else if (/^-[a-zA-Z]{2}/.test(text)) at++;
  }
  return found;
}

/** Whether the tool's schema admits no value that begins with a dash. */
function isNoOption({ argument }: Leading, inputs: JsonSchema | undefined): boolean {
  if (argument === undefined || typeof inputs !== "object") return false;
  const properties = inputs.properties as Record<string, unknown> | undefined;
  const schema = properties && Object.hasOwn(properties, argument) ? properties[argument] : {};
  if (typeof schema !== "object" || schema === null) return false;
  const { type, minimum, exclusiveMinimum, enum: values, pattern } = schema as JsonSchema & object;
  if (Array.isArray(values)) return values.every((value) => !String(value).startsWith("-"));
  if (type === "boolean" || type === "object" || type === "array") return true;
  if (type === "integer" || type === "number") {
    return [minimum, exclusiveMinimum].some((least) => typeof least === "number" && least >= 0);
  }
  // The first character is one of a class without a dash, or itself.
  const first = /^\^(?:\[(?:\w-\w|[\w./])+\]|[\w/])(?![*?{])[^|]*$/;
  return type === "string" && typeof pattern === "string" && first.test(pattern);
}

function isAssignment(word: Word | undefined): boolean {
  return word !== undefined && /^[A-Za-z_]\w*\+?=/.test(word.bareHead);
}

/** The name of a program, as far as it is known. */
function nameOf({ text, tail }: Word): string {
  const path = text ?? (tail.includes("/") ? tail : "");
  return path.slice(path.lastIndexOf("/") + 1);
}

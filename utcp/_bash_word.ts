/** A word of a command, as far as it is known before the shell runs. */
export interface Word {
  /** Its value; nothing where it depends on an expansion. */
  text?: string;
  /** Its value up to the first expansion. */
  head: string;
  /** The same, as far as it is not quoted: `name=` of an assignment, a reserved word. */
  bareHead: string;
  /** Whether no character of it is quoted or expanded. */
  bare: boolean;
  /** Its value after the last expansion. */
  tail: string;
  /** Whether it may become several words, or none. */
  splits: boolean;
  /** Whether the names of files take its place: it has `*`, `?` or `[` without quotes. */
  pattern: boolean;
  /** Its expansions: the parameter's name where it is a plain one, such as `$n`, `"${n}"`, `$?`. */
  expansions: (string | undefined)[];
  /** Whether all of its expansions are values of the call itself. */
  referring: boolean;
  /** The word as it is written. */
  source: string;
}

/** The parameter whose plain expansion is all of a word from a position on. */
export function parameterOf(word: Word, from = 0): string | undefined {
  return word.expansions.length === 1 && word.head.length === from && word.tail === ""
    ? word.expansions[0]
    : undefined;
}

/** Whether a parameter always holds a number. */
export function isCount(parameter: string | undefined): boolean {
  return parameter !== undefined &&
    ("#?$!".includes(parameter) || parameter === "SECONDS" || parameter === "RANDOM");
}

/** Whether a word has a value that is not known before the shell runs. */
export function isDynamic(word: Word): boolean {
  return word.text === undefined;
}

/** A path of what is no file: the input, or what another process has open. */
export const IS_INPUT = /(?:^|\/)(?:dev\/(?:.*\/)?(?:stdin|fd|tcp|udp|tty)|proc\/)/;

/** A construct in which a value could become code, or that is not understood. */
export class Refusal {
  constructor(readonly message: string) {}
}

/** What is known of a word while it is read. */
export interface WordParts {
  text: string;
  head?: string;
  bareHead: string;
  tail: string;
  quoted: boolean;
  splits: boolean;
  expansions: (string | undefined)[];
  references: number;
  /** The unquoted characters, in which braces may stand for several words. */
  unquoted: string;
}

/** Begins a word. */
export function newWord(): WordParts {
  return {
    ...{ text: "", bareHead: "", tail: "", unquoted: "" },
    ...{ quoted: false, splits: false, expansions: [], references: 0 },
  };
}

/** Adds characters that stand for themselves. */
export function literal(parts: WordParts, text: string, quoted: boolean): void {
  if (quoted) parts.quoted = true;
  else parts.unquoted += text;
  if (!parts.quoted && parts.expansions.length === 0) parts.bareHead += text;
  parts.text += text;
  parts.tail += text;
}

/** Adds an expansion. */
export function expand(
  parts: WordParts,
  { splits, parameter }: { splits: boolean; parameter?: string },
): void {
  parts.head ??= parts.text;
  parts.tail = "";
  parts.expansions.push(parameter);
  if (splits) parts.splits = true;
}

/** Adds a value of the call. */
export function refer(parts: WordParts): void {
  expand(parts, { splits: false });
  parts.references++;
}

/** Ends a word. */
export function wordOf(parts: WordParts, source: string): Word {
  const { text, head, bareHead, tail, quoted, splits, expansions, references, unquoted } = parts;
  const open = unquoted.indexOf("{"), close = unquoted.lastIndexOf("}");
  const braced = open >= 0 && /,|\.\./.test(unquoted.slice(open, Math.max(open, close)));
  const known = expansions.length === 0;
  return {
    ...known && !braced && { text },
    head: braced ? "" : head ?? text,
    bareHead,
    tail: braced ? "" : tail,
    bare: known && !quoted,
    splits: splits || braced,
    pattern: unquoted.includes("*") || unquoted.includes("?") || unquoted.includes("["),
    expansions,
    referring: references > 0 && references === expansions.length && !braced,
    source,
  };
}

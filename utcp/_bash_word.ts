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
  return parameter !== undefined && "#?$!".includes(parameter);
}

/** Whether a word has a value that is not known before the shell runs. */
export function isDynamic(word: Word): boolean {
  return word.text === undefined;
}

/** A construct in which a value could become code, or that is not understood. */
export class Refusal {
  constructor(readonly message: string) {}
}

/** Gathers what is known of a word. */
export class WordBuilder {
  #text = "";
  #head?: string;
  #bareHead = "";
  #tail = "";
  #quoted = false;
  #splits = false;
  #expansions: (string | undefined)[] = [];
  #references = 0;
  /** The unquoted characters, in which braces may stand for several words. */
  #unquoted = "";

  literal(text: string, quoted: boolean): void {
    if (quoted) this.#quoted = true;
    else this.#unquoted += text;
    if (!this.#quoted && this.#expansions.length === 0) this.#bareHead += text;
    this.#text += text;
    this.#tail += text;
  }

  expand({ splits, parameter }: { splits: boolean; parameter?: string }): void {
    this.#head ??= this.#text;
    this.#tail = "";
    this.#expansions.push(parameter);
    if (splits) this.#splits = true;
  }

  refer(): void {
    this.expand({ splits: false });
    this.#references++;
  }

  done(source: string): Word {
    const open = this.#unquoted.indexOf("{"), close = this.#unquoted.lastIndexOf("}");
    const braced = open >= 0 && /,|\.\./.test(this.#unquoted.slice(open, Math.max(open, close)));
    const known = this.#expansions.length === 0;
    return {
      ...known && !braced && { text: this.#text },
      head: braced ? "" : this.#head ?? this.#text,
      bareHead: this.#bareHead,
      tail: braced ? "" : this.#tail,
      bare: known && !this.#quoted,
      splits: this.#splits || braced,
      expansions: this.#expansions,
      referring: this.#references > 0 && this.#references === this.#expansions.length && !braced,
      source,
    };
  }
}

import { Refusal } from "./_bash_word.ts";
import { referenceAt, type References } from "./_references.ts";

/**
 * What reads the text of a step, or code inside of it: functions over a record, not a class, because
 * every call runs them (see bench/README.md).
 */
export interface Reader {
  readonly text: string;
  readonly references: References;
  readonly facts: Facts;
  readonly grammar: Grammar;
  at: number;
  end: number;
  /** What is replaced in the text. */
  readonly edits: Edit[];
  /** Here-documents whose body is still to come. */
  pending: HereDocument[];
  /** How many commands, one inside of the other, have a pipe for their input. */
  pipes: number;
  /** What the input of the command that is read comes from: a here-document, or a file's path. */
  input?: HereDocument | string;
  /** How many `$(…)`, one inside of the other, are read. */
  substitutions: number;
}

/** What a word, or a compound command, has inside of it. */
export interface Grammar {
  /** Reads commands up to one of these: a reserved word, `)`, `;;`, or "" for the end. */
  list(reader: Reader, stops: readonly string[]): string;
  /** Reads a function, past its name. */
  definition(reader: Reader): void;
  /** Reads code that is run elsewhere. */
  code(reader: Reader, text: string): void;
}

/** What the steps of a template tell of their variables; they share one shell. */
export interface Facts {
  /** Variables that are assigned, and whether to numbers only. */
  readonly numeric: Map<string, boolean>;
  /** Variables that are evaluated, and the construct that does it. */
  readonly evaluated: Map<string, string>;
  /** Whether a value names a program. */
  program: boolean;
  /** Whether a file is sourced, which may assign any variable. */
  sources: boolean;
  /** Variables that may hold a value, those that programs see ("*" is all), and whether make does. */
  readonly valued: Set<string>;
  readonly exported: Set<string>;
  make: boolean;
  /** How much was checked. */
  steps: number;
  /** The names of files that are written, and of files that are run. */
  readonly written: Set<string>;
  readonly run: Set<string>;
}

/** A here-document whose body is still to come. */
export interface HereDocument {
  delimiter: string;
  quoted: boolean;
  tabs: boolean;
  /** The program that runs its body, and whether that is a shell. */
  program?: string;
  shell?: boolean;
  /** Where its delimiter is written. */
  start: number;
  end: number;
}

/** A replacement in the text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Makes a reader at the beginning of a text. */
export function newReader(
  text: string,
  references: References,
  facts: Facts,
  grammar: Grammar,
): Reader {
  return {
    ...{ text, references, facts, grammar },
    ...{ at: 0, end: text.length, edits: [], pending: [], pipes: 0, substitutions: 0 },
  };
}

/** The text with its references, when all of it is read. */
export function edited({ text, edits, pending }: Reader): string {
  if (pending.length > 0) throw new Refusal("a here-document is not closed");
  let written = "", at = 0;
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    written += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return written + text.slice(at);
}

/** What comes next. */
export function peek({ text, at, end }: Reader, length = 1): string {
  return text.slice(at, Math.min(at + length, end));
}

/** Moves past a text, where it comes next. */
export function take(reader: Reader, text: string): boolean {
  if (!reader.text.startsWith(text, reader.at) || reader.at + text.length > reader.end) {
    return false;
  }
  reader.at += text.length;
  return true;
}

/** The reference that begins here, and moves past it. */
export function takeReference(reader: Reader): { start: number; variable: string } | undefined {
  const start = reader.at;
  const found = referenceAt(reader.references, reader.text, start);
  if (!found || start + found.length > reader.end) return undefined;
  reader.at += found.length;
  reader.references.used.add(found.variable);
  return { start, variable: found.variable };
}

/** Replaces what was read since. */
export function edit({ edits, at }: Reader, start: number, text: string): void {
  edits.push({ start, end: at, text });
}

import type { BashReader } from "./_bash.ts";
import { Refusal, type Word } from "./_bash_word.ts";

/** Reads what follows a reserved word; false where the word is none. */
export function compound(word: string, reader: BashReader): boolean {
  switch (word) {
    case "{":
      reader.list(["}"]);
      break;
    case "if":
      reader.list(["then"]);
      for (let stop = ""; stop !== "fi";) {
        stop = reader.list(["elif", "else", "fi"]);
        if (stop === "elif") reader.list(["then"]);
      }
      break;
    case "while":
    case "until":
      reader.list(["do"]);
      reader.list(["done"]);
      break;
    case "for":
      readFor(reader);
      break;
    case "case":
      readCase(reader);
      break;
    case "[[":
      readTest(reader);
      break;
    case "function":
      next(reader);
      reader.function();
      break;
    case "then":
    case "elif":
    case "else":
    case "fi":
    case "do":
    case "done":
    case "in":
    case "esac":
    case "}":
    case "]]":
    case "select":
    case "coproc":
      throw new Refusal(`"${word}" is not understood here`);
    default:
      return false;
  }
  return true;
}

function readFor(reader: BashReader): void {
  reader.blanks(false);
  if (reader.take("((")) {
    reader.doubleParentheses("for ((…))");
    reader.blanks(false);
    reader.take(";");
  } else {
    const name = next(reader);
    if (!/^[A-Za-z_]\w*$/.test(plain(name))) throw new Refusal('"for" is not understood');
    reader.blanks(true);
    const words = reader.peek() === ";" ? undefined : values(reader, next(reader));
    // Numbers, or else what cannot be known: the arguments of the shell, too.
    for (const word of words?.length ? words : [undefined]) reader.assign(plain(name), word);
    reader.blanks(true);
    reader.take(";");
  }
  reader.blanks(true);
  const open = plain(next(reader));
  if (open !== "do" && open !== "{") throw new Refusal('"for" is not understood');
  reader.list([open === "do" ? "done" : "}"]);
}

/** The words of `in …`, past the `in`. */
function values(reader: BashReader, keyword: Word): Word[] {
  if (plain(keyword) !== "in") throw new Refusal('"for" is not understood');
  const words: Word[] = [];
  for (;;) {
    reader.blanks(false);
    const word = reader.word();
    if (!word) return words;
    words.push(word);
  }
}

function readCase(reader: BashReader): void {
  next(reader);
  reader.blanks(true);
  if (plain(next(reader)) !== "in") throw new Refusal('"case" is not understood');
  for (;;) {
    reader.blanks(true);
    const open = reader.take("(");
    let pattern = next(reader);
    if (!open && plain(pattern) === "esac") return;
    for (;;) {
      reader.blanks(false);
      if (reader.take(")")) break;
      if (!reader.take("|")) throw new Refusal('a pattern of "case" is not understood: quote it');
      pattern = next(reader);
    }
    if (reader.list([";;", "esac"]) === "esac") return;
  }
}

/** `[[ … ]]`, past its opening. */
function readTest(reader: BashReader): void {
  const words: Word[] = [];
  for (;;) {
    reader.blanks(true);
    const operators = /^[<>]\(/.test(reader.peek(2)) ? [] : ["&&", "||", "(", ")", "<", ">"];
    if (operators.some((operator) => reader.take(operator))) continue;
    const word = reader.word();
    if (!word) throw new Refusal("[[ … ]] is not understood: quote what is in it");
    if (plain(word) === "]]") break;
    words.push(word);
  }
  for (const [index, word] of words.entries()) {
    const operator = plain(word);
    const following = words[index + 1];
    if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(operator)) {
      reader.number(words[index - 1]);
      reader.number(following);
    } else if (/^-[vR]$/.test(operator) && !/^\w+$/.test(following?.text ?? "")) {
      throw new Refusal(`[[ ${operator} … ]] evaluates subscripts, which can run code`);
    }
  }
}

/** The word where no part of it is quoted or expanded, so that it can be a reserved one. */
function plain(word: Word): string {
  return word.bare ? word.text ?? "" : "";
}

function next(reader: BashReader): Word {
  reader.blanks(false);
  const word = reader.word();
  if (!word) throw new Refusal("a word is missing");
  return word;
}

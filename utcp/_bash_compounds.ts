import { assign, defines, doubleParentheses, number } from "./_bash_facts.ts";
import { peek, type Reader, take } from "./_bash_reader.ts";
import { Refusal, type Word } from "./_bash_word.ts";
import { blanks, readWord } from "./_bash_words.ts";

/** Reads what follows a reserved word; false where the word is none. */
export function compound(word: string, reader: Reader): boolean {
  switch (word) {
    case "{":
      reader.grammar.list(reader, ["}"]);
      break;
    case "if":
      reader.grammar.list(reader, ["then"]);
      for (let stop = ""; stop !== "fi";) {
        stop = reader.grammar.list(reader, ["elif", "else", "fi"]);
        if (stop === "elif") reader.grammar.list(reader, ["then"]);
      }
      break;
    case "while":
    case "until":
      reader.grammar.list(reader, ["do"]);
      reader.grammar.list(reader, ["done"]);
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
      defines(reader, plain(next(reader)));
      reader.grammar.definition(reader);
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

function readFor(reader: Reader): void {
  blanks(reader, false);
  if (take(reader, "((")) {
    doubleParentheses(reader, "for ((…))");
    blanks(reader, false);
    take(reader, ";");
  } else {
    const name = next(reader);
    if (!/^[A-Za-z_]\w*$/.test(plain(name))) throw new Refusal('"for" is not understood');
    blanks(reader, true);
    const words = peek(reader) === ";" ? undefined : values(reader, next(reader));
    // Numbers, or else what cannot be known: the arguments of the shell, too.
    for (const word of words?.length ? words : [undefined]) assign(reader, plain(name), word);
    blanks(reader, true);
    take(reader, ";");
  }
  blanks(reader, true);
  const open = plain(next(reader));
  if (open !== "do" && open !== "{") throw new Refusal('"for" is not understood');
  reader.grammar.list(reader, [open === "do" ? "done" : "}"]);
}

/** The words of `in …`, past the `in`. */
function values(reader: Reader, keyword: Word): Word[] {
  if (plain(keyword) !== "in") throw new Refusal('"for" is not understood');
  const words: Word[] = [];
  for (;;) {
    blanks(reader, false);
    const word = readWord(reader);
    if (!word) return words;
    words.push(word);
  }
}

function readCase(reader: Reader): void {
  next(reader);
  blanks(reader, true);
  if (plain(next(reader)) !== "in") throw new Refusal('"case" is not understood');
  for (;;) {
    blanks(reader, true);
    const open = take(reader, "(");
    let pattern = next(reader);
    if (!open && plain(pattern) === "esac") return;
    for (;;) {
      blanks(reader, false);
      if (take(reader, ")")) break;
      if (!take(reader, "|")) throw new Refusal('a pattern of "case" is not understood: quote it');
      pattern = next(reader);
    }
    if (reader.grammar.list(reader, [";;", "esac"]) === "esac") return;
  }
}

/** `[[ … ]]`, past its opening. */
function readTest(reader: Reader): void {
  const words: Word[] = [];
  for (;;) {
    blanks(reader, true);
    const operators = /^[<>]\(/.test(peek(reader, 2)) ? [] : ["&&", "||", "(", ")", "<", ">"];
    if (operators.some((operator) => take(reader, operator))) continue;
    const word = readWord(reader);
    if (!word) throw new Refusal("[[ … ]] is not understood: quote what is in it");
    if (plain(word) === "]]") break;
    words.push(word);
    if (plain(word) === "=~") readExpression(reader);
  }
  for (const [index, word] of words.entries()) {
    const operator = plain(word);
    const following = words[index + 1];
    if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(operator)) {
      number(reader, words[index - 1]);
      number(reader, following);
    } else if (/^-[vR]$/.test(operator) && !/^\w+$/.test(following?.text ?? "")) {
      throw new Refusal(`[[ ${operator} … ]] evaluates subscripts, which can run code`);
    }
  }
}

/** A regular expression: in parentheses it has whatever there is, blanks and `]]` too. */
function readExpression(reader: Reader): void {
  blanks(reader, true);
  for (let depth = 0; reader.at < reader.end;) {
    const next = peek(reader);
    if (next === "(") depth++;
    else if (next === ")") depth--;
    if (depth < 0 || depth === 0 && " \t\n;&<>".includes(next)) return;
    if ("()| \t\n;&<>".includes(next)) reader.at++;
    else readWord(reader);
  }
}

/** The word where no part of it is quoted or expanded, so that it can be a reserved one. */
function plain(word: Word): string {
  return word.bare ? word.text ?? "" : "";
}

function next(reader: Reader): Word {
  blanks(reader, false);
  const word = readWord(reader);
  if (!word) throw new Refusal("a word is missing");
  return word;
}

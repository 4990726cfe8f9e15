/** A stretch of a command word, with the quotes around it. */
export interface Part {
  text: string;
  quote: "" | "'" | '"';
}

/** A word of a command. */
export interface Word {
  parts: Part[];
  /** Whether it names the file of a redirection. */
  redirected: boolean;
}

/**
 * Splits a shell command into its simple commands and their words, roughly: what stands in `$(…)`
 * is read as commands of its own, and here-documents are passed over. A lint may miss what is
 * unusual; what runs is judged elsewhere, by a real reader.
 */
export function simpleCommands(command: string): Word[][] {
  const text = withoutHereDocuments(command);
  const commands: Word[][] = [];
  let words: Word[] = [], word: Word | undefined, redirected = false;
  let quote: Part["quote"] = "";
  const endWord = () => {
    if (word) words.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
    redirected = false;
  };
  const add = (piece: string) => {
    if (!word) {
      word = { parts: [], redirected };
      redirected = false;
    }
    const last = word.parts.at(-1);
    if (last?.quote === quote) last.text += piece;
    else word.parts.push({ text: piece, quote });
  };
  for (const [token] of text.matchAll(TOKEN)) {
    if (quote === "'") {
      if (token === "'") quote = "";
      else add(token);
    } else if (token === '"' || token === "'") {
      if (token === quote) quote = "";
      else if (quote === "") {
        quote = token;
        add("");
      } else add(token);
    } else if (quote === '"') add(token);
    else if (/^\s/.test(token)) {
      endWord();
      if (token.includes("\n")) endCommand();
    } else if (/^[;&|()]/.test(token)) endCommand();
    else if (/^[<>]/.test(token)) {
      endWord();
      redirected = true;
    } else if (token.startsWith("#") && !word) continue;
    else if (token.startsWith("#")) add("#");
    else add(token);
  }
  endCommand();
  return commands;
}

const TOKEN = /\\[^]|['"]|[ \t]+|\s*\n\s*|[;&|()]+|[<>]+&?|#[^\n]*|[^\\'"\s;&|()<>#]+/g;

function withoutHereDocuments(command: string): string {
  return command.replace(
    /<<-?\s*(['"]?)(\w+)\1([^\n]*)\n(?:[^]*?\n)?\t*\2(?=\n|$)/g,
    (_all, _quote, _delimiter, rest) => rest,
  );
}

/** Measures a text in columns. */
export type Measure = (text: string) => number;

/**
 * Splits a text into what a person sees as characters.
 *
 * @param text The text.
 * @returns The characters, each of one or more code points.
 */
export function characters(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

/**
 * Shortens a text to a width.
 *
 * @param text The text, one line.
 * @param width How many columns there are.
 * @param measure Measures a text.
 * @returns The text, or what fits of its beginning and `…`.
 */
export function clip(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  const kept = takeWidth(characters(text), width - 1, measure);
  return kept.join("") + "…";
}

/**
 * Breaks a text into lines, between words where it can.
 *
 * @param text The text, one line.
 * @param width How many columns there are.
 * @param measure Measures a text.
 * @returns The lines.
 */
export function wrap(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = "";
  for (let word of text.split(" ")) {
    if (line !== "" && measure(line) + 1 + measure(word) <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    while (measure(word) > width) {
      const start = takeWidth(characters(word), width, measure).join("");
      if (start === word) break; // one character, wider than the line
      lines.push(start);
      word = word.slice(start.length);
    }
    line = word;
  }
  return [...lines, line];
}

/** The first characters that fit, at least one. */
function takeWidth(all: string[], width: number, measure: Measure): string[] {
  let used = 0;
  const end = all.findIndex((char) => (used += measure(char)) > width);
  return end < 0 ? all : all.slice(0, Math.max(end, 1));
}

import { part } from "./_part.ts";

/** The least that a description is given beside the other columns. */
const MIN_LAST = 24;

/** The least of another column, with which its words can still be told apart. */
const MIN_OTHER = 4;

/** The least of one that may be left out. */
const MIN_OPTIONAL = 8;

/**
 * Lays out rows in columns. The last column takes what is left of the terminal. Where that is too
 * little, those between it and the first are cut, the right one first; where that is not enough
 * either, the last stands below the others. The first is never cut: it is there to be typed.
 *
 * @param rows The rows, all with as many cells, each on one line.
 * @param columns How wide the terminal is; absent, nothing is cut.
 * @param optional The heads of columns that may be left out for want of space.
 * @returns The table.
 */
export async function table(
  rows: string[][],
  columns?: number,
  optional: string[] = [],
): Promise<string> {
  const count = rows[0]!.length - 1;
  // Where nothing is cut, the last column is not measured.
  const width = await measure(
    rows.flatMap((row) => columns === undefined ? row.slice(0, -1) : row),
  );
  // A column in which only the head says something is left out.
  const shown = Array.from({ length: count }, (_, at) => at)
    .filter((at) => rows.slice(1).some((row) => row[at] !== ""));
  const needed = shown.map((at) => Math.max(...rows.map((row) => width(row[at]!))));
  const least = shown.map((at) => optional.includes(rows[0]![at]!) ? MIN_OPTIONAL : MIN_OTHER);
  const widths = fitted(needed, least, columns);
  const before = widths.reduce((sum, width) => sum + taken(width), 0);
  const below = columns !== undefined && columns - before < MIN_LAST;
  const lines = (below ? rows.slice(1) : rows).flatMap((row) => {
    const cells = shown.map((at) => row[at]!);
    const last = row.at(-1)!;
    if (!below) {
      const fit = cells.map((cell, index) =>
        pad(cut(cell, widths[index]!, width), widths[index]!, width)
      );
      const kept = fit.filter((_, index) => widths[index]! > 0);
      return [[...kept, cut(last, columns && columns - before, width)].join("  ")];
    }
    const [first = "", ...more] = cells.filter((cell) => cell !== "");
    const beside = cut(more.join("  "), columns - width(first) - 2, width);
    const line = beside === "" ? first : `${first}  ${beside}`;
    return last === "" ? [line] : [line, `  ${cut(last, columns - 2, width)}`];
  });
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** The widths of all columns but the last, so that enough is left for it; 0 leaves one out. */
function fitted(needed: number[], least: number[], columns = Infinity): number[] {
  const widths = [...needed];
  const space = () => columns - MIN_LAST - widths.reduce((sum, width) => sum + taken(width), 0);
  for (let at = widths.length - 1; at > 0 && space() < 0; at--) {
    const fits = widths[at]! + space();
    const min = least[at]!;
    widths[at] = fits >= min ? fits : min === MIN_OPTIONAL ? 0 : Math.min(widths[at]!, min);
  }
  return widths;
}

/** What a column takes with the space behind it. */
function taken(width: number): number {
  return width === 0 ? 0 : width + 2;
}

type Width = (text: string) => number;

/** What measures texts; the table of widths that some characters need takes long to load. */
async function measure(texts: string[]): Promise<Width> {
  if (texts.every(isNarrow)) return (text) => text.length;
  const { unicodeWidth } = await part<typeof import("./_unicode_width.ts")>(
    "./_unicode_width.ts",
  );
  return (text) => isNarrow(text) ? text.length : unicodeWidth(text);
}

/** Whether each character takes one column: Latin, Greek, Cyrillic, and what stands between words. */
function isNarrow(text: string): boolean {
  return /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e]*$/
    .test(text);
}

function pad(text: string, to: number, width: Width): string {
  return text + " ".repeat(Math.max(0, to - width(text)));
}

/** Cuts a text to a width, between characters as a reader sees them. */
function cut(text: string, to: number | undefined, width: Width): string {
  if (to === undefined || width(text) <= to) return text;
  if (to < 1) return "";
  if (isNarrow(text)) return `${text.slice(0, to - 1).trimEnd()}…`;
  let shown = "", taken = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    taken += width(segment);
    if (taken > to - 1) break;
    shown += segment;
  }
  return `${shown.trimEnd()}…`;
}

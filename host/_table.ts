import { part } from "./_part.ts";

/** The least that a description is given beside the other columns. */
const MIN_LAST = 24;

/**
 * Lays out rows in columns. The last column takes what is left of the terminal; where that is too
 * little, it stands below the others.
 *
 * @param rows The rows, all with as many cells, each on one line.
 * @param columns How wide the terminal is; absent, nothing is cut.
 * @returns The table.
 */
export async function table(rows: string[][], columns?: number): Promise<string> {
  const count = rows[0]!.length - 1;
  // Where nothing is cut, the last column is not measured.
  const width = await measure(
    rows.flatMap((row) => columns === undefined ? row.slice(0, -1) : row),
  );
  // A column in which only the head says something is left out.
  const shown = Array.from({ length: count }, (_, at) => at)
    .filter((at) => rows.slice(1).some((row) => row[at] !== ""));
  const widths = shown.map((at) => Math.max(...rows.map((row) => width(row[at]!))));
  const before = widths.reduce((sum, width) => sum + width + 2, 0);
  const below = columns !== undefined && columns - before < MIN_LAST;
  const lines = (below ? rows.slice(1) : rows).flatMap((row) => {
    const cells = shown.map((at, index) => pad(row[at]!, below ? 0 : widths[index]!, width));
    const last = row.at(-1)!;
    if (!below) return [[...cells, cut(last, columns && columns - before, width)].join("  ")];
    const first = cut(cells.filter((cell) => cell !== "").join("  "), columns, width);
    return last === "" ? [first] : [first, `  ${cut(last, columns - 2, width)}`];
  });
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
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

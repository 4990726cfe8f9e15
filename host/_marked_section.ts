import { HostError } from "./errors.ts";
import { readText, writeText } from "./_write_file.ts";

/**
 * Puts a text into a file, between two lines that mark its place. Without them it is added at the
 * end, with them. The rest of the file stays byte for byte.
 *
 * @param file The file; it is made where there is none.
 * @param name The section's name, one plain word.
 * @param text The text, in Markdown.
 * @throws {HostError} Where the marks are not one pair, or the file cannot be used.
 */
export async function writeSection(file: string, name: string, text: string): Promise<void> {
  const before = await readText(file);
  let after: string;
  try {
    after = replaceSection(before ?? "", name, text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new HostError(`${file}${error.message}`);
  }
  if (after !== before) await writeText(file, after);
}

/**
 * Replaces a marked section of a text.
 *
 * @param before The text.
 * @param name The section's name.
 * @param content What goes between the marks.
 * @returns The text with it.
 * @throws {SyntaxError} Where the marks are not one pair; the message begins with the line.
 */
export function replaceSection(before: string, name: string, content: string): string {
  const lineBreak = /\r\n|\n/.exec(before)?.[0] ?? "\n";
  const begin = `<!-- toolcli:begin ${name} -->`, end = `<!-- toolcli:end ${name} -->`;
  // A tool's description must not end the section.
  const inner = content.replaceAll("<!-- toolcli:", "&lt;!-- toolcli:").trimEnd();
  const section = [begin, "", ...inner.split(/\r?\n/), "", end].join(lineBreak);
  const marks = marksIn(before);
  const own = marks.filter((mark) => mark.name === name);
  const [first, last, more] = own;
  const fail = (mark: Mark, problem: string): never => {
    throw new SyntaxError(`:${mark.line}: ${problem}`);
  };
  if (!first) {
    const gap = before === "" || /(?:^|\n)\r?\n$/.test(before) || before === "\ufeff"
      ? ""
      : before.endsWith("\n")
      ? lineBreak
      : lineBreak + lineBreak;
    return `${before}${gap}${section}${lineBreak}`;
  }
  if (first.kind === "end") fail(first, `"${end}" has no "${begin}" before it`);
  if (!last) fail(first, `"${begin}" has no "${end}" behind it`);
  if (last!.kind === "begin") fail(last!, `"${begin}" is there a second time`);
  if (more) fail(more, `the section ${JSON.stringify(name)} is there a second time`);
  const inside = marks.find(({ start }) => start > first.start && start < last!.start);
  if (inside) fail(inside, `another section's mark is inside ${JSON.stringify(name)}`);
  return before.slice(0, first.start) + section + before.slice(last!.stop);
}

/** A line that marks the beginning or the end of a section. */
interface Mark {
  kind: "begin" | "end";
  name: string;
  /** Its line, from 1. */
  line: number;
  /** Where it begins, and where it ends before its line break. */
  start: number;
  stop: number;
}

function marksIn(text: string): Mark[] {
  const marks = text.matchAll(/^\ufeff?[ \t]*<!-- toolcli:(begin|end) (\S+) -->[ \t]*(?=\r?$)/gm);
  return Array.from(marks, ({ 0: whole, 1: kind, 2: name, index }) => ({
    kind: kind as Mark["kind"],
    name: name!,
    line: text.slice(0, index).split("\n").length,
    start: index + (whole.startsWith("\ufeff") ? 1 : 0),
    stop: index + whole.length,
  }));
}

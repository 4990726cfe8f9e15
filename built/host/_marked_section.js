import { HostError } from './main.js';
import { readText, writeText } from './_write_file.js';

async function writeSection(file, name, text) {
  const before = await readText(file);
  let after;
  try {
    after = replaceSection(before ?? "", name, text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new HostError(`${file}${error.message}`);
  }
  if (after !== before) await writeText(file, after);
}
function replaceSection(before, name, content) {
  const lineBreak = /\r\n|\n/.exec(before)?.[0] ?? "\n";
  const begin = `<!-- toolcli:begin ${name} -->`, end = `<!-- toolcli:end ${name} -->`;
  const inner = content.replaceAll("<!-- toolcli:", "&lt;!-- toolcli:").trimEnd();
  const section = [begin, "", ...inner.split(/\r?\n/), "", end].join(lineBreak);
  const marks = marksIn(before);
  const own = marks.filter((mark) => mark.name === name);
  const [first, last, more] = own;
  const fail = (mark, problem) => {
    throw new SyntaxError(`:${mark.line}: ${problem}`);
  };
  if (!first) {
    const gap = before === "" || /(?:^|\n)\r?\n$/.test(before) || before === "\uFEFF" ? "" : before.endsWith("\n") ? lineBreak : lineBreak + lineBreak;
    return `${before}${gap}${section}${lineBreak}`;
  }
  if (first.kind === "end") fail(first, `"${end}" has no "${begin}" before it`);
  if (!last) fail(first, `"${begin}" has no "${end}" behind it`);
  if (last.kind === "begin") fail(last, `"${begin}" is there a second time`);
  if (more) fail(more, `the section ${JSON.stringify(name)} is there a second time`);
  const inside = marks.find(({ start }) => start > first.start && start < last.start);
  if (inside) fail(inside, `another section's mark is inside ${JSON.stringify(name)}`);
  return before.slice(0, first.start) + section + before.slice(last.stop);
}
function marksIn(text) {
  const marks = text.matchAll(/^\ufeff?[ \t]*<!-- toolcli:(begin|end) (\S+) -->[ \t]*(?=\r?$)/gm);
  return Array.from(marks, ({ 0: whole, 1: kind, 2: name, index }) => ({
    kind,
    name,
    line: text.slice(0, index).split("\n").length,
    start: index + (whole.startsWith("\uFEFF") ? 1 : 0),
    stop: index + whole.length
  }));
}

export { replaceSection, writeSection };

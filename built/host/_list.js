const table = (async function table(rows, columns, optional = []) {
  const count = rows[0].length - 1;
  const width = await measure(
    rows.flatMap(((row) => columns === void 0 ? row.slice(0, -1) : row))
  );
  const shown = Array.from({ length: count }, ((_, at) => at)).filter(((at) => rows.slice(1).some(((row) => row[at] !== ""))));
  const needed = shown.map(((at) => Math.max(...rows.map(((row) => width(row[at]))))));
  const least = shown.map(((at) => optional.includes(rows[0][at]) ? MIN_OPTIONAL : MIN_OTHER));
  const widths = fitted(needed, least, columns);
  const before = widths.reduce(((sum, width2) => sum + taken(width2)), 0);
  const below = columns !== void 0 && columns - before < MIN_LAST;
  const lines = (below ? rows.slice(1) : rows).flatMap(((row) => {
    const cells = shown.map(((at) => row[at]));
    const last = row.at(-1);
    if (!below) {
      const fit = cells.map(
        ((cell, index) => pad(cut(cell, widths[index], width), widths[index], width))
      );
      const kept = fit.filter(((_, index) => widths[index] > 0));
      return [[...kept, cut(last, columns && columns - before, width)].join("  ")];
    }
    const [first = "", ...more] = cells.filter(((cell) => cell !== ""));
    const beside = cut(more.join("  "), columns - width(first) - 2, width);
    const line = beside === "" ? first : `${first}  ${beside}`;
    return last === "" ? [line] : [line, `  ${cut(last, columns - 2, width)}`];
  }));
  return lines.map(((line) => `${line.trimEnd()}
`)).join("");
});
const fitted = (function fitted(needed, least, columns = Infinity) {
  const widths = [...needed];
  const space = (() => columns - MIN_LAST - widths.reduce(((sum, width) => sum + taken(width)), 0));
  for (let at = widths.length - 1; at > 0 && space() < 0; at--) {
    const fits = widths[at] + space();
    const min = least[at];
    widths[at] = fits >= min ? fits : min === MIN_OPTIONAL ? 0 : Math.min(widths[at], min);
  }
  return widths;
});
const taken = (function taken(width) {
  return width === 0 ? 0 : width + 2;
});
const measure = (async function measure(texts) {
  if (texts.every(isNarrow)) return ((text) => text.length);
  const { unicodeWidth } = await import(new URL('_unicode_width.js', import.meta.url).href);
  return ((text) => isNarrow(text) ? text.length : unicodeWidth(text));
});
const isNarrow = (function isNarrow(text) {
  return /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e]*$/.test(text);
});
const pad = (function pad(text, to, width) {
  return text + " ".repeat(Math.max(0, to - width(text)));
});
const cut = (function cut(text, to, width) {
  if (to === void 0 || width(text) <= to) return text;
  if (to < 1) return "";
  if (isNarrow(text)) return `${text.slice(0, to - 1).trimEnd()}\u2026`;
  let shown = "", taken2 = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    taken2 += width(segment);
    if (taken2 > to - 1) break;
    shown += segment;
  }
  return `${shown.trimEnd()}\u2026`;
});
const list = (async function list(args) {
  const { json, words, ...options } = await readOptions("list", args, {
    flags: ["json", "refresh", "verbose"]
  });
  const source = oneSource("list", words);
  const loaded = await loadSource(source, options);
  await using tools = new ToolSet(loaded.tools);
  const sources = [...tools].map(((tool) => loaded.sourceOf?.(tool) ?? source));
  const all = commandsOf(source, tools);
  for (const line of await loaded.lint?.() ?? []) console.error(`toolcli: ${visibleLine(line)}`);
  await printAll(json ? await jsonOf(all, sources) : await tableOf(all, sources, loaded));
  return loaded.failures.length > 0 ? 1 : 0;
});
const tableOf = (async function tableOf(all, sources, loaded) {
  if (all.length === 0) {
    console.error("toolcli: there are no tools");
    return "";
  }
  const several = loaded.sourceOf !== void 0 && new Set(sources).size > 1;
  const rows = all.map(((command, index) => [
    firstLine(command.name),
    hintsOf(command),
    ...several ? [firstLine(sources[index])] : [],
    firstLine(command.description)
  ]));
  const head = ["COMMAND", "HINTS", ...several ? ["SOURCE"] : [], "DESCRIPTION"];
  const columns = Deno.stdout.isTerminal() && Deno.consoleSize().columns || void 0;
  return await table([head, ...rows], columns, ["SOURCE"]);
});
const hintsOf = (function hintsOf({ annotations: { readOnly, destructive } }) {
  return readOnly ? "read-only" : destructive ? "destructive" : "";
});
import { ToolSet, visibleLine, visibleJson, firstLine } from '../mod.js';
import { loadSource, commandsOf, printAll } from './main.js';
import { readOptions, oneSource } from './_rest.js';

const MIN_LAST = 24;
const MIN_OTHER = 4;
const MIN_OPTIONAL = 8;









async function jsonOf(all, sources) {
  const { commandJson } = await import('./_list_json.js');
  const items = all.map((command, index) => commandJson(command, sources[index]));
  const text = items.length === 0 ? "[]\n" : `[
${items.join(",\n")}
]
`;
  return Deno.stdout.isTerminal() ? visibleJson(text) : text;
}



export { list };

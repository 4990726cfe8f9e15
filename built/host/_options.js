import { HostError } from './_start.js';

async function readOptions(subcommand, args, { flags = [], texts = [], lists = [] }) {
  const given = { words: [...args] };
  if (args.some((arg) => /^-./.test(arg))) {
    const { parseArgs } = await import('@std/cli/parse-args');
    const names = [...flags, ...texts, ...lists];
    const unknown = [];
    const { _: words, ...options } = parseArgs(args, {
      boolean: [...flags],
      string: [...texts, ...lists],
      collect: [...lists],
      unknown: (word) => void (/^-./.test(word) && unknown.push(word))
    });
    const [first] = unknown;
    if (first !== void 0) throw await unknownOption(subcommand, first, names);
    for (const name of [...texts, ...lists]) {
      if ([options[name]].flat().includes("")) {
        throw new HostError(`${dashed(name)} needs a value`);
      }
    }
    Object.assign(given, options, { words: words.map(String) });
  }
  return given;
}
function oneSource(subcommand, words) {
  const [source, more] = words;
  if (source === void 0) throw new HostError(`${subcommand} needs a source, such as tools.ts`);
  if (more !== void 0) {
    throw new HostError(`${subcommand} takes one source: unexpected ${JSON.stringify(more)}`);
  }
  return source;
}
function dashed(name) {
  return name.length === 1 ? `-${name}` : `--${name}`;
}
async function unknownOption(subcommand, word, names) {
  const { nearest } = await import('../cli/suggest.js');
  const option = word.replace(/=.*$/s, "");
  const near = nearest(option.replace(/^-+/, ""), names).map(dashed).join(" or ");
  return new HostError(
    `unknown option ${JSON.stringify(option)} of ${subcommand}${near && `, did you mean ${near}?`}`
  );
}

export { oneSource, readOptions };

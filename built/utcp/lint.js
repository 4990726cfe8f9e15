const unsafeConstructs = (function unsafeConstructs(template) {
  const commands = template.commands.map((({ command }) => command));
  return readBash(commands, newReferences("0".repeat(16))).problems;
});
const simpleCommands = (function simpleCommands(command) {
  const text = withoutHereDocuments(command);
  const commands = [];
  let words = [], word, redirected = false;
  let quote = "";
  const endWord = (() => {
    if (word) words.push(word);
    word = void 0;
  });
  const endCommand = (() => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
    redirected = false;
  });
  const add = ((piece) => {
    if (!word) {
      word = { parts: [], redirected };
      redirected = false;
    }
    const last = word.parts.at(-1);
    if (last?.quote === quote) last.text += piece;
    else word.parts.push({ text: piece, quote });
  });
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
});
const withoutHereDocuments = (function withoutHereDocuments(command) {
  return command.replace(
    /<<-?\s*(['"]?)(\w+)\1([^\n]*)\n(?:[^]*?\n)?\t*\2(?=\n|$)/g,
    ((_all, _quote, _delimiter, rest) => rest)
  );
});
const lintTemplate = (function lintTemplate(template, inputs) {
  const refused = unsafeConstructs(template);
  const found = refused.map(((problem) => `refused: ${problem}`));
  for (const [index, { command }] of template.commands.entries()) {
    const place = `commands[${index}]`;
    if (refused.some(((problem) => problem.startsWith(`${place}:`)))) continue;
    for (const words of simpleCommands(command)) found.push(...lintCommand(words, place));
    found.push(...lintNames(command, place));
  }
  const { argv } = template;
  if (argv) {
    const words = argv.map(((text) => ({
      parts: [{ text, quote: "'" }],
      redirected: false
    })));
    found.push(...lintCommand(words, "argv"), ...lintNames(argv.join(" "), "argv"));
  }
  return [.../* @__PURE__ */ new Set([...found, ...lintInputs(template, inputs)])];
});
const lintCommand = (function lintCommand(words, place) {
  const found = [];
  const texts = words.map((({ parts }) => parts.map((({ text }) => text)).join("")));
  let start = 0;
  while (/^\w+=/.test(texts[start] ?? "")) start++;
  const program = texts[start] ?? "";
  const named = /^UTCP_ARG_(\w+?)_UTCP_END/.exec(program)?.[1];
  if (named) found.push(`${place}: argument "${named}" decides which program runs`);
  let options = !WITHOUT_OPTIONS.has(program);
  for (const [index, word] of words.entries()) {
    const text = texts[index];
    const assignment = index < start;
    found.push(...lintOutputs(word, place, assignment));
    if (index <= start || word.redirected) continue;
    const name = /^UTCP_ARG_(\w+?)_UTCP_END/.exec(text)?.[1];
    const wanted = /^(?:-\w|--[\w-]+)$/.test(texts[index - 1]);
    if (name && options && !wanted) {
      found.push(
        `${place}: argument "${name}" begins a word, which ${JSON.stringify(program)} could take for an option: write -- before it, or --option=UTCP_ARG_${name}_UTCP_END`
      );
    }
    if (text === "--" || program === "printf") options = false;
  }
  const output = OUTPUT.exec(texts.join(" "))?.[1];
  if (output && runsCode(program, texts)) {
    found.push(`${place}: $${output} is run as code: pass it as an argument of the code instead`);
  }
  return found;
});
const lintOutputs = (function lintOutputs({ parts }, place, assignment) {
  if (assignment) return [];
  return parts.flatMap((({ text, quote }) => {
    const output = quote === "" ? OUTPUT.exec(text)?.[1] : void 0;
    return output ? [`${place}: $${output} outside quotes is split, and globbed: write "$${output}"`] : [];
  }));
});
const lintNames = (function lintNames(text, place) {
  const found = text.matchAll(/UTCP_ARG_(\S*?)_UTCP_END/g);
  return Array.from(found, (([all, name]) => ({ all, name }))).filter((({ name }) => !/^\w+$/.test(name))).map((({ all }) => `${place}: ${all} is no placeholder: a name has letters, digits and _ only`));
});
const lintInputs = (function lintInputs(template, inputs) {
  if (typeof inputs !== "object" || typeof inputs.properties !== "object") return [];
  const names = placeholders(template);
  const declared = Object.keys(inputs.properties ?? {});
  const forgiving = answersCalls(template);
  const required = Array.isArray(inputs.required) ? inputs.required : [];
  return [
    ...names.filter(((name) => !declared.includes(name))).map(((name) => `argument "${name}" has a placeholder, and is not in inputs`)),
    ...declared.filter(((name) => !names.includes(name))).map(((name) => `argument "${name}" is in inputs, and has no placeholder`)),
    ...names.filter(((name) => declared.includes(name) && !required.includes(name) && !forgiving)).map(((name) => `argument "${name}" is optional: left out, it reads MISSING_ARG_${name}`))
  ];
});
const answersCalls = (function answersCalls({ commands }) {
  const written = commands.flatMap((({ command }) => simpleCommands(command)));
  return written.length > 0 && written.every(
    ((words) => words.some((({ parts }) => parts.map((({ text }) => text)).join("") === "utcp-call")))
  );
});
import { readBash, newReferences, placeholders } from './_start.js';




const TOKEN = /\\[^]|['"]|[ \t]+|\s*\n\s*|[;&|()]+|[<>]+&?|#[^\n]*|[^\\'"\s;&|()<>#]+/g;



const WITHOUT_OPTIONS = /* @__PURE__ */ new Set(["[", "test", "case", "for", "in", "then", "do", "else", "!"]);
const OUTPUT = /\$\{?(CMD_\d+_OUTPUT)/;


function runsCode(program, texts) {
  return program === "eval" || /(?:^|\/)(?:ba|da|k|z)?sh$/.test(program) && texts.includes("-c");
}




var lint = /*#__PURE__*/Object.freeze({
  __proto__: null,
  lintTemplate: lintTemplate
});

export { lint, lintTemplate, unsafeConstructs };

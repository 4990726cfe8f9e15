const unsafeConstructs = (function unsafeConstructs(template) {
  const { commands, argv = [] } = template;
  const references = newReferences("0".repeat(16));
  const { problems } = readBash(commands.map((({ command }) => command)), references);
  return [...problems, ...argvProblems(argv, references)];
});
const leadingValue = (function leadingValue({ text, head, source }) {
  if (text !== void 0 || head !== "") return void 0;
  const found = /^["']*(?:UTCP_ARG_(\w+?)_UTCP_END|"?\$\{?(CMD_\d+_OUTPUT)(?!\w))/.exec(source);
  if (!found) return void 0;
  const [, argument, output] = found;
  return argument === void 0 ? { subject: `$${output}`, written: `"$${output}"` } : { argument, subject: `argument "${argument}"`, written: `UTCP_ARG_${argument}_UTCP_END` };
});
const invocationOf = (function invocationOf(words) {
  let at = 0;
  while (isAssignment(words[at])) at++;
  for (; ; ) {
    const program = words[at];
    if (!program) return void 0;
    const name = nameOf(program);
    const wrapper = wrapperOf(name);
    if (!wrapper) return { program, name, args: words.slice(at + 1) };
    const { valued = "", longValued = "" } = wrapper;
    let { before = 0 } = wrapper;
    for (at++; at < words.length; at++) {
      const { text = "", head } = words[at];
      if (text.startsWith("--")) at += longValued.split(" ").includes(text.slice(2)) ? 1 : 0;
      else if (head.startsWith("-")) at += hasValueBehind(text, valued) ? 1 : 0;
      else if (!isAssignment(words[at]) && before-- === 0) break;
    }
  }
});
const lintOptions = (function lintOptions(invocation, functions, inputs) {
  const { name, args } = ofScript(invocation);
  if (name === "" || WITHOUT_OPTIONS.test(name) || functions.has(name)) return [];
  if (name === "find") return lintFind(args, functions, inputs);
  const found = [];
  let rules = name, unsure = "";
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    const { text = "" } = word;
    if (text === "--" || text === "--end-of-options") break;
    const value = leadingValue(word);
    if (value && !isNoOption(value, inputs)) {
      const said = unsure ? `${value.subject} may be taken for an option by "${name}", where "${unsure}" wants no value` : `${value.subject} begins a word, which "${name}" could take for an option`;
      const dashes = name === "git" ? "-- before a path, --end-of-options before anything else" : "-- before it";
      found.push(`${said}: write ${dashes}, or --option=${value.written}`);
    }
    unsure = "";
    if (/^-./.test(text) || name === "tar" && at === 0) {
      const values = valuesOf(rules, text.replace(/^-?/, "-"));
      at += values;
      if (values === 0 && lettersOf(rules) === void 0) unsure = text;
    } else if (rules === "git") rules = `git:${text}`;
  }
  return found;
});
const lettersOf = (function lettersOf(program) {
  const entry = VALUED.split(/\s+/).find(((entry2) => entry2.startsWith(`${program}=`)));
  return entry?.slice(program.length + 1);
});
const valuesOf = (function valuesOf(program, option) {
  if (/^--(?:arg|argjson|slurpfile|rawfile)$/.test(option)) return 2;
  if (option.startsWith("--")) return option.includes("=") || FLAGS.test(option) ? 0 : 1;
  const letters = lettersOf(program);
  if (letters !== void 0) return hasValueBehind(option, letters) ? 1 : 0;
  return /^-[A-Za-z]$/.test(option) || ONE_DASH.test(program) ? 1 : 0;
});
const ofScript = (function ofScript(invocation) {
  const { name, args } = invocation;
  if (/^[gmn]?awk$/.test(name)) return { ...invocation, name: "" };
  const isInterpreter = /^(?:(?:ba|da|z|k|mk|a|fi)?sh|python|pypy|perl|ruby|node|php|source|\.)[\d.]*$/.test(name);
  if (!isInterpreter) return invocation;
  const at = args.findIndex((({ head }) => !head.startsWith("-")));
  const isCode = args.some((({ text = "" }) => /^-\w*[cer]\w*$|^--(?:eval|print)\b/.test(text)));
  const script = args[at];
  if (!script || isCode) return { ...invocation, name: "" };
  return { program: script, name: nameOf(script), args: args.slice(at + 1) };
});
const isAssignment = (function isAssignment(word) {
  return word !== void 0 && /^[A-Za-z_]\w*\+?=/.test(word.bareHead);
});
const nameOf = (function nameOf({ text, tail }) {
  const path = text ?? (tail.includes("/") ? tail : "");
  return path.slice(path.lastIndexOf("/") + 1);
});
const lintCode = (function lintCode(command) {
  const { words, test } = command;
  if (isLoop(words)) return void 0;
  const texts = test === void 0 ? words.map((({ source }) => source)) : [test];
  const own = test === void 0 ? outputIn(words) : outputOf(test);
  if (own) {
    const accepted = refusals(texts.map(((text) => text.replace(EXPANDED, "0"))));
    const reason2 = refusals(texts).find(((reason3) => !accepted.includes(reason3)));
    if (reason2) return said(own, reason2);
  }
  const output = own ?? outputRead(command);
  if (!output) return void 0;
  const xargs = words.findIndex((({ text }) => text === "xargs"));
  const invocation = invocationOf(words);
  if (!invocation) return void 0;
  const { program, args } = invocation;
  const [first, ...rest] = xargs < 0 ? [program, ...args] : words.slice(xargs);
  if (first?.text === void 0) return void 0;
  const others = rest.map(
    ((word) => word.text === void 0 && !outputIn([word]) ? "0" : word.source)
  );
  const [reason] = refusals([first.source, ...others]);
  return reason && refusals(["echo", ...others]).length === 0 ? said(output, reason) : void 0;
});
const lintSplitting = (function lintSplitting({ words, files }) {
  if (isLoop(words)) return [];
  const keeps = words.some(
    (({ text }) => /^(?:export|local|readonly|declare|typeset)$/.test(text ?? ""))
  );
  let before = true;
  const split = words.filter(((word) => {
    const assigns = /^[A-Za-z_]\w*\+?=/.test(word.bareHead);
    before &&= assigns;
    return !(assigns && (before || keeps));
  }));
  return [...split, ...files].flatMap(((word) => {
    const bare = word.source.replace(/\\[^]|"(?:[^"\\]|\\[^])*"|'[^']*'/g, "");
    const output = word.splits ? /\$\{?(CMD_\d+_OUTPUT)(?!\w)/.exec(bare)?.[1] : void 0;
    return output ? [`$${output} outside quotes is split, and globbed: write "$${output}"`] : [];
  }));
});
const outputOf = (function outputOf(text) {
  return /\bCMD_\d+_OUTPUT\b/.exec(text)?.[0];
});
const outputIn = (function outputIn(words) {
  for (const { text, source } of words) {
    const output = text === void 0 ? outputOf(source) : void 0;
    if (output) return output;
  }
});
const outputRead = (function outputRead(command) {
  const sources = /* @__PURE__ */ new Set([command]);
  for (const { input, from } of sources) {
    const direct = outputOf(input.join("\n"));
    if (direct) return direct;
    for (const source of from) {
      const output = outputIn(source.words);
      if (output) return output;
      sources.add(source);
    }
  }
});
const isLoop = (function isLoop([first]) {
  return first !== void 0 && first.bare && /^(?:for|select)$/.test(first.text);
});
const readScript = (function readScript(text) {
  const script = { commands: [], functions: /* @__PURE__ */ new Set() };
  const reader = newReader(withoutBackquotes(text), newReferences(""), newFacts(), {
    list: ((reader2, stops) => list(reader2, stops, script)),
    definition: (() => {
    }),
    code: (() => {
    })
  });
  const { length } = reader.text;
  while (reader.at < length) {
    try {
      list(reader, [""], script);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reader.end = length;
      reader.pending = [];
      while (reader.at < length && !";\n".includes(reader.text[reader.at])) reader.at++;
      reader.at++;
    }
  }
  return script;
});
const withoutBackquotes = (function withoutBackquotes(text) {
  return text.replace(
    /\\[^]|`((?:[^`\\]|\\[^])*)`/g,
    ((all, code) => code === void 0 ? all : `$(${code})`)
  );
});
const list = (function list(reader, stops, script) {
  const frame = { start: script.commands.length, from: [], outer: [], isCase: false };
  const state = { reader, script, frames: [frame], documents: [] };
  for (; ; ) {
    blanks(reader, false);
    if (reader.at >= reader.end) return "";
    if (peek(reader) === "\n") newline(state);
    else if (redirection(state) || operator(state)) continue;
    else if (!state.command && take(reader, "((")) arithmetic(reader, begin(state));
    else if (take(reader, "(")) opening(state);
    else if (take(reader, ")")) {
      if (state.frames.length === 1 && stops.includes(")")) return ")";
      close(state);
    } else readNext(state);
  }
});
const begin = (function begin({ script, frames }) {
  const command = { words: [], files: [], input: [], from: frames.at(-1).from };
  script.commands.push(command);
  return command;
});
const redirection = (function redirection(state) {
  const { reader } = state;
  const operator2 = takeMatch(
    reader,
    /\d*(?:<<<|<<-?|<>|<&|>&|>>|>\||<(?!\()|>(?!\())|&>>?/y
  );
  if (!operator2) return false;
  const command = state.command ??= begin(state);
  if (/^\d*<<-?$/.test(operator2)) {
    hereDocument(reader, operator2.endsWith("-"));
    state.documents.push(command);
    return true;
  }
  blanks(reader, false);
  const target = readWord(reader);
  if (!target) return true;
  if (operator2.includes("<") && target.text === void 0) command.input.push(target.source);
  if (!operator2.endsWith("<<<")) command.files.push(target);
  return true;
});
const operator = (function operator(state) {
  const operator2 = takeMatch(state.reader, /;;&?|;&|&&|\|\||\|&?|[;&]/y);
  const frame = state.frames.at(-1);
  if (operator2 === "|" || operator2 === "|&") {
    const { commands } = state.script;
    frame.from = commands.slice(frame.start);
    frame.start = commands.length;
    state.command = void 0;
  } else if (operator2) {
    end(state);
    if (/^;[;&]/.test(operator2) && frame.isCase) patterns(state);
  }
  return operator2 !== void 0;
});
const readNext = (function readNext(state) {
  const { reader, script } = state;
  const start = reader.at;
  const word = readWord(reader);
  if (!word) {
    reader.at++;
    return;
  }
  switch (word.bare && !state.command ? word.text : "") {
    case "if":
    case "while":
    case "until":
    case "{":
      return open(state);
    case "fi":
    case "done":
    case "esac":
    case "}":
      return close(state);
    case "then":
    case "elif":
    case "else":
    case "do":
    case "!":
    case "coproc":
      return;
    case "case":
      open(state, true);
      blanks(reader, false);
      readWord(reader);
      blanks(reader, true);
      readWord(reader);
      return patterns(state);
    case "for":
    case "select":
      open(state);
      blanks(reader, false);
      if (take(reader, "((")) arithmetic(reader, begin(state));
      else (state.command = begin(state)).words.push(word);
      return;
    case "function":
      blanks(reader, false);
      script.functions.add(readWord(reader)?.text ?? "");
      blanks(reader, false);
      if (take(reader, "(")) take(reader, ")");
      return;
    case "[[":
      skipTo(reader, "]]");
      begin(state).test = reader.text.slice(start, reader.at);
      return;
  }
  const command = state.command ??= begin(state);
  command.words.push(word);
  if (word.bareHead.endsWith("=") && take(reader, "(")) skipTo(reader, ")");
});
const takeMatch = (function takeMatch(reader, expression) {
  expression.lastIndex = reader.at;
  const match = expression.exec(reader.text)?.[0];
  if (match) reader.at += match.length;
  return match;
});
const lintTemplate = (function lintTemplate(template, inputs) {
  const refused = unsafeConstructs(template);
  const found = refused.map(((problem) => `refused: ${problem}`));
  const isFixed = placeholders(template).length === 0;
  const scripts = template.commands.map((({ command }) => readScript(command)));
  const functions = new Set(scripts.flatMap(((script) => [...script.functions])));
  for (const [index, { commands }] of scripts.entries()) {
    const place = `commands[${index}]`;
    if (refused.some(((problem) => problem.startsWith(`${place}:`)))) continue;
    const said = commands.flatMap(((command) => {
      const code = isFixed ? lintCode(command) : void 0;
      return code ? [code] : lintCommand(command, functions, inputs);
    }));
    said.push(...lintNames(template.commands[index].command));
    found.push(...said.map(((text) => `${place}: ${text}`)));
  }
  const { argv } = template;
  if (argv && refused.length === 0) {
    const quoted = argv.map(((text) => `'${text.replaceAll("'", "'\\''")}'`)).join(" ");
    const said = readScript(quoted).commands.flatMap(
      ((command) => lintCommand(command, functions, inputs))
    );
    said.push(...lintNames(argv.join(" ")));
    found.push(...said.map(((text) => `argv: ${text}`)));
  }
  return [.../* @__PURE__ */ new Set([...found, ...lintInputs(template, inputs)])];
});
const lintCommand = (function lintCommand(command, functions, inputs) {
  const found = lintSplitting(command);
  const invocation = invocationOf(command.words);
  if (!invocation) return found;
  const argument = leadingValue(invocation.program)?.argument;
  if (argument !== void 0) found.push(`argument "${argument}" decides which program runs`);
  return [...found, ...lintOptions(invocation, functions, inputs)];
});
const lintNames = (function lintNames(text) {
  const found = text.matchAll(/UTCP_ARG_(\S*?)_UTCP_END/g);
  return Array.from(found, (([all, name]) => ({ all, name }))).filter((({ name }) => !/^\w+$/.test(name))).map((({ all }) => `${all} is no placeholder: a name has letters, digits and _ only`));
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
  const written = commands.flatMap((({ command }) => readScript(command).commands));
  return written.length > 0 && written.every((({ words }) => words.some((({ text }) => text === "utcp-call"))));
});
import { newReferences, placeholders } from './_start.js';
import { readBash, argvProblems, wrapperOf, newReader, newFacts, Refusal, blanks, peek, take, hereDocument, readWord } from './_run.js';






const WITHOUT_OPTIONS = /^(?::|\[|break|cd|continue|echo|exit|false|for|printf|return|select|shift|test|true)$/;
const VALUED = `
  base64=w basename=s cat= chgrp= chmod= chown= cmp=in cp=tS curl=AbcCdDeEFHKmoPQrtTuUwxXyYz
  cut=bcdf date=dfr df=tBx diff=xXUCFISWDL dirname= du=dBtX egrep=efmABCdD fgrep=efmABCdD file=mFfP
  git=Cc git:add= git:blame=LS git:branch=u git:checkout=bB git:clone=bcojuJ git:commit=CcFmt
  git:diff=lOSGU git:fetch=jo git:grep=ABCefmO git:log=GLlnOSU git:merge=FmsX git:mv= git:push=o
  git:rebase=sXx git:reset= git:rm= git:show=GLlnOSU git:switch=cC git:tag=Fmu
  grep=efmABCdD gunzip=S gzip=S head=nc kill=sn ln=tS ls=ITw md5sum= mkdir=m mv=tS paste=d readlink=
  realpath= rm= rmdir= seq=fs sha1sum= sha256sum= sleep= sort=koStT split=abClnt stat=c tail=nsc
  tar=fCTXIbgHKLNV tee= touch=drt tr= uniq=fsw wc= zcat=S
`;

const ONE_DASH = /^(?:convert|ffmpeg|ffprobe|go|java|magick|openssl|terraform)$/;
const FLAGS = /^--(?:no-[\w-]+|all|debug|delete|dry-run|force|help|human-readable|ignore-case|interactive|json|line-number|long|quiet|recursive|reverse|silent|verbose|version)$/;

function hasValueBehind(option, valued) {
  const at = [...option].findIndex((letter) => valued.includes(letter));
  return at > 0 && at === option.length - 1;
}

function lintFind(args, functions, inputs) {
  const found = [];
  for (let at = 0; at < args.length; at++) {
    const { text = "" } = args[at];
    const value = leadingValue(args[at]);
    if (/^-(?:exec|ok)(?:dir)?$/.test(text)) {
      const end = args.findIndex(({ text: text2 }, index) => index > at && (text2 === ";" || text2 === "+"));
      const inner = invocationOf(args.slice(at + 1, end < 0 ? void 0 : end));
      if (inner) found.push(...lintOptions(inner, functions, inputs));
      if (end < 0) break;
      at = end;
    } else if (value && !isNoOption(value, inputs)) {
      found.push(
        `${value.subject} begins a word, which "find" could take for part of its expression: write ./${value.written}, or check that it begins with /`
      );
    } else if (/^-[a-zA-Z]{2}/.test(text)) at++;
  }
  return found;
}
function isNoOption({ argument }, inputs) {
  if (argument === void 0 || typeof inputs !== "object") return false;
  const properties = inputs.properties;
  const schema = properties && Object.hasOwn(properties, argument) ? properties[argument] : {};
  if (typeof schema !== "object" || schema === null) return false;
  const { type, minimum, exclusiveMinimum, enum: values, pattern } = schema;
  if (Array.isArray(values)) return values.every((value) => !String(value).startsWith("-"));
  if (type === "boolean" || type === "object" || type === "array") return true;
  if (type === "integer" || type === "number") {
    return [minimum, exclusiveMinimum].some((least) => typeof least === "number" && least >= 0);
  }
  const first = /^\^(?:\[(?:\w-\w|[\w./])+\]|[\w/])(?![*?{])[^|]*$/;
  return type === "string" && typeof pattern === "string" && first.test(pattern);
}





const EXPANDED = /\$\{CMD_\d+_OUTPUT\b[^}]*\}|\$?\bCMD_\d+_OUTPUT\b/g;




function refusals(texts) {
  const commands = [{ command: texts.join(" ") }, { command: "echo UTCP_ARG_x_UTCP_END" }];
  return unsafeConstructs({ commands }).map((problem) => problem.replace("commands[0]: ", ""));
}
function said(output, reason) {
  const hint = reason.replace("UTCP_ARG_name_UTCP_END", `"$${output}"`);
  return `$${output} may be run as code: ${hint}`;
}





function end(state) {
  const frame = state.frames.at(-1);
  frame.start = state.script.commands.length;
  frame.from = frame.outer;
  state.command = void 0;
}
function open({ script, frames }, isCase = false) {
  const { from } = frames.at(-1);
  frames.push({ start: script.commands.length, from, outer: from, isCase });
}
function close(state) {
  if (state.frames.length > 1) state.frames.pop();
  state.command = void 0;
}
function newline(state) {
  const { reader, documents } = state;
  end(state);
  const start = reader.at, expands = reader.pending.some(({ quoted }) => !quoted);
  blanks(reader, true);
  const bodies = reader.text.slice(start, reader.at);
  for (const { input } of documents.splice(0)) if (expands) input.push(bodies);
}


function opening(state) {
  const { reader, command, script } = state;
  const name = command?.words[0]?.text;
  blanks(reader, false);
  if (name === void 0 || !take(reader, ")")) return open(state);
  script.functions.add(name);
  command.words = [];
  end(state);
}


function arithmetic(reader, command) {
  const start = reader.at - 2;
  const stop = reader.text.indexOf("))", reader.at);
  reader.at = stop < 0 ? reader.end : Math.min(stop + 2, reader.end);
  command.test = reader.text.slice(start, reader.at);
}
function patterns(state) {
  const { reader } = state;
  blanks(reader, true);
  const opened = take(reader, "(");
  for (; ; ) {
    blanks(reader, false);
    const pattern = readWord(reader);
    if (!pattern || !opened && pattern.bare && pattern.text === "esac") return close(state);
    blanks(reader, false);
    if (take(reader, ")")) return;
    if (!take(reader, "|")) return close(state);
  }
}
function skipTo(reader, last) {
  for (; ; ) {
    blanks(reader, true);
    if (reader.at >= reader.end || last === ")" && take(reader, ")")) return;
    const word = readWord(reader);
    if (!word) reader.at++;
    else if (word.bare && word.text === last) return;
  }
}







var lint = /*#__PURE__*/Object.freeze({
  __proto__: null,
  lintTemplate: lintTemplate
});

export { lint, lintTemplate, unsafeConstructs };

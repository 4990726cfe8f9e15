const passedOn = (function passedOn() {
  return (isWindows ? WINDOWS : POSIX).split(" ");
});
const environment = (async function environment(template, filled) {
  const env = /* @__PURE__ */ Object.create(null);
  for (const name of template.inherit_env_vars ?? passedOn()) {
    const value = hostVariable(name);
    if (value !== void 0) env[name] = value;
  }
  for (const [name, text] of Object.entries(template.env_vars ?? {})) {
    const value = env[name] = await filled(text);
    if (value.includes("\0")) throw new NotRunError(`env_vars: "${name}" has a NUL character`);
  }
  return env;
});
const bashScript = (function bashScript(steps, options) {
  const { nonce, stop, subshells, kept, files } = options;
  const lines = [
    `exec ${kept.size > 0 ? "97<&0 " : ""}98>&1 99>&2 </dev/null`,
    // The colon keeps the nonce's digits out of the octal number before it.
    `__utcp_end() { builtin printf '\\0:${nonce} %s %s\\0' "$1" "$2" >&98; builtin printf '\\0:${nonce} %s %s\\0' "$1" "$2" >&99; return "$2"; }`
  ];
  for (const [variable, path] of files) {
    lines.push(`IFS= builtin read -r -d '' ${variable} <${quoted(path)}`);
  }
  for (const [index, { command, allow_failure: allowed }] of steps.entries()) {
    const step = `eval ${quoted(`${command}
`)}`;
    lines.push(
      `${subshells ? `(${step})` : step} </dev/null >&98 2>&99 97<&- 98>&- 99>&-`,
      `__utcp_end ${index} "$?" || ${stop && !allowed ? "builtin exit" : ":"}`
    );
    const file = kept.get(index);
    if (file) {
      lines.push(`builtin read -r __utcp_ready <&97; CMD_${index}_OUTPUT=$(<${quoted(file)})`);
    }
  }
  return lines.join("\n");
});
const quoted = (function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
});
const shell = (async function shell(template, args, variables, env, scratch) {
  const nonce = newNonce();
  const { steps, files } = args.size + variables.size === 0 ? { steps: template.commands, files: /* @__PURE__ */ new Map() } : await withValues(template.commands, args, variables, env, scratch);
  const commands = steps.map((({ command }) => command));
  if (isWindows) {
    if (files.size > 0) throw new NotRunError("The arguments are too long");
    const { powershellScript } = await import('./_powershell.js');
    const script2 = powershellScript(steps, nonce, template.on_error !== "continue");
    return { program: "powershell.exe", args: ["-NoProfile", "-Command", script2], nonce };
  }
  const kept = /* @__PURE__ */ new Map();
  for (const step of commands.keys()) {
    const read = commands.slice(step + 1).some(((command) => command.includes("CMD_")));
    if (step < commands.length - 1 && (read || Object.hasOwn(env, `CMD_${step}_OUTPUT`))) {
      kept.set(step, await scratch.path(`output${step}`));
    }
  }
  const script = bashScript(steps, {
    nonce,
    stop: template.on_error !== "continue",
    subshells: template.subshells ?? false,
    kept,
    files
  });
  const needed = ((step) => commands.slice(step + 1).some(((command) => command.includes(`CMD_${step}_OUTPUT`))));
  return {
    program: "/bin/bash",
    args: size("", script) <= MAX_ENTRY ? ["-c", script] : [await scratch.write("script", script)],
    nonce,
    kept: {
      steps: new Set(kept.keys()),
      needed,
      write: ((step, bytes) => scratch.write(`output${step}`, bytes))
    }
  };
});
const withValues = (async function withValues(steps, args, variables, env, scratch) {
  const references = newReferences(newNonce(), new Set(variables.keys()));
  const written = steps.map((({ command }) => command));
  const { commands, problems } = isWindows ? (await import('./_powershell.js')).readPowershell(written, references) : (await Promise.resolve().then((function () { return _bash; }))).readBash(written, references);
  if (problems.length > 0) {
    const { UnsafeTemplateError } = await Promise.resolve().then((function () { return errors; }));
    throw new UnsafeTemplateError(problems);
  }
  const values = /* @__PURE__ */ new Map();
  for (const [name, value] of args) values.set(argumentVariable(references.nonce, name), value);
  for (const [name, value] of variables) {
    values.set(variableVariable(references.nonce, name), value);
  }
  const files = /* @__PURE__ */ new Map();
  let total = Object.entries(env).reduce(((sum, [name, value]) => sum + size(name, value)), 0);
  for (const [name, value] of values) {
    const bytes = size(name, value);
    if (bytes <= MAX_ENTRY && total + bytes <= MAX_TOTAL) {
      env[name] = value;
      total += bytes;
    } else files.set(name, await scratch.write(`value${files.size}`, value));
  }
  return { steps: steps.map(((step, index) => ({ ...step, command: commands[index] }))), files };
});
const size = (function size(name, value) {
  return new TextEncoder().encode(value).length + name.length + 2;
});
const newStepOutput = (function newStepOutput(nonce, limit, last, onBytes) {
  return {
    ...{ mark: new TextEncoder().encode(`\0:${nonce} `), limit, last, onBytes },
    ...{ statuses: /* @__PURE__ */ new Map(), step: 0, outputs: [], held: new Uint8Array() }
  };
});
const pushOutput = (function pushOutput(output, chunk) {
  const ended = [];
  let bytes = output.held.length > 0 ? joined$1([output.held, chunk]) : chunk;
  output.held = new Uint8Array();
  for (let from = 0; ; ) {
    const start = bytes.indexOf(0, from);
    if (start < 0) break;
    const mark = markAt(output.mark, bytes, start);
    if (mark === "no") {
      from = start + 1;
      continue;
    }
    add(output, bytes.subarray(0, start));
    bytes = bytes.subarray(start);
    if (mark === "more") {
      output.held = bytes.slice();
      return ended;
    }
    bytes = bytes.subarray(mark.length);
    from = 0;
    output.statuses.set(mark.step, mark.status);
    ended.push(mark.step);
    output.step = output.last(mark.step, mark.status) ? mark.step : mark.step + 1;
  }
  add(output, bytes);
  return ended;
});
const endOutput = (function endOutput(output) {
  add(output, output.held);
  output.held = new Uint8Array();
});
const isCut = (function isCut({ outputs }, step) {
  const { kept = 0, total = 0 } = outputs[step] ?? {};
  return kept < total;
});
const textOf = (function textOf({ outputs }, step) {
  const output = outputs[step];
  if (!output) return "";
  const { chunks, kept, total } = output;
  const cut = kept < total;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(joined$1(chunks), { stream: cut });
  return cut ? `${text}
[output cut: the first ${kept} of ${total} bytes]` : text;
});
const add = (function add(output, bytes) {
  if (bytes.length === 0) return;
  output.onBytes?.(bytes);
  const of = output.outputs[output.step] ??= { chunks: [], kept: 0, total: 0 };
  const kept = bytes.subarray(0, Math.max(0, output.limit - of.kept));
  if (kept.length > 0) of.chunks.push(kept.slice());
  of.kept += kept.length;
  of.total += bytes.length;
});
const markAt = (function markAt(mark, bytes, start) {
  for (let index = 0; index < mark.length; index++) {
    if (start + index >= bytes.length) return "more";
    if (bytes[start + index] !== mark[index]) return "no";
  }
  const end = bytes.indexOf(0, start + mark.length);
  if (end < 0) return "more";
  const [step, status] = new TextDecoder().decode(bytes.subarray(start + mark.length, end)).split(" ").map(Number);
  return { step, status, length: end + 1 - start };
});
const joined$1 = (function joined$1(chunks) {
  if (chunks.length === 1) return chunks[0];
  const bytes = new Uint8Array(chunks.reduce(((sum, chunk) => sum + chunk.length), 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
});
const runSteps = (async function runSteps(run, launch) {
  const { steps, limit, signal, onStderr } = run;
  const nonce = launch.nonce ?? "";
  const last = ((step, status) => step >= steps.length - 1 || run.stop && status !== 0 && !steps[step].allow_failure);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const stdout = newStepOutput(nonce, limit, last);
  const stderr = newStepOutput(
    nonce,
    limit,
    last,
    onStderr && (((bytes) => onStderr(decoder.decode(bytes, { stream: true }))))
  );
  const ended = await start(run, launch, stdout, stderr);
  const rest = decoder.decode();
  if (rest) onStderr?.(rest);
  const results = settle(steps, ended, stdout, stderr);
  if (ended.reason === "timeout") {
    const { CallTimeoutError } = await Promise.resolve().then((function () { return errors; }));
    throw new CallTimeoutError(run.timeout, results);
  }
  signal?.throwIfAborted();
  const failed = results.findIndex(
    (({ status }, step) => status === null || status !== 0 && !steps[step].allow_failure)
  );
  if (failed >= 0) throw await failure(results, failed);
  return shown(steps, results, stdout, stderr);
});
const start = (async function start({ env, cwd, timeout, signal }, { program, args, kept }, stdout, stderr) {
  try {
    const end = await runProcess({
      program,
      args,
      env,
      cwd,
      timeout,
      signal,
      input: kept !== void 0 && kept.steps.size > 0,
      async onStdout(chunk, write) {
        for (const step of pushOutput(stdout, chunk)) {
          if (!kept?.steps.has(step)) continue;
          if (isCut(stdout, step) && kept.needed(step)) {
            throw new NotRunError(
              `$CMD_${step}_OUTPUT is longer than ${stdout.limit} bytes: raise max_output`
            );
          }
          await kept.write(step, variableOf(bytesOf(stdout, step)));
          await write("\n");
        }
      },
      onStderr: ((chunk) => void pushOutput(stderr, chunk))
    });
    endOutput(stdout);
    endOutput(stderr);
    return end;
  } catch (error) {
    const shown2 = JSON.stringify(program);
    if (isNotFound(error)) throw new NotRunError(`No such program: ${shown2}`, { cause: error });
    if (isTooLong(error)) {
      throw new NotRunError("The arguments and the environment are too long for the system", {
        cause: error
      });
    }
    throw error;
  }
});
const settle = (function settle(steps, { status: shellStatus, reason }, stdout, stderr) {
  const results = steps.map(((_, step2) => ({
    status: stdout.statuses.get(step2) ?? null,
    stdout: textOf(stdout, step2),
    stderr: textOf(stderr, step2)
  })));
  if (reason) return results;
  const step = stdout.step;
  if (results[step].status === null || results[step].status === 0) {
    results[step].status = shellStatus;
  }
  return results;
});
const shown = (function shown(steps, results, stdout, stderr) {
  const indices = [...steps.keys()].filter(
    ((step) => steps[step].append_to_final_output ?? step === steps.length - 1)
  );
  const text = ((stream) => indices.map(((step) => results[step][stream].replace(/\n+$/, ""))).join("\n").trim());
  const printed = text("stdout");
  const truncated = indices.some(((step) => isCut(printed === "" ? stderr : stdout, step)));
  return {
    text: printed || text("stderr"),
    isJson: isJson(printed),
    truncated,
    steps: results
  };
});
const isJson = (function isJson(text) {
  if (!/^[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
});
const runTemplate = (async function runTemplate(template, json, options = {}) {
  const { commands, argv, name } = template;
  if (!argv && commands.length === 0) {
    throw new NotRunError(`CliCallTemplate '${name}' must have at least one command`);
  }
  const { args, variables, filled } = await valuesOf(template, json, options);
  const run = {
    steps: argv ? [{ command: "" }] : commands,
    stop: template.on_error !== "continue",
    env: await environment(template, filled),
    cwd: await directory(await filled(template.working_dir ?? ""), options.rootDir),
    timeout: template.timeout ?? options.timeout ?? 12e4,
    limit: template.max_output ?? options.maxOutput ?? 10 * 2 ** 20,
    signal: options.signal,
    onStderr: options.onStderr
  };
  if (argv) {
    const { argvProblems } = await Promise.resolve().then((function () { return _bash; }));
    const problems = argvProblems(argv, newReferences("", new Set(variables.keys())));
    if (problems.length > 0) {
      const { UnsafeTemplateError } = await Promise.resolve().then((function () { return errors; }));
      throw new UnsafeTemplateError(problems);
    }
    const [program, ...rest] = argv.map(((word) => filledIn(word, args, variables)));
    return await runSteps(run, { program, args: rest });
  }
  const files = scratch();
  try {
    const launch = await shell(template, args, variables, run.env, files);
    return await runSteps(run, launch);
  } finally {
    await files.close();
  }
});
const valuesOf = (async function valuesOf({ commands, argv, name, env_vars = {}, working_dir = "" }, json, { inputs, variables: lookup, manual = name }) {
  const texts = argv ?? commands.map((({ command }) => command));
  const mentions = texts.some(
    ((text) => text.includes("UTCP_ARG_") || lookup !== void 0 && text.includes("$"))
  );
  const fills = [working_dir, ...Object.values(env_vars)].some(((text) => text.includes("$")));
  if (!mentions && !fills && inputs === void 0 && (json === "" || json === "{}")) {
    return { args: /* @__PURE__ */ new Map(), variables: /* @__PURE__ */ new Map(), filled: ((text) => Promise.resolve(text)) };
  }
  const { readValues } = await Promise.resolve().then((function () { return _values; }));
  return await readValues(texts, { json, inputs, lookup, manual });
});
const directory = (async function directory(path, rootDir) {
  if (path === "") return void 0;
  const isAbsolute = /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);
  const directory2 = isAbsolute || rootDir === void 0 ? path : `${rootDir}/${path}`;
  if (await isDirectory(directory2)) return directory2;
  throw new NotRunError(`working_dir: no such directory: ${JSON.stringify(directory2)}`);
});
const isDynamic = (function isDynamic(word) {
  return word.text === void 0;
});
const newWord = (function newWord() {
  return {
    ...{ text: "", bareHead: "", tail: "", unquoted: "" },
    ...{ quoted: false, splits: false, expansions: [], references: 0 }
  };
});
const literal = (function literal(parts, text, quoted) {
  if (quoted) parts.quoted = true;
  else parts.unquoted += text;
  if (!parts.quoted && parts.expansions.length === 0) parts.bareHead += text;
  parts.text += text;
  parts.tail += text;
});
const expand = (function expand(parts, { splits, parameter }) {
  parts.head ??= parts.text;
  parts.tail = "";
  parts.expansions.push(parameter);
  if (splits) parts.splits = true;
});
const refer = (function refer(parts) {
  expand(parts, { splits: false });
  parts.references++;
});
const wordOf = (function wordOf(parts, source) {
  const { text, head, bareHead, tail, quoted, splits, expansions, references, unquoted } = parts;
  const open = unquoted.indexOf("{"), close = unquoted.lastIndexOf("}");
  const braced = open >= 0 && /,|\.\./.test(unquoted.slice(open, Math.max(open, close)));
  const known = expansions.length === 0;
  return {
    ...known && !braced && { text },
    head: braced ? "" : head ?? text,
    bareHead,
    tail: braced ? "" : tail,
    bare: known && !quoted,
    splits: splits || braced,
    pattern: unquoted.includes("*") || unquoted.includes("?") || unquoted.includes("["),
    expansions,
    referring: references > 0 && references === expansions.length && !braced,
    source
  };
});
const checkGit = (function checkGit(args, commands) {
  const first = args.findIndex(
    (({ text }, index) => text !== void 0 && !text.startsWith("-") && !/^-[cC]$/.test(args[index - 1]?.text ?? ""))
  );
  const before = first < 0 ? args : args.slice(0, first);
  for (const [index, { text, head, splits }] of before.entries()) {
    if (text !== void 0) continue;
    const option = before[index - 1]?.text ?? "";
    const isValue = !splits && (option === "-C" || option === "-c" && GIT_SETTINGS.test(head) || /^--(?:git-dir|work-tree|namespace)=/.test(head));
    if (!isValue) throw new Refusal("git takes settings that run programs here: write them out");
  }
  if (first < 0) return;
  const [{ text: command }, ...rest] = args.slice(first);
  if (command === "bisect" && rest[0]?.text === "run") return commands.simple(rest.slice(1));
  const codes = command === "config" ? !rest.some((({ text }) => /^--(?:get|list)/.test(text ?? "") || GIT_SETTINGS.test(`${text}=`))) : command === "submodule" ? rest.some((({ text }) => text === "foreach")) : /^(?:filter-branch|for-each-repo|difftool|mergetool)$/.test(command);
  if (codes && rest.some(isDynamic)) {
    throw new Refusal(`an argument of git ${command} can be code: write it out`);
  }
  for (const [index, word] of rest.entries()) {
    if (!isDynamic(word)) continue;
    const option = rest[index - 1]?.text ?? "";
    const letters = Object.hasOwn(GIT_LETTERS, command) ? GIT_LETTERS[command] : "";
    const runs = ((option2) => GIT_CODE.test(option2) || /^-[A-Za-z]/.test(option2) && [...letters].some(((letter) => option2.includes(letter))));
    if (runs(word.head) || !option.includes("=") && runs(option)) {
      throw new Refusal(`an option of git ${command} runs its value: write it out`);
    }
  }
});
const isInterpreter = (function isInterpreter(program) {
  return kindOf(program) !== void 0;
});
const kindOf = (function kindOf(program) {
  if (Object.hasOwn(KINDS, program)) return KINDS[program];
  const name = program.toLowerCase().replace(/\.exe$/, "").replace(/-?\d[\d.]*(?:-[\w-]+)?$/, "");
  return Object.hasOwn(KINDS, name) ? KINDS[name] : void 0;
});
const wrapperOf = (function wrapperOf(program) {
  return Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : void 0;
});
const checkProgram = (function checkProgram(program, args, commands) {
  if (Object.hasOwn(REFUSED, program)) checkRefused(program, REFUSED[program], args, commands);
  checkInput(program, args, commands);
  const wrapper = wrapperOf(program);
  if (wrapper) return checkWrapped(program, wrapper, args, commands);
  if (isInterpreter(program)) return checkInterpreter(program, args, commands);
  switch (program) {
    case "at":
    case "batch":
      throw new Refusal(`${program} takes code from its input`);
    case "cp":
    case "install":
    case "ln":
    case "mv":
      return checkCopy(args, commands);
    case "curl":
    case "dd":
    case "wget":
      return checkOutput(program, args, commands);
    case "find":
      return checkFind(args, commands);
    case "git":
      return checkGit(args, commands);
    case "ssh":
      return checkSsh(args, commands);
    case "tee":
      for (const { text, tail } of args) commands.writes(text ?? tail);
      return;
  }
  if (Object.hasOwn(CODE_OPTIONS, program)) checkOptions(program, CODE_OPTIONS[program], args);
  if (RUNNERS.split(" ").includes(program)) checkRun(program, args, commands);
  else checkUnknown(args, commands);
});
const checkInput = (function checkInput(program, args, commands) {
  if (Object.hasOwn(INPUT, program)) {
    if (args.some((({ text }) => INPUT[program].test(text ?? "")))) return;
    if (!commands.codeInput(program, false)) {
      throw new Refusal(`${program} takes code from its input: write it in a here-document <<'E'`);
    }
  } else if (DATABASES.split(" ").includes(program)) checkDatabase(program, args, commands);
});
const checkCommand = (function checkCommand(words, commands) {
  const [first, ...args] = words;
  if (!first) return;
  if (first.text === void 0 && !isProgramPath(first)) {
    if (!first.referring || commands.piped || args.some(isDynamic)) {
      throw new Refusal(
        "a value names the program, and others are its arguments: name the program"
      );
    }
    commands.program();
    return;
  }
  if (first.pattern && !/^\[\[?$/.test(first.text ?? "")) {
    throw new Refusal("a pattern names the program: write its name");
  }
  const path = first.text ?? first.tail;
  if (path.includes("/")) commands.runs(path);
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (Object.hasOwn(RULES, name)) RULES[name](args, commands, name);
  else checkProgram(name, args, commands);
});
const newFacts = (function newFacts() {
  return {
    numeric: /* @__PURE__ */ new Map(),
    evaluated: /* @__PURE__ */ new Map(),
    program: false,
    sources: false,
    valued: /* @__PURE__ */ new Set(),
    exported: /* @__PURE__ */ new Set(),
    make: false,
    steps: 0,
    written: /* @__PURE__ */ new Set(),
    run: /* @__PURE__ */ new Set()
  };
});
const problemsOf = (function problemsOf(facts, references) {
  const problems = [];
  for (const [name, construct] of facts.evaluated) {
    const number2 = facts.numeric.get(name) ?? NUMBERS.test(name);
    if (number2 && !facts.sources && !IMPLIED.test(name)) continue;
    problems.push(`${construct} evaluates "${name}", which may hold code: set it to numbers only`);
  }
  for (const path of facts.run) {
    const ends = [...facts.written].filter(((name) => name.startsWith("*") && name.length > 1));
    if (!facts.written.has(path) && !ends.some(((end) => path.endsWith(end.slice(1))))) continue;
    problems.push(
      `"${path}" is written and run, and may hold a value: pass the value as an argument`
    );
  }
  if (facts.make) {
    for (const name of facts.valued) {
      const exported = facts.exported.has(name) || facts.exported.has("*") || INHERITED.test(name);
      if (!exported) continue;
      problems.push(`make expands "${name}" of its environment: let the recipe read a file`);
    }
  }
  if (facts.program && references.used.size > 1) {
    problems.push("an argument names a program that could run another argument: name the program");
  }
  return problems;
});
const runs = (function runs({ facts }, path) {
  if (IS_INPUT.test(path)) throw new Refusal("the file that is run is not known: write its path");
  facts.run.add(fileName(path));
});
const newReader = (function newReader(text, references, facts, grammar) {
  return {
    ...{ text, references, facts, grammar },
    ...{ at: 0, end: text.length, edits: [], pending: [], pipes: 0, substitutions: 0 }
  };
});
const edited = (function edited({ text, edits, pending }) {
  if (pending.length > 0) throw new Refusal("a here-document is not closed");
  let written = "", at = 0;
  for (const edit2 of edits.sort(((a, b) => a.start - b.start))) {
    written += text.slice(at, edit2.start) + edit2.text;
    at = edit2.end;
  }
  return written + text.slice(at);
});
const peek = (function peek({ text, at, end }, length = 1) {
  return text.slice(at, Math.min(at + length, end));
});
const take = (function take(reader, text) {
  if (!reader.text.startsWith(text, reader.at) || reader.at + text.length > reader.end) {
    return false;
  }
  reader.at += text.length;
  return true;
});
const takeReference = (function takeReference(reader) {
  const start = reader.at;
  const found = referenceAt(reader.references, reader.text, start);
  if (!found || start + found.length > reader.end) return void 0;
  reader.at += found.length;
  reader.references.used.add(found.variable);
  return { start, variable: found.variable };
});
const edit = (function edit({ edits, at }, start, text) {
  edits.push({ start, end: at, text });
});
const blanks = (function blanks(reader, lines) {
  for (; ; ) {
    if (take(reader, " ") || take(reader, "	") || take(reader, "\\\n")) continue;
    if (peek(reader) === "#") comment(reader);
    else if (lines && take(reader, "\n")) hereDocuments(reader);
    else return;
  }
});
const readWord = (function readWord(reader) {
  const start = reader.at;
  const word = newWord();
  while (reader.at < reader.end) {
    const c = peek(reader);
    if (take(reader, "\\\n")) continue;
    if ("<>".includes(c) && peek(reader, 2)[1] === "(") {
      reader.at += 2;
      substitution(reader);
      expand(word, { splits: false });
    } else if (" 	\n;&|()<>".includes(c)) break;
    else if (c === "\\") {
      literal(word, escaped(reader), true);
    } else if (c === "'") singleQuoted(reader, word);
    else if (take(reader, '"')) doubleQuoted(reader, word);
    else if (c === "`") backquote();
    else if (c === "$") dollar(reader, word, false);
    else {
      const reference = takeReference(reader);
      if (reference) {
        edit(reader, reference.start, `"$${reference.variable}"`);
        refer(word);
      } else literal(word, character(reader), false);
    }
  }
  return reader.at === start ? void 0 : wordOf(word, reader.text.slice(start, reader.at));
});
const character = (function character(reader) {
  const character2 = String.fromCodePoint(reader.text.codePointAt(reader.at));
  reader.at += character2.length;
  return character2;
});
const singleQuoted = (function singleQuoted(reader, word) {
  reader.at++;
  literal(word, "", true);
  while (!take(reader, "'")) {
    if (reader.at >= reader.end) throw new Refusal("a single quote is not closed");
    const reference = takeReference(reader);
    if (reference) {
      edit(reader, reference.start, `'"$${reference.variable}"'`);
      refer(word);
    } else literal(word, character(reader), true);
  }
});
const compound = (function compound(word, reader) {
  switch (word) {
    case "{":
      reader.grammar.list(reader, ["}"]);
      break;
    case "if":
      reader.grammar.list(reader, ["then"]);
      for (let stop = ""; stop !== "fi"; ) {
        stop = reader.grammar.list(reader, ["elif", "else", "fi"]);
        if (stop === "elif") reader.grammar.list(reader, ["then"]);
      }
      break;
    case "while":
    case "until":
      reader.grammar.list(reader, ["do"]);
      reader.grammar.list(reader, ["done"]);
      break;
    case "for":
      readFor(reader);
      break;
    case "case":
      readCase(reader);
      break;
    case "[[":
      readTest(reader);
      break;
    case "function":
      defines(reader, plain(next(reader)));
      reader.grammar.definition(reader);
      break;
    case "then":
    case "elif":
    case "else":
    case "fi":
    case "do":
    case "done":
    case "in":
    case "esac":
    case "}":
    case "]]":
    case "select":
    case "coproc":
      throw new Refusal(`"${word}" is not understood here`);
    default:
      return false;
  }
  return true;
});
const readBash = (function readBash(commands2, references) {
  if (!commands2.some(((command2) => mentions(references, command2)))) return { commands: commands2, problems: [] };
  const facts = newFacts();
  const problems = [];
  const read = commands2.map(((command2, step) => {
    try {
      return readCode(command2, references, facts);
    } catch (error) {
      problems.push(`commands[${step}]: ${reasonOf(error)}`);
      return command2;
    }
  }));
  problems.push(...problemsOf(facts, references));
  return { commands: read, problems };
});
const argvProblems = (function argvProblems(argv, references) {
  if (!argv.some(((text) => mentions(references, text)))) return [];
  const facts = newFacts();
  const problems = [];
  const [program, ...args] = argv.map(((text) => argvWord(text, references)));
  try {
    const rules = rulesOf(newReader("", references, facts, GRAMMAR));
    if (program.text === void 0) checkCommand([program, ...args], rules);
    else checkProgram(program.text.replace(/^.*[\\/]|\.exe$/gis, ""), args, rules);
  } catch (error) {
    problems.push(reasonOf(error));
  }
  return [...problems, ...problemsOf(facts, references)].map(((problem) => `argv: ${problem}`));
});
const readCode = (function readCode(text, references, facts) {
  const reader = newReader(text, references, facts, GRAMMAR);
  list(reader, [""]);
  return edited(reader);
});
const rulesOf = (function rulesOf(reader) {
  const { references, facts, pipes, input } = reader;
  const commands2 = {
    piped: pipes > 0,
    input: typeof input === "string" ? input : void 0,
    codeInput: ((program, shell) => {
      if (typeof input !== "object") return false;
      Object.assign(input, { program, shell });
      return true;
    }),
    simple: ((words) => checkCommand(words, commands2)),
    assignment: ((word) => checkAssignment(word, commands2)),
    code: ((text) => void readCode(text, references, facts)),
    assign: ((name, value, from) => assign(reader, name, value, from)),
    arithmetic: ((expression, construct) => arithmetic(reader, expression, construct)),
    export: ((name) => void facts.exported.add(name)),
    make: (() => {
      facts.make = true;
    }),
    program: (() => {
      facts.program = true;
    }),
    source: (() => {
      facts.sources = true;
    }),
    writes: ((path) => writes(reader, { text: path, tail: path })),
    step: (() => {
      if (++facts.steps > 1e4) throw new Refusal("it is too long to be understood");
    }),
    runs: ((path) => runs(reader, path))
  };
  return commands2;
});
const list = (function list(reader, stops) {
  for (; ; ) {
    blanks(reader, true);
    if (reader.at >= reader.end) {
      if (stops.includes("")) return "";
      throw new Refusal(`"${stops[0]}" is missing`);
    }
    for (const stop2 of [")", ";;&", ";;", ";&"]) {
      if (!take(reader, stop2)) continue;
      if (stops.includes(stop2 === ")" ? ")" : ";;")) return stop2;
      throw new Refusal(`"${stop2}" is not understood here`);
    }
    const stop = commands(reader, stops);
    if (stop !== void 0) return stop;
  }
});
const commands = (function commands(reader, stops) {
  const outer = reader.pipes;
  for (let piped = false; ; ) {
    const { input } = reader;
    reader.input = void 0;
    const stop = command(reader, stops, piped);
    reader.input = input;
    if (stop !== void 0) return stop;
    blanks(reader, false);
    piped = false;
    if (take(reader, "||") || take(reader, "&&")) reader.pipes = outer;
    else if (take(reader, "|")) {
      piped = true;
      take(reader, "&");
      reader.pipes = outer + 1;
    } else break;
    blanks(reader, true);
  }
  reader.pipes = outer;
  const next = peek(reader);
  if (next === "" || next === ")" || next === ";" && /;[;&]/.test(peek(reader, 2))) return;
  if (take(reader, "\n")) hereDocuments(reader);
  else if (take(reader, "&")) checkSplit(reader);
  else if (!take(reader, ";")) {
    throw new Refusal(`${JSON.stringify(next)} is not understood here: quote it`);
  }
});
const command = (function command(reader, stops, piped = false) {
  if (take(reader, "((")) {
    doubleParentheses(reader, "((\u2026))");
    return redirections(reader);
  }
  if (take(reader, "(")) {
    checkOpening(reader);
    list(reader, [")"]);
    return redirections(reader);
  }
  if (redirection(reader)) return simpleCommand(reader);
  const word = readWord(reader);
  if (!word) throw new Refusal("a command is missing");
  const bare = word.bare ? word.text : "";
  if (bare !== "" && stops.includes(bare)) return bare;
  if (bare === "!" || bare === "time" && !piped) {
    blanks(reader, false);
    while (bare === "time" && /^-(?:p|-)(?=[\s])/.test(peek(reader, 3))) {
      reader.at += 2;
      blanks(reader, false);
    }
    return peek(reader) === "-" ? simpleCommand(reader, word) : command(reader, []);
  }
  if (compound(bare, reader)) return redirections(reader);
  if (bare !== "" && isFunction(bare, reader)) {
    defines(reader, bare);
    return definition(reader);
  }
  simpleCommand(reader, word);
});
const isFunction = (function isFunction(word, { text, at, end }) {
  let next = at;
  while (text[next] === " " || text[next] === "	") next++;
  return next < end && text[next] === "(" && /^[\w.:@+-]+$/.test(word);
});
const simpleCommand = (function simpleCommand(reader, first) {
  const words = [], variables = [];
  let word = first;
  do {
    if (word) addWord(reader, word, words, variables);
    blanks(reader, false);
    while (redirection(reader)) blanks(reader, false);
    word = readWord(reader);
  } while (word);
  if (words.length > 0) {
    for (const name of variables) reader.facts.exported.add(name);
  }
  checkCommand(words, rulesOf(reader));
});
const addWord = (function addWord(reader, word, words, variables) {
  if (word.source.startsWith("{") && /[<>]/.test(peek(reader)) && /^\{.*\}$/.test(word.source)) {
    throw new Refusal("{name}> is not understood: write the file's number");
  }
  const assigned = words.length === 0 && (word.bareHead.includes("=") || word.bareHead.includes("[")) ? /^[A-Za-z_]\w*(\+?=|\[)/.exec(word.bareHead) : null;
  if (!assigned) words.push(word);
  else if (assigned[1] === "[" || peek(reader) === "(") {
    throw new Refusal("subscripts of arrays can run code: use variables without them");
  } else {
    checkAssignment(word, rulesOf(reader));
    variables.push(word.bareHead.replace(/\+?=.*/s, ""));
  }
});
const redirection = (function redirection(reader) {
  if (!"<>&0123456789".includes(peek(reader))) return false;
  const operator = /^(?:\d*(?:<<<|<<-?|<>|<&|>&|>>|>\||<(?!\()|>(?!\())|&>>?)/.exec(
    reader.text.slice(reader.at, reader.end)
  )?.[0];
  if (!operator) return false;
  reader.at += operator.length;
  checkSplit(reader);
  if (/^\d*<<-?$/.test(operator)) {
    const document = hereDocument(reader, operator.endsWith("-"));
    if (isInput(operator)) reader.input = document;
    return true;
  }
  blanks(reader, false);
  const target = readWord(reader);
  if (!target) throw new Refusal(`"${operator}" has no target`);
  if (isInput(operator)) reader.input = /<<<|&$/.test(operator) ? "" : target.text ?? "";
  if (operator.includes(">")) writes(reader, target);
  if (/[<>]&$/.test(operator) && target.text === void 0) {
    throw new Refusal(`the file of "${operator}" is not known: write its number`);
  }
  return true;
});
const readValues = (async function readValues(texts, sources) {
  const { lookup, manual } = sources;
  const find = (async (name) => {
    const value = await lookup?.(keyOf(name, manual));
    if (value === void 0 || !name.startsWith("_")) return value;
    throw new NotRunError(
      `Variable "${name}" is refused: a name that begins with "_" could be another manual's`
    );
  });
  const args = await readArguments(texts, sources);
  const variables = /* @__PURE__ */ new Map();
  if (lookup) {
    for (const name of new Set(texts.flatMap(variableNames))) {
      const value = await find(name);
      if (value !== void 0) variables.set(name, value);
    }
  }
  return { args, variables, filled: ((text) => filled(text, find, manual)) };
});
const readArguments = (async function readArguments(texts, { json, inputs }) {
  const text = json || "{}";
  if (text.trimStart()[0] !== "{") throw invalid(["expected a JSON object"]);
  try {
    checkJson(text);
  } catch (error) {
    throw invalid([
      error instanceof DuplicateMemberError ? `member "${error.path}" is given twice` : `not valid JSON: ${error.message}`
    ]);
  }
  if (inputs !== void 0) {
    const { validator } = await import('../mod.js').then((function (n) { return n.validate; }));
    const problems = await validator(inputs).validate(text);
    if (problems.length > 0) throw invalid(problems);
  }
  const members = jsonMembers(text);
  const values = /* @__PURE__ */ new Map();
  for (const name of new Set(texts.flatMap(argumentNames))) {
    const written = members.get(name);
    const value = written === void 0 ? `MISSING_ARG_${name}` : written.startsWith('"') ? JSON.parse(written) : written;
    if (value.includes("\0")) throw invalid([`${name}: expected no NUL character`]);
    if (!value.isWellFormed()) throw invalid([`${name}: expected whole characters`]);
    values.set(name, value);
  }
  return values;
});
const filled = (async function filled(text, find, manual) {
  if (/\$ref(?!\w)/.test(text)) return text;
  let filled2 = "", at = 0;
  for (const match of text.matchAll(/\$(?:\{(\w+)\}|(\w+))/g)) {
    const name = match[1] ?? match[2];
    const value = await find(name);
    if (value === void 0) throw new VariableNotFoundError(keyOf(name, manual));
    filled2 += text.slice(at, match.index) + value;
    at = match.index + match[0].length;
  }
  return filled2 + text.slice(at);
});
import { NotRunError, ToolError, checkJson, DuplicateMemberError, jsonMembers } from '../mod.js';
import { isWindows, hostVariable, newNonce, newReferences, argumentVariable, variableVariable, runProcess, isNotFound, isTooLong, filledIn, isDirectory, scratch, mentions, referenceAt, variableNames, argumentNames, variableKey } from './_start.js';


const POSIX = "PATH HOME LANG LC_ALL LC_CTYPE USER LOGNAME SHELL TZ TERM";
const WINDOWS = "PATH PATHEXT SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC TEMP TMP USERPROFILE USERNAME USERDOMAIN COMPUTERNAME HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PROGRAMDATA ALLUSERSPROFILE PUBLIC PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 OS PROCESSOR_ARCHITECTURE PROCESSOR_IDENTIFIER PROCESSOR_LEVEL PROCESSOR_REVISION NUMBER_OF_PROCESSORS PSMODULEPATH LOGONSERVER SESSIONNAME USERDNSDOMAIN";






const MAX_ENTRY = 13e4;
const MAX_TOTAL = 512 * 1024;








function bytesOf({ outputs }, step) {
  return joined$1(outputs[step]?.chunks ?? []);
}







function variableOf(output) {
  const bytes = output.includes(0) ? output.filter((byte) => byte !== 0) : output;
  let end = bytes.length;
  while (bytes[end - 1] === 10) end--;
  return bytes.subarray(0, end);
}

async function failure(results, failed) {
  const { StepFailedError } = await Promise.resolve().then(function () { return errors; });
  const { status } = results[failed];
  if (status !== null) {
    const place = results.length > 1 ? `Step ${failed + 1} of ${results.length}` : "The command";
    return new StepFailedError(`${place} ended with status ${status}`, results, failed, status);
  }
  const { status: before } = results[failed - 1];
  const summary = `Step ${failed + 1} of ${results.length} did not run: step ${failed} ended the shell`;
  return new StepFailedError(summary, results, failed - 1, before);
}







var run = /*#__PURE__*/Object.freeze({
  __proto__: null,
  runTemplate: runTemplate
});

class UnsafeTemplateError extends NotRunError {
  /** The class's name. */
  name = "UnsafeTemplateError";
  /** What is unsafe and what to write instead, one for each place. */
  problems;
  /**
   * Makes the error.
   *
   * @param problems What is unsafe and what to write instead, one for each place.
   */
  constructor(problems) {
    super(`Unsafe template: ${problems.join("; ")}`);
    this.problems = problems;
  }
}
class VariableNotFoundError extends NotRunError {
  /** The class's name. */
  name = "VariableNotFoundError";
  /** The name that was looked for, with its namespace. */
  variableName;
  /**
   * Makes the error.
   *
   * @param variableName The name that was looked for, with its namespace.
   */
  constructor(variableName) {
    super(
      `Variable '${variableName}' referenced in call template configuration not found. Please ensure it's defined in client.config.variables, environment variables, or a configured variable loader.`
    );
    this.variableName = variableName;
  }
}
class CallFailedError extends ToolError {
  /** All that was printed on stdout, by hidden steps too. */
  stdout;
  /** All that was printed on stderr. */
  stderr;
  /** The steps, also those that did not run. */
  steps;
  /**
   * Makes the error.
   *
   * @param summary What happened.
   * @param steps The steps.
   */
  constructor(summary, steps) {
    const stdout = joined(steps, "stdout"), stderr = joined(steps, "stderr");
    super(
      summary + (stderr && `
stderr:
${stderr}`) + (stdout && `
stdout:
${stdout}`)
    );
    this.steps = steps;
    this.stdout = stdout;
    this.stderr = stderr;
  }
}
class StepFailedError extends CallFailedError {
  /** The class's name. */
  name = "StepFailedError";
  /** The step that failed, from 0. */
  step;
  /** Its status; 128 and more where a signal ended it. */
  status;
  /**
   * Makes the error.
   *
   * @param summary What happened.
   * @param steps The steps.
   * @param step The step that failed, from 0.
   * @param status Its status; 128 and more where a signal ended it.
   */
  constructor(summary, steps, step, status) {
    super(summary, steps);
    this.step = step;
    this.status = status;
  }
}
class CallTimeoutError extends CallFailedError {
  /** The class's name. */
  name = "CallTimeoutError";
  /** How long the call may take, in ms. */
  timeout;
  /**
   * Makes the error.
   *
   * @param timeout How long it may take, in ms.
   * @param steps The steps; the first without a status was running.
   */
  constructor(timeout, steps) {
    super(`Command script timed out after ${timeout}ms.`, steps);
    this.timeout = timeout;
  }
}
function joined(steps, stream) {
  return steps.map((step) => step[stream].replace(/\n+$/, "")).filter((text) => text).join("\n");
}

var errors = /*#__PURE__*/Object.freeze({
  __proto__: null,
  CallFailedError: CallFailedError,
  CallTimeoutError: CallTimeoutError,
  StepFailedError: StepFailedError,
  UnsafeTemplateError: UnsafeTemplateError,
  VariableNotFoundError: VariableNotFoundError
});

function parameterOf(word, from = 0) {
  return word.expansions.length === 1 && word.head.length === from && word.tail === "" ? word.expansions[0] : void 0;
}
function isCount(parameter) {
  return parameter !== void 0 && ("#?$!".includes(parameter) || parameter === "SECONDS" || parameter === "RANDOM");
}

const IS_INPUT = /(?:^|\/)(?:dev\/(?:.*\/)?(?:stdin|fd|tcp|udp|tty)|proc\/)/;
class Refusal {
  constructor(message) {
    this.message = message;
  }
  message;
}







const GIT_SETTINGS = /^(?:advice|author|color|column|committer|i18n|user)\.[\w.-]+=/i;
const GIT_CODE = /^--(?:config|config-env|ex(?:ec?(?:-path)?)?|extcmd|upl[\w-]*|rec[\w-]*-pack|rec|receive\w*|open[\w-]*|templ\w*|[\w-]*-filter|[\w-]*editor)(?:=|$)/;
const GIT_LETTERS = {
  clone: "cu",
  "fetch-pack": "u",
  grep: "O",
  rebase: "x"
};


function takesCode(program, option) {
  const interpreter = interpreterOf(program);
  return interpreter !== void 0 && (interpreter.code.test(option) || interpreter.attached?.test(option) === true);
}
function checkInterpreter(program, words, commands) {
  const interpreter = interpreterOf(program);
  const { code, attached, file, attachedFile, flags, codeEnds, operand, mixed, hint } = interpreter;
  const verb = kindOf(program) === "deno" && /^(?:run|test|bench|serve)$/.test(words[0]?.text ?? "");
  const args = verb ? words.slice(1) : words;
  const refused = `an argument may be code of ${program}, or an option that takes code: ${hint}`;
  const known = (index) => {
    const text = args[index]?.text;
    if (text === void 0) throw new Refusal(refused);
    return text;
  };
  const isShell = operand === "script" && codeEnds && !attached;
  if (args.length === 1 && (isShell ? SHELL_HELP : HELP).test(args[0].text ?? "")) return;
  const opens = kindOf(program) === "perl" && args.some(({ text }) => /^-[lawsWcTtUuXfS0-9]*[np]/.test(text ?? ""));
  const reads = kindOf(program) === "perl" && args.some(({ text }) => /<(?:ARGV|<>)?>/.test(text ?? ""));
  if ((opens || reads) && args.some(({ text }) => text === void 0)) {
    throw new Refusal(
      "an argument may be code of perl, which opens it: give a file as input, by <"
    );
  }
  let given = false, unsure = false;
  for (let index = 0; index < args.length; index++) {
    if (args[index].text === void 0 && isData(args, index, interpreter, given)) {
      unsure = false;
      continue;
    }
    const text = known(index);
    const path = attachedFile?.exec(text)?.[1];
    if (text === "--" && given) return;
    if (text === "--") {
      checkOperand(program, operand, known(index + 1), commands);
      return;
    }
    if (INTERACTIVE[kindOf(program)]?.test(text)) {
      throw new Refusal(`${program} ${text} takes code from its input: leave it out`);
    }
    if (code.test(text)) {
      index++;
      if (isShell) readShell(program, known(codeIndex(text, args, index, refused)), commands);
      else runsModule(program, text, known(index), commands);
      if (codeEnds) return;
      given = true;
    } else if (path !== void 0) {
      checkOperand(program, "script", path, commands);
      given ||= operand === "code";
    } else if (attached?.test(text)) {
      runsModule(program, text, "", commands);
      if (codeEnds) return;
      given = true;
    } else if (file?.test(text)) {
      checkOperand(program, "script", known(++index), commands);
      given ||= operand === "code";
    } else if (/^[-+]./.test(text)) {
      if (isShell && /^-[a-z]*s/.test(text)) break;
      runsModule(program, text, "", commands);
      unsure = !flags.test(text);
      if (unsure && mixed) throw new Refusal(`"${text}" of ${program} is not known here: ${hint}`);
    } else if (unsure) unsure = false;
    else {
      checkOperand(program, operand, text, commands);
      if (!mixed) return;
      given = true;
    }
  }
  if (given || commands.codeInput(program, isShell === true)) return;
  throw new Refusal(`${program} takes code from its input: name a file of code`);
}
const INTERACTIVE = {
  python: /^-[bBdEhIOPqsSuvx]*i/,
  node: /^(?:-i|--interactive)$/,
  perl: /^-[lawsWcTtUuXfS0-9np]*d/
};
function readShell(program, code, commands) {
  if (!/^(?:r?bash|sh|dash|ash|posh)(?:\.exe)?$/i.test(program) && /[$`]/.test(code)) {
    throw new Refusal(`code of ${program} with $ in it is not understood: write bash -c`);
  }
  commands.code(code);
}
const HELP = /^(?:--version|--help|-V|-h)$/;
const SHELL_HELP = /^--(?:version|help)$/;
function codeIndex(option, args, from, refused) {
  let index = from;
  while (/^[-+]/.test(args[index]?.text ?? "")) index++;
  const options = [option, ...args.slice(from, index).map(({ text }) => text)];
  if (options.some((text) => /^[-+][A-Za-z]*[oO]/.test(text))) throw new Refusal(refused);
  return index;
}
function runsModule(program, option, value, commands) {
  const [, name] = /^-[bBdEhiIOPqsSuvx]*m(.*)$/s.exec(option) ?? [];
  if (/^(?:python|pypy)/i.test(program) && name !== void 0) {
    const module2 = name || value;
    if (/^(?:pdb|code|asyncio|timeit|idlelib|runpy|doctest)$/.test(module2)) {
      throw new Refusal(`${program} -m ${module2} takes code: write a file of code`);
    }
    commands.runs(`${module2.split(".").at(-1)}.py`);
  }
  const [, module] = /^-[mM]-?([\w:]+)/.exec(option) ?? [];
  if (/^perl/i.test(program) && module) commands.runs(`${module.split("::").at(-1)}.pm`);
}
function isData(args, index, { operand, mixed }, given) {
  const { head } = args[index];
  if (mixed && given) return /^[^-]/.test(head);
  const option = args[index - 1]?.text;
  return operand === "code" && (option === "-v" ? /^[A-Za-z_]\w*=/.test(head) : !mixed && (option === "-F" || /^-F/.test(head)));
}
function checkOperand(program, operand, text, commands) {
  if (operand === "code") return;
  if (text === "-" && commands.codeInput(program, kindOf(program) === "sh")) return;
  if (text === "-" || IS_INPUT.test(text)) {
    throw new Refusal(`${program} takes code from its input: name a file of code`);
  }
  commands.runs(text);
}

const KINDS = {
  ...{ sh: "sh", bash: "sh", dash: "sh", zsh: "sh", ksh: "sh", mksh: "sh", ash: "sh" },
  ...{ rbash: "sh", rzsh: "sh", rksh: "sh", yash: "sh", posh: "sh", oksh: "sh", loksh: "sh" },
  ...{ python: "python", pypy: "python", perl: "perl", ruby: "ruby", jruby: "ruby" },
  ...{ node: "node", nodejs: "node", bun: "node", deno: "deno", php: "php" },
  ...{ lua: "other", luajit: "other", julia: "other", groovy: "other", elixir: "other" },
  ...{ rscript: "other", osascript: "other", tclsh: "other", fish: "other", csh: "other" },
  ...{ tcsh: "other", pwsh: "other", powershell: "other", nu: "other", xonsh: "other" },
  ...{ awk: "awk", gawk: "awk", mawk: "awk", nawk: "awk", sed: "sed", gsed: "sed" }
};
function interpreterOf(program) {
  const afterDashes = "put it after the code and --";
  switch (kindOf(program)) {
    case "sh":
      return {
        code: /^-[A-Za-z]*c[A-Za-z]*$/,
        flags: /^(?:[-+][abefhiklmnpruvxBCEHPTD]+|--(?:norc|noprofile|posix|login|restricted))$/,
        file: /^--(?:rcfile|init-file)$/,
        codeEnds: true,
        operand: "script",
        hint: `write ${program} -c 'echo "$1"' ${program} UTCP_ARG_name_UTCP_END`
      };
    case "python":
      return {
        code: /^-[bBdEhiIOPqsSuvx]*[cm]$/,
        attached: /^-[bBdEhiIOPqsSuvx]*[cm][^]/,
        flags: /^-(?:[bBdEhiIOPqsSuvxV]+|[WX].+)$/,
        codeEnds: true,
        operand: "script",
        hint: "put it after the code, which finds it in sys.argv"
      };
    case "perl":
    case "ruby":
      return {
        code: /^-[^MmIiCr-]*[eE]$/,
        attached: /^-[^MmIiCr-]*[eE][^]/,
        file: /^-r$/,
        attachedFile: /^-r([^]+)$/,
        flags: /^-(?:[lnpsawWcTtUuXfS0-9]+|[MmIiCF0].+)$/,
        operand: "script",
        hint: afterDashes
      };
    case "node":
      return {
        code: /^(?:-e|-p|-pe|--eval|--print)$/,
        attached: /^--(?:eval|print)=/,
        file: /^(?:-r|--require|--import|--(?:experimental-)?loader|--preload)$/,
        attachedFile: /^--(?:require|import|(?:experimental-)?loader|preload)=([^]+)$/,
        flags: /^--(?:[\w-]+=[^]*|no-[\w-]+|enable-source-maps|expose-gc|trace-[\w-]+|inspect(?:-brk)?|watch|test|experimental-(?!loader$|config|default)[\w-]+)$/,
        operand: "script",
        hint: afterDashes
      };
    case "deno":
      return {
        code: /^eval$/,
        file: /^--(?:preload|import|require)$/,
        attachedFile: /^--(?:preload|import|require)=([^]+)$/,
        flags: /^(?:-[Aqr]|--(?:allow|deny|no|unstable)[\w-]*(?:=[^]*)?|--[\w-]+=[^]*|--(?:quiet|check|watch|reload|inspect|cached-only|frozen))$/,
        operand: "script",
        hint: afterDashes
      };
    case "php":
      return {
        code: /^-[rBRE]$/,
        attached: /^-[rBRE][^]/,
        file: /^-[fFz]$/,
        attachedFile: /^-[fFz]([^]+)$/,
        flags: /^-[nqC]$/,
        operand: "script",
        hint: afterDashes
      };
    case "other":
      return {
        code: /^-(?:e|c|command|encodedcommand)$/i,
        file: /^-(?:f|file|l)$/i,
        flags: /^-[nqis]$/,
        operand: "script",
        hint: afterDashes
      };
    case "awk":
      return {
        code: /^(?:-e|--source)$/,
        attached: /^(?:-e[^]|--source=)/,
        file: /^(?:-[fiE]|--(?:file|include|exec))$/,
        attachedFile: /^(?:-[fiE]|--(?:file|include|exec)=)([^]+)$/,
        flags: /^(?:-[Fv][^]+|--(?:posix|re-interval|traditional|sandbox))$/,
        operand: "code",
        hint: `write ${program} -v name=UTCP_ARG_name_UTCP_END`
      };
    case "sed":
      return {
        code: /^(?:-[bnErsuz]*e|--expression)$/,
        attached: /^(?:-[bnErsuz]*e[^]|--expression=)/,
        file: /^(?:-[bnErsuz]*f|--file)$/,
        attachedFile: /^(?:-[bnErsuz]*f|--file=)([^]+)$/,
        flags: /^(?:-[bnErsuz]+|-i.*|--(?:in-place(?:=.*)?|quiet|silent|regexp-extended|null-data|separate|unbuffered|posix|sandbox|debug|binary|follow-symlinks|line-length=\d+))$/,
        operand: "code",
        mixed: true,
        hint: "put a file after --"
      };
  }
}


const WRAPPERS = {
  builtin: {},
  busybox: {},
  toybox: {},
  chroot: { long: "skip-chdir", longValued: "groups userspec", before: 1 },
  command: { flags: "pvV" },
  doas: { flags: "nL", valued: "uC" },
  env: {
    flags: "i0v",
    valued: "uC",
    long: "ignore-environment null debug block-signal default-signal ignore-signal",
    longValued: "unset chdir argv0"
  },
  exec: { flags: "cl", valued: "a" },
  flock: {
    flags: "suxneoF",
    valued: "wE",
    long: "shared exclusive unlock nonblock nb close no-fork verbose",
    longValued: "timeout wait conflict-exit-code",
    before: 1
  },
  ionice: {
    flags: "t",
    valued: "cnpPu",
    long: "ignore",
    longValued: "class classdata pid pgid uid"
  },
  nice: { valued: "n", longValued: "adjustment" },
  nohup: {},
  setsid: { flags: "cfw", long: "ctty fork wait" },
  stdbuf: { valued: "ioe", longValued: "input output error" },
  sudo: {
    flags: "AbEHknPSN",
    valued: "ugpCrtTUDRh",
    long: "askpass background preserve-env set-home non-interactive reset-timestamp no-update preserve-groups stdin",
    longValued: "user group prompt close-from role type command-timeout other-user chdir chroot host"
  },
  taskset: { flags: "ac", long: "all-tasks cpu-list", before: 1 },
  time: {
    flags: "apvqV",
    valued: "fo",
    long: "append portability verbose quiet",
    longValued: "format output"
  },
  timeout: {
    flags: "fpv",
    valued: "sk",
    long: "foreground preserve-status verbose",
    longValued: "signal kill-after",
    before: 1
  },
  xargs: {
    flags: "0rtpxo",
    valued: "nPLsdEaI",
    long: "null no-run-if-empty verbose interactive exit open-tty replace max-lines eof",
    longValued: "max-args max-procs max-chars delimiter arg-file process-slot-var"
  }
};
function checkWrapped(program, wrapper, args, commands) {
  let { before = 0 } = wrapper;
  let at = 0, ended = false;
  for (; at < args.length; at++) {
    const word = args[at];
    if (!ended && /^(?:env|sudo|doas)$/.test(program) && /^[A-Za-z_]\w*=/.test(word.head)) {
      commands.assignment(word);
      commands.export(word.head.slice(0, word.head.indexOf("=")));
    } else if (!ended && (word.head.startsWith("-") || word.text === "-")) {
      ended = word.text === "--";
      if (ended || program === "env" && word.text === "-") continue;
      if (program === "command" && /^-\w*[vV]/.test(word.text ?? "")) return;
      if (hasValueBehind(program, wrapper, word)) at++;
    } else if (before-- <= 0) break;
  }
  const command = args.slice(at);
  if (command.length === 0) return;
  if (isDynamic(command[0]) && command[0].head === "" && !ended) {
    throw new Refusal(`a value may be an option of ${program}: name the program`);
  }
  commands.simple(program === "xargs" ? withInput(args.slice(0, at), command) : command);
}
function hasValueBehind(program, wrapper, { text, head }) {
  const { flags = "", valued = "", long = "", longValued = "" } = wrapper;
  const unknown = () => {
    if (program === "env" && /^-(?:\w*S|-split)/.test(head) || program === "flock" && head === "-c") {
      throw new Refusal(`${program} ${head} takes code: write the command itself`);
    }
    throw new Refusal(`"${head}" of ${program} is not known here: name the command without it`);
  };
  const [, name, attached] = /^--([\w-]+)(=?)/.exec(head) ?? [];
  if (name !== void 0) {
    if (longValued.split(" ").includes(name)) {
      return attached ? false : text !== void 0 || unknown();
    }
    return text !== void 0 && long.split(" ").includes(name) ? false : unknown();
  }
  if (program === "nice" && /^-\d+$/.test(text ?? "")) return false;
  for (let at = 1; at < head.length; at++) {
    if (valued.includes(head[at])) return at === head.length - 1 && text !== void 0;
    if (!flags.includes(head[at])) return unknown();
  }
  return text === void 0 ? unknown() : false;
}
function withInput(options, command) {
  let replaced = "";
  for (const [index, { text = "" }] of options.entries()) {
    const [, long, cluster] = /^(?:--replace=?(.*)|-[0rtpxo]*I(.*))$/s.exec(text) ?? [];
    if (long !== void 0) replaced = long || "{}";
    else if (cluster !== void 0) replaced = cluster || replacedBy(options[index + 1]);
  }
  if (replaced) return command.map((word) => withUnknown(word, replaced));
  return [...command, { ...command[0], ...UNKNOWN, splits: true, head: "", tail: "", source: "" }];
}
function replacedBy(word) {
  if (word && isDynamic(word)) throw new Refusal("what xargs -I replaces is not known: write it");
  return word?.text ?? "";
}
function withUnknown(word, text, value = "") {
  const at = word.text?.indexOf(text) ?? -1;
  if (at < 0) return word;
  return {
    ...word,
    ...UNKNOWN,
    head: word.text.slice(0, at) + value,
    tail: word.text.slice(word.text.lastIndexOf(text) + text.length)
  };
}
const UNKNOWN = {
  text: void 0,
  bare: false,
  splits: false,
  pattern: false,
  expansions: [void 0],
  referring: false
};


const REFUSED = {
  cmd: "it can be code",
  crontab: "it can be code",
  dc: "it can be code",
  ed: "it can be code",
  emacs: "it can be code",
  ex: "it can be code",
  expect: "it can be code",
  gdb: "it can be code",
  gmake: "make runs $(shell \u2026) in it; let the recipe read a file",
  hyperfine: "it is given to a shell",
  m4: "it can be code",
  make: "make runs $(shell \u2026) in it; let the recipe read a file",
  nvim: "it can be code",
  parallel: "it is given to a shell; use xargs",
  "run-parts": "it can be code",
  runuser: "it can be code",
  screen: "it can be code",
  script: "it can be code",
  sg: "it is given to a shell",
  ssh: "the other side gives it to a shell; send it as input",
  su: "it can be code",
  tmux: "it is given to a shell",
  vi: "it can be code",
  vim: "it can be code",
  watch: "it is given to a shell"
};
const INPUT = {
  crontab: /^-[lr]$/,
  dc: /^-[ef]/,
  ed: /^--/,
  emacs: /^--script/,
  ex: /^--version$/,
  expect: /^-c$/,
  gdb: /^--version$/,
  m4: /^--version$/,
  nvim: /^--version$/,
  parallel: /^:::/,
  sftp: /^-b./,
  su: /^-c|^--command/,
  vi: /^--version$/,
  vim: /^--version$/
};
const DATABASES = "psql mysql mariadb sqlite3 duckdb sqlplus mongosh";
function checkRefused(program, why, args, commands) {
  if (args.some(isDynamic)) {
    throw new Refusal(`an argument of ${program} is refused: ${why}`);
  }
  if (/^g?make$/.test(program)) {
    if (args.some(({ text }) => /^-$|=-$|^-\w*f-$/.test(text) || IS_INPUT.test(text))) {
      throw new Refusal(`${program} takes code from its input`);
    }
    for (const name of ["Makefile", "makefile", "GNUmakefile"]) commands.runs(name);
    for (const { text } of args) commands.runs(text.replace(/^(?:-\w*f|--\w+=)/, ""));
    commands.make();
  }
}

function checkDatabase(program, args, commands) {
  const isEmbedded = /^(?:sqlite3|duckdb)$/.test(program);
  const [database, ...statements] = args.filter(({ head }) => !head.startsWith("-"));
  if (isEmbedded && args.some((word) => isDynamic(word) && word !== database)) {
    throw new Refusal(`an argument of ${program} may run code: write its SQL without values`);
  }
  let given = isEmbedded && statements.length > 0;
  for (const [index, { text = "" }] of args.entries()) {
    const [, file] = /^(?:-f|--file=?|--?init(?:-file)?=?|\.read )(.*)$/s.exec(text) ?? [];
    if (file !== void 0) commands.runs(file || (args[index + 1]?.text ?? ""));
    given ||= /^(?:-[a-zA-Z]*[cefl]|-V|--(?:comm|exec|eval|file|list|version|help))/.test(text);
  }
  if (commands.codeInput(program, false)) return;
  if (commands.input) commands.runs(commands.input);
  else if (!given || commands.input === "") {
    throw new Refusal(
      `${program} may run what is in its input: write it in a here-document <<'E', or a file`
    );
  }
}
const CODE_OPTIONS = {
  R: /^-e/,
  cargo: /^--config/,
  docker: /^--(?:health-cmd|entrypoint)/,
  doppler: /^--command/,
  duckdb: /^-(?:c|s|cmd|init)/,
  emacsclient: /^(?:-[a-z]*e|--eval)/,
  entr: /^-[a-z]*s/,
  gnuplot: /^-e/,
  ipython: /^-[cm]/,
  mariadb: /^(?:-[A-Za-z]*e|--exec|--init)/,
  mongosh: /^--eval/,
  mysql: /^(?:-[A-Za-z]*e|--exec|--init)/,
  "nix-shell": /^--(?:run|command)/,
  npm: /^(?:-[a-z]*c|--call|--script-shell|--node-options)/,
  npx: /^(?:-[a-z]*c|--call|--shell|--node-options)/,
  octave: /^--eval/,
  podman: /^--(?:health-cmd|entrypoint)/,
  pnpm: /^(?:-[a-z]*c|--shell-mode|--script-shell|--node-options)/,
  prove: /^(?:-[a-z]*e|--exec)/,
  psql: /^(?:-[A-Za-z]*[co]|--(?:comm|out))/,
  rsync: /^(?:-[A-Za-z]*e|--rsh|--rsync-path)/,
  scp: /^-[A-Za-z]*[oSD]/,
  sftp: /^-[A-Za-z]*[boSD]/,
  sort: /^--compress/,
  split: /^--fil/,
  sqlite3: /^-(?:cmd|init)/,
  ssh: /^-[A-Za-z]*[oF]/,
  strace: /^(?:-[a-z]*o|--output)/,
  tar: /^(?:-?[A-Za-z]*[IF]|--(?:use-c|checkpoint-a|to-c|rsh|info-|new-v))/,
  zip: /^(?:-TT|--unzip-command)/
};
function checkOptions(program, option, args) {
  for (const [index, word] of args.entries()) {
    if (!isDynamic(word)) continue;
    const before = args[index - 1]?.text ?? "";
    if (option.test(word.head) || option.test(before) && !before.includes("=")) {
      throw new Refusal(`an argument may be code of ${program}: write what follows its option`);
    }
  }
}
const RUNNERS = "docker podman nerdctl kubectl oc lxc incus vagrant machinectl nsenter unshare setpriv prlimit chrt numactl setarch systemd-run flatpak-spawn toolbox distrobox wsl gosu su-exec chpst setuidgid pkexec run0 firejail bwrap proot fakeroot fakechroot xvfb-run dbus-run-session valgrind strace ltrace perf unbuffer rlwrap torsocks proxychains proxychains4 tini dumb-init caffeinate entr start-stop-daemon daemonize choom logsave ssh-agent linux32 linux64 docker-compose uv poetry pipenv pdm hatch conda mamba micromamba sshpass aws-vault op doppler dotenv bundle mise asdf nix nix-shell devbox pg_virtualenv";
function checkRun(program, args, commands) {
  const texts = args.map(({ text }) => text ?? "");
  const isContainer = /^(?:docker|podman|nerdctl|kubectl|oc)$/.test(program);
  if (isContainer && !texts.some((text) => /^(?:exec|run|create|debug|build)$/.test(text))) return;
  for (const [index, text] of texts.entries()) {
    commands.step();
    const [entrypoint, entry = texts[index + 1] ?? ""] = /^--entrypoint(?:=(.*))?$/s.exec(text) ?? [];
    if (entrypoint !== void 0 && isKnown(entry.slice(entry.lastIndexOf("/") + 1))) {
      throw new Refusal(
        `the entrypoint of ${program} takes code: name the program after the image`
      );
    }
    if (text === "-" && !commands.codeInput(program, false)) {
      throw new Refusal(`${program} takes code from its input: write it in a here-document <<'E'`);
    }
    if (/\.(?:py|[cm]?[jt]s|sh|rb|pl)$/.test(text)) commands.runs(text);
    if (isDynamic(args[index]) && /^[A-Za-z_]\w*=/.test(args[index].head)) {
      commands.assignment(args[index]);
    }
    const name = text.slice(text.lastIndexOf("/") + 1);
    if (isKnown(name)) checkProgram(name, args.slice(index + 1), commands);
  }
  const first = args.findIndex(({ text, head }) => !(text ?? head).startsWith("-"));
  const values = args.filter((word) => isDynamic(word) && word.head === "");
  if (!isContainer && values.length > 1 && isDynamic(args[first])) {
    throw new Refusal("a value names the program, and others are its arguments: name the program");
  }
}
function isKnown(program) {
  return isInterpreter(program) || Object.hasOwn(REFUSED, program) || Object.hasOwn(CODE_OPTIONS, program) || /^(?:find|git)$/.test(program) || DATABASES.split(" ").includes(program) || // Those of the shell are words of others, too: `docker exec`.
  wrapperOf(program) !== void 0 && !/^(?:builtin|command|exec|time)$/.test(program);
}
function checkUnknown(args, commands) {
  for (const [index, { text }] of args.entries()) {
    const name = text?.slice(text.lastIndexOf("/") + 1) ?? "";
    if (!isInterpreter(name)) continue;
    const rest = args.slice(index + 1);
    for (const { text: option } of rest) {
      if (option !== void 0 && takesCode(name, option)) checkInterpreter(name, rest, commands);
      if (!option?.startsWith("-")) break;
    }
  }
}
function checkCopy(args, commands) {
  const last = args.at(-1);
  if (last) commands.writes(last.text ?? last.tail);
}
function checkOutput(program, args, commands) {
  if (program !== "dd" && !args.some(isDynamic)) return;
  for (const { text, tail } of args) {
    commands.writes((text ?? tail).replace(/^(?:of=|-[A-Za-z]*[oO]|--output(?:-document)?=)/, ""));
  }
}
function checkFind(args, commands) {
  let alone = 0;
  for (let at = 0; at < args.length; at++) {
    const { text, head, splits } = args[at];
    const option = args[at - 1]?.text ?? "";
    if (text === void 0 && head === "" && !option.startsWith("-")) alone++;
    if (splits || alone > 1) {
      throw new Refusal("values may be options of find: quote them, and write ./ before them");
    }
    if (!/^-(?:exec|ok)(?:dir)?$/.test(text ?? "")) continue;
    const end = args.findIndex(({ text: text2 }, index) => index > at && (text2 === ";" || text2 === "+"));
    if (end < 0) throw new Refusal(`${text} of find is not closed`);
    commands.simple(args.slice(at + 1, end).map((word) => withUnknown(word, "{}", ".")));
    at = end;
  }
}
function checkSsh(args, commands) {
  let at = 0;
  for (let hosts = 1; at < args.length; at++) {
    const text = args[at].text;
    if (/^-[BbcDEeFIiJLlmOoPpQRSWw]$/.test(text)) at++;
    else if (!text.startsWith("-") && hosts-- <= 0) break;
  }
  const code = args.slice(at).map(({ text }) => text).join(" ");
  if (code === "") throw new Refusal("ssh takes code from its input: name the command");
  commands.code(code);
}


function checkAssignment(word, commands) {
  const match = /^([A-Za-z_]\w*)\+?=/.exec(word.head);
  if (!match) throw new Refusal("the name of a variable is not known: write it");
  const [all, name] = match;
  if (/^(?:BASH_)?ENV$/.test(name) && word.text !== void 0) {
    commands.runs(word.text.slice(all.length));
  }
  commands.assign(name, word, all.length);
}
const refuseDynamic = (args, _commands, name) => {
  if (args.some(isDynamic)) {
    throw new Refusal(`${name} can run code that is in its arguments: write them out`);
  }
};
const RULES = {
  eval: () => {
    throw new Refusal("eval runs values as code: write the command itself");
  },
  alias: () => {
    throw new Refusal("alias changes what words mean: write a function");
  },
  ".": source,
  source,
  let: (args, commands) => {
    for (const { text = "`" } of args) commands.arithmetic(text, "let");
  },
  trap: ([first, ...signals], commands) => {
    refuseDynamic([...first ? [first] : [], ...signals], commands, "trap");
    const action = first?.text === "--" ? signals[0] : first;
    if (action && !/^-[lp]?$/.test(action.text)) commands.code(action.text);
  },
  printf: ([first, second], commands) => {
    if (!first) return;
    if (isDynamic(first) ? /^(?:-|$)/.test(first.head) : /^-[^-]/.test(first.text)) {
      if (first.text !== "-v" || !/^[A-Za-z_]\w*$/.test(second?.text ?? "")) {
        throw new Refusal("the format of printf can be an option that runs code: write '%s' first");
      }
      commands.assign(second.text);
    }
  },
  test: (args) => checkTest(args),
  "[": (args) => checkTest(args.slice(0, -1)),
  wait: (args, _commands, name) => {
    if (args.some((word) => isDynamic(word) && !isCount(parameterOf(word)))) {
      throw new Refusal("a value may be an option of wait, which evaluates it: write $!");
    }
    for (const { text = "" } of args) checkSubscript(text, name);
  },
  jobs: (args, commands, name) => {
    refuseDynamic(args, commands, name);
    if (args.some(({ text }) => /^-\w*x/.test(text))) throw new Refusal("jobs -x runs a command");
  },
  set: (args, commands, name) => {
    const end = args.findIndex(({ text }) => text === "--");
    const options = end < 0 ? args : args.slice(0, end);
    refuseDynamic(options, commands, name);
    if (options.some(({ text }) => /^(?:-\w*a\w*|allexport)$/.test(text))) commands.export("*");
    if (options.some(({ text }) => /^(?:-\w*k\w*|keyword)$/.test(text))) {
      throw new Refusal("set -k makes variables of arguments: leave it out");
    }
  },
  export: declare,
  readonly: declare,
  declare,
  typeset: declare,
  local: declare,
  read: variables,
  getopts: variables,
  mapfile: variables,
  readarray: variables,
  hash: (args, commands, name) => {
    refuseDynamic(args, commands, name);
    if (args.some(({ text }) => /^-\w*p/.test(text))) throw new Refusal("hash -p names a program");
  },
  unset: (args, commands, name) => {
    refuseDynamic(args, commands, name);
    for (const { text } of args) checkSubscript(text, name);
  },
  shopt: refuseDynamic,
  enable: refuseDynamic,
  bind: refuseDynamic,
  fc: refuseDynamic,
  history: refuseDynamic,
  compgen: refuseDynamic,
  complete: refuseDynamic,
  compopt: refuseDynamic
};
function source(args, commands) {
  const path = args.find(({ text }) => text !== "--")?.text;
  if (path === void 0 || path === "-") {
    throw new Refusal("the file that is sourced is not known: write its path");
  }
  commands.source();
  commands.runs(path);
}
function declare(args, commands, name) {
  for (const word of args) {
    if (word.text !== void 0 && /^[-+]/.test(word.text)) {
      if (!/^(?:--|[-+][gpruxlfF]+)$/.test(word.text) && !(name === "export" && word.text === "-n")) {
        throw new Refusal(`${name} ${word.text} makes assignments evaluate values: leave it out`);
      }
    } else if (isDynamic(word) || word.text.includes("=")) {
      if (!/^[A-Za-z_]\w*\+?=/.test(word.bareHead)) {
        throw new Refusal(`the name of a variable is not known to ${name}: write it`);
      }
      checkAssignment(word, commands);
      exports(word.bareHead.replace(/\+?=.*/s, ""));
    } else exports(word.text);
  }
  function exports(variable) {
    if (name === "export" || args[0]?.text?.includes("x")) commands.export(variable);
  }
}
function checkSubscript(text, name) {
  if (/\[(?!(?:\d+|[@*])\]$)/.test(text)) {
    throw new Refusal(`${name} evaluates subscripts, which can run code: use a number`);
  }
}
function variables(args, commands, name) {
  refuseDynamic(args, commands, name);
  if (name === "getopts") commands.assign("OPTARG");
  const plain = /^[A-Za-z_]\w*$/;
  let named = false;
  for (const { text } of args) {
    if (/^-\w*C/.test(text) && name !== "read") throw new Refusal(`${name} -C runs code`);
    const attached = name === "read" ? /^-[ers]*a([A-Za-z_]\w*)$/.exec(text)?.[1] : void 0;
    const assigned = attached ?? (plain.test(text) ? text : void 0);
    if (assigned !== void 0) commands.assign(assigned);
    else if (text.includes("[")) throw new Refusal(`${name} evaluates subscripts`);
    named ||= assigned !== void 0;
  }
  if (!named) commands.assign(name === "read" ? "REPLY" : "MAPFILE");
}
function checkTest(words) {
  for (const [index, { text }] of words.entries()) {
    if (/^-[vR]$/.test(words[index - 1]?.text ?? "") && text) checkSubscript(text, "[ -v \u2026 ]");
  }
  const args = words.map(
    (word) => isCount(parameterOf(word)) ? { ...word, text: "0", splits: false } : word
  );
  if (!args.some(isDynamic)) return;
  if (args.some(({ splits }) => splits)) {
    throw new Refusal("an expansion in [ \u2026 ] may be several words: quote it");
  }
  const [first, ...rest] = args[0]?.text === "!" && args.length > 1 ? args.slice(1) : args;
  const unary = first?.text !== void 0 && /^-[a-uw-zA-QS-Z]$/.test(first.text);
  const binary = /^(?:[=!]?=|[<>]|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/.test(rest[0]?.text ?? "");
  if (rest.length === 0 || rest.length === 1 && unary || rest.length === 2 && binary) return;
  throw new Refusal("a value may be taken for an operator in [ \u2026 ]: join simple tests with &&");
}
function isProgramPath(word) {
  return /\/[^/]+$/.test(word.tail) && !word.splits;
}



const NUMBERS = /^(?:RANDOM|SRANDOM|SECONDS|LINENO|EPOCHSECONDS|UID|EUID|PPID|BASHPID)$/;
const IMPLIED = /^(?:_|BASH_(?!SUBSHELL)\w+|COMP\w*|DIRSTACK|MAPFILE|OPTARG|PIPESTATUS|READLINE\w*|REPLY|CMD_\d+_OUTPUT)$/;
const INHERITED = /^(?:PATH|HOME|LANG|LC_\w+|USER|LOGNAME|SHELL|TZ|TERM)$/;
const TAKES = /^(?:MAPFILE|OPTARG|REPLY)$/;
const COUNTS = /^"?\$\((?:date \+%s|nproc|seq(?: \d+)+)\)"?$|^\{\d+\.\.\d+\}$/;
const SPECIAL = /^(?:_|BASH\w*|COMP\w*|COPROC|DIRSTACK|EPOCH\w*|EUID|FUNC\w*|GLOBIGNORE|GROUPS|HIST\w*|IFS|LINENO|MAPFILE|OPTARG|OPTERR|OPTIND|PIPESTATUS|POSIXLY_CORRECT|PPID|PROMPT\w*|PS[0-4]|RANDOM|READLINE\w*|REPLY|SECONDS|SHELL\w*|SRANDOM|TIMEFORMAT|TMOUT|UID|PATH|CDPATH|ENV|ZDOTDIR|\w*NULLCMD|LD_\w*|DYLD_\w*|GCONV_PATH|GIT_(?!(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$)\w*|\w*EDITOR|VISUAL|\w*PAGER|BROWSER|\w*_ASKPASS|LESS\w*|MAKE\w*|\w+_(?:OPTS|OPTIONS|FLAGS|COMMAND|PASSCOMMAND)|[A-Z]+FLAGS|ZIPOPT|\w+_RSH|RSYNC_\w*|SVN_SSH|PERL\w*|PYTHON\w*|RUBY\w*|GEM_\w*|BUNDLE_\w*|NODE_\w*|npm_\w*|NPM_\w*|DENO_\w*|BUN_\w*|LUA_\w*|AWK\w*PATH|PHP\w*|_?JAVA_\w*|JDK_\w*|CLASSPATH|CARGO\w*|RUSTC\w*|CC|CXX|TF_CLI_\w*|CMD_\d+_OUTPUT|__UTCP\w*)$/;
function writes({ facts }, { text, tail }) {
  const path = text ?? tail;
  facts.written.add(text === void 0 && !path.includes("/") ? `*${path}` : fileName(path));
}

function fileName(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}
function defines({ facts }, name) {
  if (/^(?:date|nproc|seq)$/.test(name)) facts.sources = true;
}
function assign(reader, name, value, from = 0) {
  const text = value?.text?.slice(from);
  const number2 = value !== void 0 && (text === void 0 ? isCount(parameterOf(value, from)) || COUNTS.test(value.source.slice(from)) : /^\d+$/.test(text));
  const evaluated = value === void 0 || (text === void 0 ? !number2 : /[$`]/.test(text));
  if (evaluated && SPECIAL.test(name) && !(value === void 0 && TAKES.test(name))) {
    throw new Refusal(
      `"${name}" means something to the shell or to programs: use another variable`
    );
  }
  if (!number2 && value?.text === void 0) reader.facts.valued.add(name);
  assigned(reader, name, number2);
}
function assigned({ facts: { numeric } }, name, number2) {
  numeric.set(name, number2 && numeric.get(name) !== false);
}
function arithmetic(reader, expression, construct) {
  if (/\w\$|\}[\w$]/.test(expression)) {
    throw new Refusal(`${construct} joins names: use a program, such as expr`);
  }
  const understood = /^(?:[\s\w+\-*/%<>=!&|^~?:,()]|\$\{[A-Za-z_]\w*\}|\$[A-Za-z_#?$!])*$/;
  if (!understood.test(expression) || mentions(reader.references, expression)) {
    throw new Refusal(`${construct} evaluates values as code: use a program, such as expr`);
  }
  for (const [token] of expression.matchAll(/\d\w*|[A-Za-z_]\w*/g)) {
    if (!/^\d/.test(token)) reader.facts.evaluated.set(token, construct);
  }
  const assignment = /(?<!\w)([A-Za-z_]\w*)\s*(?:(?:[+\-*/%&|^]|<<|>>)?=(?!=)|\+\+|--)/g;
  for (const [, name] of expression.matchAll(assignment)) assigned(reader, name, true);
}
function doubleParentheses(reader, construct) {
  const stop = reader.text.indexOf("))", reader.at);
  if (stop < 0 || stop >= reader.end) throw new Refusal(`${construct} is not closed`);
  const parts = reader.text.slice(reader.at, stop).split(";");
  for (const part of parts) arithmetic(reader, part, construct);
  reader.at = stop + 2;
}
function number(reader, word) {
  const parameter = word && parameterOf(word);
  if (isCount(parameter)) return;
  const expression = word?.text ?? (/^\d/.test(parameter ?? "") ? void 0 : parameter);
  if (expression === void 0 || !/^(?:-?\d+|[A-Za-z_]\w*)$/.test(expression)) {
    throw new Refusal("[[ \u2026 ]] evaluates what it compares as numbers: write [ \u2026 ]");
  }
  arithmetic(reader, expression, "[[ \u2026 ]]");
}









function comment(reader) {
  const start = reader.at;
  while (reader.at < reader.end && peek(reader) !== "\n") reader.at++;
  if (/UTCP_ARG_\w+_UTCP_END/.test(reader.text.slice(start, reader.at))) {
    throw new Refusal("an argument in a comment goes nowhere: take it out of the comment");
  }
}

function escaped(reader) {
  reader.at++;
  if (reader.at >= reader.end) throw new Refusal("a backslash at the end is not understood");
  return character(reader);
}


function doubleQuoted(reader, word) {
  literal(word, "", true);
  while (!take(reader, '"')) {
    if (reader.at >= reader.end) throw new Refusal("a double quote is not closed");
    quotedPart(reader, word);
  }
}
function quotedPart(reader, word) {
  const c = peek(reader);
  if (c === "\\" && '$`"\\\n'.includes(reader.text[reader.at + 1] ?? " ")) {
    reader.at++;
    const escaped2 = character(reader);
    literal(word, escaped2 === "\n" ? "" : escaped2, true);
  } else if (c === "`") backquote();
  else if (c === "$") dollar(reader, word, true);
  else {
    const reference = takeReference(reader);
    if (reference) {
      edit(reader, reference.start, `\${${reference.variable}}`);
      refer(word);
    } else literal(word, character(reader), true);
  }
}
function backquote() {
  throw new Refusal("backquotes change what quotes in them mean: write $(\u2026)");
}
function dollar(reader, word, quoted) {
  const start = reader.at;
  const reference = takeReference(reader);
  if (reference) {
    edit(
      reader,
      reference.start,
      quoted ? `\${${reference.variable}}` : `"$${reference.variable}"`
    );
    refer(word);
  } else if (reader.text.startsWith("$\\\n", start)) {
    throw new Refusal("a backslash at the end of a line splits what $ begins: join the lines");
  } else if (take(reader, "$((")) {
    const length = closing(reader.text.slice(reader.at, reader.end));
    arithmetic(reader, reader.text.slice(reader.at, reader.at + length), "$((\u2026))");
    reader.at += length + 2;
    expand(word, { splits: false, parameter: "?" });
  } else if (take(reader, "$[")) {
    throw new Refusal("$[\u2026] evaluates what is in it: write $((\u2026)) and numbers only");
  } else if (take(reader, "$(")) {
    checkOpening(reader);
    substitution(reader);
    expand(word, { splits: !quoted });
  } else if (take(reader, "${")) {
    const { splits, parameter } = braces(reader, quoted);
    expand(word, { splits: splits || !quoted, parameter });
  } else if (!quoted && take(reader, "$'")) ansiQuoted(reader, word);
  else if (!quoted && take(reader, '$"')) {
    const before = reader.edits.length;
    doubleQuoted(reader, word);
    if (reader.edits.length > before) {
      throw new Refusal('an argument in $"\u2026" is part of what is translated: write "\u2026"');
    }
    expand(word, { splits: false });
  } else {
    const name = /^\$([A-Za-z_]\w*|[\d@*#?$!-])/.exec(reader.text.slice(start, reader.end))?.[1];
    if (name === void 0) {
      literal(word, character(reader), quoted);
      return;
    }
    checkName(reader, name);
    reader.at += name.length + 1;
    expand(word, { splits: !quoted || name === "@" || name === "*", parameter: name });
  }
}
function checkOpening({ text, at }) {
  if (text.startsWith("\\\n", at)) {
    throw new Refusal('a backslash at the end of a line splits "((": join the lines');
  }
}
function checkName(reader, name) {
  if (mentions(reader.references, name)) {
    throw new Refusal(
      "an argument is part of a variable's name: write ${\u2026} around the name alone"
    );
  }
}
function substitution(reader) {
  const outer = reader.pending;
  reader.pending = [];
  reader.substitutions++;
  reader.grammar.list(reader, [")"]);
  reader.substitutions--;
  if (reader.pending.length > 0) throw new Refusal("a here-document has no body");
  reader.pending = outer;
}
const BLANKS = { n: "\n", r: "\r", t: "	" };
function ansiQuoted(reader, word) {
  const start = reader.at;
  const body = /^(?:[^'\\]|\\[^])*'/.exec(reader.text.slice(start, reader.end))?.[0];
  if (body === void 0) throw new Refusal("a single quote is not closed");
  if (mentions(reader.references, body)) {
    throw new Refusal(`an argument in $'\u2026' is not replaced: write '\u2026' or "\u2026"`);
  }
  reader.at += body.length;
  const text = body.slice(0, -1).replace(/\\([nrt])/g, (_, letter) => BLANKS[letter]);
  if (text.includes("\\")) expand(word, { splits: false });
  else literal(word, text, true);
}
function braces(reader, quoted) {
  const rest = reader.text.slice(reader.at, reader.end);
  if (rest.startsWith("!")) {
    throw new Refusal("${!\u2026} takes a value for a name, which can hold code: name the variable");
  }
  const head = /^(#?)([A-Za-z_]\w*|\d+|[@*#?$!-])/.exec(rest);
  if (!head) throw new Refusal("${\u2026} is not understood");
  const [begin, length, name] = head;
  checkName(reader, name);
  if (rest.startsWith("#}")) {
    reader.at += 2;
    return { parameter: "#" };
  }
  reader.at += begin.length;
  const every = name === "@" || name === "*" || subscript(reader);
  if (take(reader, "}")) {
    return every ? { splits: true } : { parameter: length ? "#" : name };
  }
  if (/^:(?![-=?+])/.test(peek(reader, 2))) {
    const range = /^:[^}]*/.exec(reader.text.slice(reader.at, reader.end))[0];
    arithmetic(reader, range.slice(1), "${\u2026:\u2026}");
    reader.at += range.length;
    if (!take(reader, "}")) throw new Refusal("${\u2026:\u2026} is not closed");
    return {};
  }
  if (peek(reader) === "@") {
    throw new Refusal("${\u2026@\u2026} can run what is in the value: use the variable as it is");
  }
  const operator = /^(?::?[-=?+]|##?|%%?|\/[/#%]?|\^\^?|,,?)/.exec(peek(reader, 2))?.[0];
  if (!operator) throw new Refusal("${\u2026} is not understood");
  reader.at += operator.length;
  const word = bracedWord(reader, quoted);
  if (operator.endsWith("=")) assign(reader, name, word);
  return every ? { splits: true } : {};
}
function subscript(reader) {
  if (peek(reader) !== "[") return false;
  const subscript2 = /^\[(?:[@*]|\d+)\]/.exec(reader.text.slice(reader.at, reader.end))?.[0];
  if (!subscript2) {
    throw new Refusal("a subscript is evaluated, and can run what is in a value: use a number");
  }
  reader.at += subscript2.length;
  return /[@*]/.test(subscript2);
}
function bracedWord(reader, quoted) {
  const start = reader.at, edits = reader.edits.length;
  const word = newWord();
  while (!take(reader, "}")) {
    if (reader.at >= reader.end) throw new Refusal("${\u2026} is not closed");
    const c = peek(reader);
    if (quoted ? c === "'" || c === '"' : /^\$['"]/.test(peek(reader, 2))) {
      throw new Refusal("quotes in ${\u2026} are not understood: set the variable before");
    } else if (c === "'") singleQuoted(reader, word);
    else if (take(reader, '"')) doubleQuoted(reader, word);
    else if (c === "\\") literal(word, escaped(reader), true);
    else if (!quoted && /^[<>]\($/.test(peek(reader, 2))) {
      throw new Refusal("<(\u2026) in ${\u2026} is not understood: set the variable before");
    } else quotedPart(reader, word);
  }
  if (reader.edits.length > edits) {
    throw new Refusal("an argument in ${\u2026} is not one word for sure: write it beside ${\u2026}");
  }
  return wordOf(word, reader.text.slice(start, reader.at - 1));
}
function hereDocument(reader, tabs) {
  blanks(reader, false);
  const start = reader.at;
  const written = /^(?:'[^'"\\\n]*'|"[^'"\n$`\\]*"|\\[\w.-]|[\w.!%+,/:@^-])+/.exec(
    reader.text.slice(start, reader.end)
  )?.[0];
  if (!written || mentions(reader.references, written)) {
    throw new Refusal("the delimiter of a here-document is not understood");
  }
  reader.at += written.length;
  if (!" 	\n;&|()<>".includes(peek(reader))) {
    throw new Refusal("the delimiter of a here-document is not understood");
  }
  const delimiter = written.replace(/['"\\]/g, "");
  const document = {
    ...{ delimiter, quoted: delimiter !== written, tabs, start, end: reader.at }
  };
  reader.pending.push(document);
  return document;
}
function hereDocuments(reader) {
  for (const document of reader.pending.splice(0)) {
    const start = reader.at;
    let end = start, last = false;
    while (!last) {
      if (end >= reader.end) throw new Refusal("a here-document is not closed");
      const stop = reader.text.indexOf("\n", end);
      const next = stop < 0 || stop > reader.end ? reader.end : stop;
      const line = reader.text.slice(end, next);
      const written = document.tabs ? line.replace(/^\t+/, "") : line;
      last = written === document.delimiter;
      if (!last && reader.substitutions > 0 && written.startsWith(document.delimiter)) {
        throw new Refusal("a line of a here-document begins like its end: choose another end");
      }
      reader.at = Math.min(next + 1, reader.end);
      if (!last) end = reader.at;
    }
    if (document.program !== void 0) checkCode(reader, document, reader.text.slice(start, end));
    if (document.quoted) verbatim(reader, document, start, end, reader.at);
    else expanded(reader, start, end);
  }
}
function checkCode(reader, { program, shell, quoted }, body) {
  if (mentions(reader.references, body) || !quoted && /[$`\\]/.test(body)) {
    throw new Refusal(
      `a value in this here-document is code of ${program}: pass it as an argument, and write <<'E'`
    );
  }
  if (shell && /[$`]/.test(body)) {
    throw new Refusal(`what ${program} reads has $ in it: write ${program} -c '\u2026' and arguments`);
  }
  if (shell) reader.grammar.code(reader, body);
  const [, interpolated] = /(?<![:\w]):([A-Za-z_]\w*)/.exec(body) ?? [];
  if (program === "psql" && interpolated !== void 0) {
    throw new Refusal(`":${interpolated}" may become code of psql: write :'${interpolated}'`);
  }
  if (program === "perl" && /<(?:ARGV|<>)?>/.test(body)) {
    throw new Refusal(
      "an argument may be code of perl, which opens it: give a file as input, by <"
    );
  }
}
function expanded(reader, start, end) {
  if (/\\\n/.test(reader.text.slice(start, end))) {
    throw new Refusal("a line of a here-document ends with a backslash: join the lines");
  }
  const outer = { at: reader.at, end: reader.end };
  reader.at = start;
  reader.end = end;
  while (reader.at < reader.end) quotedPart(reader, newWord());
  reader.at = outer.at;
  reader.end = outer.end;
}
function verbatim(reader, document, start, end, after) {
  const body = reader.text.slice(start, end);
  if (!mentions(reader.references, body)) return;
  let text = "";
  for (let at = 0; at < body.length; ) {
    const found = referenceAt(reader.references, body, at);
    if (found) reader.references.used.add(found.variable);
    text += found ? `\${${found.variable}}` : body[at].replace(/[\\$`]/, "\\$&");
    at += found?.length ?? 1;
  }
  const delimiter = `__UTCP_EOF_${reader.references.nonce}`;
  reader.edits.push({ start: document.start, end: document.end, text: delimiter });
  const newline = reader.text[after - 1] === "\n" ? "\n" : "";
  reader.edits.push({ start, end: after, text: `${text}${delimiter}${newline}` });
}
function closing(text) {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && depth-- === 0) {
      if (text[at + 1] === ")") return at;
      break;
    }
  }
  throw new Refusal("$((\u2026)) is not understood");
}


function readFor(reader) {
  blanks(reader, false);
  if (take(reader, "((")) {
    doubleParentheses(reader, "for ((\u2026))");
    blanks(reader, false);
    take(reader, ";");
  } else {
    const name = next(reader);
    if (!/^[A-Za-z_]\w*$/.test(plain(name))) throw new Refusal('"for" is not understood');
    blanks(reader, true);
    const words = peek(reader) === ";" ? void 0 : values(reader, next(reader));
    for (const word of words?.length ? words : [void 0]) assign(reader, plain(name), word);
    blanks(reader, true);
    take(reader, ";");
  }
  blanks(reader, true);
  const open = plain(next(reader));
  if (open !== "do" && open !== "{") throw new Refusal('"for" is not understood');
  reader.grammar.list(reader, [open === "do" ? "done" : "}"]);
}
function values(reader, keyword) {
  if (plain(keyword) !== "in") throw new Refusal('"for" is not understood');
  const words = [];
  for (; ; ) {
    blanks(reader, false);
    const word = readWord(reader);
    if (!word) return words;
    words.push(word);
  }
}
function readCase(reader) {
  next(reader);
  blanks(reader, true);
  if (plain(next(reader)) !== "in") throw new Refusal('"case" is not understood');
  for (; ; ) {
    blanks(reader, true);
    const open = take(reader, "(");
    let pattern = next(reader);
    if (!open && plain(pattern) === "esac") return;
    for (; ; ) {
      blanks(reader, false);
      if (take(reader, ")")) break;
      if (!take(reader, "|")) throw new Refusal('a pattern of "case" is not understood: quote it');
      pattern = next(reader);
    }
    if (reader.grammar.list(reader, [";;", "esac"]) === "esac") return;
  }
}
function readTest(reader) {
  const words = [];
  for (; ; ) {
    blanks(reader, true);
    const operators = /^[<>]\(/.test(peek(reader, 2)) ? [] : ["&&", "||", "(", ")", "<", ">"];
    if (operators.some((operator) => take(reader, operator))) continue;
    const word = readWord(reader);
    if (!word) throw new Refusal("[[ \u2026 ]] is not understood: quote what is in it");
    if (plain(word) === "]]") break;
    words.push(word);
    if (plain(word) === "=~") readExpression(reader);
  }
  for (const [index, word] of words.entries()) {
    const operator = plain(word);
    const following = words[index + 1];
    if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(operator)) {
      number(reader, words[index - 1]);
      number(reader, following);
    } else if (/^-[vR]$/.test(operator) && !/^\w+$/.test(following?.text ?? "")) {
      throw new Refusal(`[[ ${operator} \u2026 ]] evaluates subscripts, which can run code`);
    }
  }
}
function readExpression(reader) {
  blanks(reader, true);
  for (let depth = 0; reader.at < reader.end; ) {
    const next2 = peek(reader);
    if (next2 === "(") depth++;
    else if (next2 === ")") depth--;
    if (depth < 0 || depth === 0 && " 	\n;&<>".includes(next2)) return;
    if ("()| 	\n;&<>".includes(next2)) reader.at++;
    else readWord(reader);
  }
}
function plain(word) {
  return word.bare ? word.text ?? "" : "";
}
function next(reader) {
  blanks(reader, false);
  const word = readWord(reader);
  if (!word) throw new Refusal("a word is missing");
  return word;
}



function reasonOf(error) {
  if (error instanceof RangeError) return "it is too deeply nested";
  if (error instanceof Refusal) return error.message;
  throw error;
}
function argvWord(text, references) {
  const parts = newWord();
  for (let at = 0; at < text.length; ) {
    const found = referenceAt(references, text, at);
    if (found) refer(parts);
    else literal(parts, text[at], true);
    at += found?.length ?? 1;
  }
  return wordOf(parts, text);
}

const GRAMMAR = {
  list,
  definition,
  code: ({ references, facts }, text) => void readCode(text, references, facts)
};





function definition(reader) {
  blanks(reader, false);
  if (take(reader, "(")) {
    blanks(reader, false);
    if (!take(reader, ")")) throw new Refusal('"(" is not understood here: quote it');
  }
  blanks(reader, true);
  command(reader, []);
}


function redirections(reader) {
  for (; ; ) {
    blanks(reader, false);
    if (!redirection(reader)) return;
  }
}

function isInput(operator) {
  const [, file] = /^(\d*)/.exec(operator);
  return file === "" ? operator.startsWith("<") : Number(file) === 0;
}
function checkSplit({ text, at }) {
  if (text.startsWith("\\\n", at)) {
    throw new Refusal("a backslash at the end of a line splits an operator: join the lines");
  }
}

var _bash = /*#__PURE__*/Object.freeze({
  __proto__: null,
  argvProblems: argvProblems,
  readBash: readBash
});




function keyOf(name, manual) {
  return manual === void 0 ? name : variableKey(manual, name);
}
function invalid(problems) {
  return new Error(`invalid arguments: ${problems.join("; ")}`);
}

var _values = /*#__PURE__*/Object.freeze({
  __proto__: null,
  readValues: readValues
});

export { CallFailedError, CallTimeoutError, Refusal, StepFailedError, UnsafeTemplateError, VariableNotFoundError, argvProblems, blanks, hereDocument, newFacts, newReader, passedOn, peek, readBash, readWord, run, runTemplate, take, wrapperOf };

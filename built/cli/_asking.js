import { NobodyToAskError, replaceHidden, withoutTail, messageOf, visibleJson, tell, ExitFailed, unwritten, show as show$1, ExitNeedsAnswer } from './_start.js';

class Misfit extends Error {
  name = "Misfit";
}
class Ended extends Error {
  /** @param action How: an explicit no, or no choice at all. */
  constructor(action) {
    super(`The question ended: ${action}`);
    this.action = action;
  }
  action;
  name = "Ended";
}

const CTRL_C = 3, CTRL_D = 4, ESCAPE = 27;
const MAX_LENGTH = 8;
async function readKey(input, signal) {
  for (; ; ) {
    const key = await input.key(signal);
    const [first, second] = key ?? [];
    if (!key || key.length === 1 && [CTRL_C, CTRL_D, ESCAPE].includes(first)) {
      throw new Ended("cancel");
    }
    const control = key.length === 1 && first > ESCAPE && first < 32 || first === 194 && second < 160;
    const broken = key.length === 1 && first >= 128;
    if (!control && !broken && key.length <= MAX_LENGTH) return key;
  }
}

class Questions {
  unanswered;
  #answers;
  #ask;
  #used = 0;
  #last = Promise.resolve();
  constructor(answers, ask) {
    this.#answers = answers;
    this.#ask = ask;
  }
  /** How many replies no question took. */
  get unused() {
    return this.#answers.length - this.#used;
  }
  /** One question at a time: whether a reply fits decides what the next question gets. */
  ask(question, call) {
    const answer = this.#last.then(() => this.#answer(question, call));
    this.#last = answer.catch(() => {
    });
    return answer;
  }
  async #answer(question, call) {
    if (this.unanswered) return this.#cancel(question);
    const given = this.#answers[this.#used];
    if (given) {
      const rejected = await problems(question, given);
      if (rejected) return this.#cancel(question, rejected);
      this.#used++;
      return given.content === void 0 ? { action: given.action } : { action: given.action, content: JSON.parse(given.content) };
    }
    try {
      return await this.#ask?.(question, call) ?? this.#cancel(question);
    } catch (error) {
      if (error instanceof NobodyToAskError) return this.#cancel(question);
      throw error;
    }
  }
  #cancel(question, rejected) {
    if (this.unanswered) this.unanswered.more.push(question);
    else this.unanswered = { question, answersGiven: this.#used, rejected, more: [] };
    return { action: "cancel" };
  }
}
async function problems({ url, schema }, { content }) {
  if (content === void 0) return "";
  const { action } = JSON.parse(content);
  if (["accept", "decline", "cancel"].includes(action) && (url || !hasField(schema, "action"))) {
    return `it holds an action, which stands alone here: --answer ${action}`;
  }
  const { answerProblem } = await import('../agenttool/answer_problem.js');
  return await answerProblem(url ? void 0 : schema, content);
}
function hasField(schema, name) {
  return typeof schema === "object" && Object.hasOwn(Object(schema.properties), name);
}

var _questions = /*#__PURE__*/Object.freeze({
  __proto__: null,
  Questions: Questions
});

class FileSaver {
  #io;
  #out;
  #program;
  #dir;
  #count = 0;
  /** The next copy of each name, so that a thousand files of one name take no million tries. */
  #copies = /* @__PURE__ */ new Map();
  constructor(io, out, program) {
    this.#io = io;
    this.#out = out;
    this.#program = program;
  }
  /**
   * Saves one file, never over another one.
   *
   * @param file The name or address that the tool gave (empty where it gave none), and its bytes.
   * @returns Its path, which is relative where `--out` is.
   * @throws {Error} Where it cannot be saved.
   */
  async save({ name, mimeType, bytes }) {
    this.#count++;
    const dir = await (this.#dir ??= this.#makeDir());
    const fileName = safeName(name) || `output-${this.#count}${extensionOf(mimeType)}`;
    const { stem, extension } = splitName(fileName);
    for (let copy = this.#copies.get(fileName) ?? 1; copy <= MAX_COPIES; copy++) {
      const path = join(dir, copy === 1 ? fileName : `${stem}-${copy}${extension}`);
      this.#copies.set(fileName, copy + 1);
      if (await this.#io.createFile(path, bytes)) return path;
    }
    throw new Error(`${JSON.stringify(fileName)}: ${MAX_COPIES} files of that name are there`);
  }
  async #makeDir() {
    if (!this.#out) {
      const name = safeName(this.#program).replace(/[^\p{L}\p{N}._-]+/gu, "-");
      return await this.#io.makeTempDir(`${name || "output"}-`);
    }
    await this.#io.makeDir(this.#out);
    return this.#out;
  }
}
const MAX_COPIES = 1e4;
const MAX_NAME_BYTES = 240;
const RESERVED_CHARACTERS = /[\p{Cs}\n\t\r<>:"|?*]/gu;
const RESERVED_NAME = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]|con(?:in|out)\$)(?= *(?:\.|$))/i;
function safeName(name) {
  const last = pathOf(name).split(/[/\\]/).at(-1);
  const shown = replaceHidden(last, () => "_").replace(RESERVED_CHARACTERS, "_");
  const clean = withoutTail(shown, ". ");
  return withoutTail(shorten(clean.replace(RESERVED_NAME, "_$&")), ". ");
}
function pathOf(name) {
  const address = /^[a-z][a-z\d+.-]+:(?:\/\/[^/?#]*)?([^?#]*)/i.exec(name);
  if (!address) return name;
  try {
    return decodeURIComponent(address[1]);
  } catch {
    return address[1];
  }
}
function shorten(name) {
  const { stem, extension } = splitName(name);
  const encoder = new TextEncoder();
  const tail = encoder.encode(extension).length < MAX_NAME_BYTES / 2 ? extension : "";
  let head = tail ? stem : name;
  while (encoder.encode(head + tail).length > MAX_NAME_BYTES) {
    head = [...head].slice(0, Math.floor([...head].length * 0.9)).join("");
  }
  return head + tail;
}
function splitName(name) {
  const extension = /(?<=[^.])(?:\.tar)?\.[^.]*$/.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - extension.length), extension };
}
const EXTENSIONS = /* @__PURE__ */ new Map([
  ["image/png", ".png"],
  ["image/jpeg", ".jpg"],
  ["image/gif", ".gif"],
  ["image/webp", ".webp"],
  ["image/svg+xml", ".svg"],
  ["application/pdf", ".pdf"],
  ["application/json", ".json"],
  ["application/zip", ".zip"],
  ["text/plain", ".txt"],
  ["text/html", ".html"],
  ["text/csv", ".csv"],
  ["text/markdown", ".md"],
  ["audio/wav", ".wav"],
  ["audio/x-wav", ".wav"],
  ["audio/wave", ".wav"],
  ["audio/mpeg", ".mp3"],
  ["audio/mp3", ".mp3"],
  ["audio/mp4", ".m4a"],
  ["audio/aac", ".aac"],
  ["audio/ogg", ".ogg"],
  ["audio/opus", ".opus"],
  ["audio/flac", ".flac"],
  ["audio/webm", ".webm"],
  ["video/mp4", ".mp4"],
  ["video/webm", ".webm"]
]);
function extensionOf(mimeType) {
  return EXTENSIONS.get(mimeType.split(";")[0].trim().toLowerCase()) ?? ".bin";
}
function join(dir, name) {
  return /[/\\]$/.test(dir) ? dir + name : `${dir}/${name}`;
}

async function* shownParts(content, { io, out, program }) {
  const saver = new FileSaver(io, out, program);
  for (const part of content) {
    try {
      const shown = show(part);
      yield typeof shown === "string" ? { text: shown } : { path: await saver.save(shown) };
    } catch (error) {
      yield { failure: messageOf(error) };
    }
  }
}
function show(part) {
  const { type, data, text, uri, mimeType, resource } = Object(part);
  if (type === "text" && typeof text === "string") return text;
  if ((type === "image" || type === "audio") && typeof data === "string") {
    return decoded(data, "", mimeType);
  }
  if (type === "resource_link" && typeof uri === "string") return uri;
  if (type === "resource" && resource) {
    const { uri: uri2, mimeType: mimeType2, text: text2, blob } = Object(resource);
    if (typeof text2 === "string") return text2;
    if (typeof blob === "string") return decoded(blob, uri2, mimeType2);
  }
  return visibleJson(JSON.stringify(part) ?? "null");
}
function decoded(data, name, mimeType) {
  const packed = data.replace(/[\r\n]/g, "");
  const digits = packed.replaceAll("=", "").length;
  if (!/^[\w+/-]*={0,2}$/.test(packed) || digits % 4 === 1) return data;
  const binary = atob(packed.slice(0, digits).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return { name: string(name), mimeType: string(mimeType), bytes };
}
function string(value) {
  return typeof value === "string" ? value : "";
}

var _content = /*#__PURE__*/Object.freeze({
  __proto__: null,
  shownParts: shownParts
});

async function reportQuestion(run, outcome, { question, answersGiven, rejected, more }) {
  const { program, io } = run;
  const { output, files, failures } = await saved(run, outcome);
  let json;
  try {
    json = visibleJson(JSON.stringify({
      ...members(question),
      answers_given: answersGiven,
      rejected,
      output: output || void 0,
      error: outcome.error && messageOf(outcome.error),
      files: files.length > 0 ? files : void 0,
      more: more.length > 0 ? more.map(members) : void 0
    }));
  } catch (error) {
    await tell(io.stderr, `${program}: ${messageOf(error)}`);
    return ExitFailed;
  }
  const again = answersGiven > 0 ? " after the answers given so far" : "";
  await tell(
    io.stderr,
    rejected ? `${program}: --answer does not fit the question: ${rejected}` : `${program}: the call asks a question: run it again with --answer '<reply>' before the command${again}`
  );
  if (failures.length > 0) await tell(io.stderr, unwritten(program, failures));
  const failure = await show$1(io.stdout, json);
  if (failure !== void 0) {
    await tell(io.stderr, `${program}: writing the question failed: ${failure}`);
  }
  return ExitNeedsAnswer;
}
function members({ message, schema, url }) {
  return { message, schema, url };
}
async function saved({ io, options: { out }, program }, { result }) {
  const texts = [], files = [], failures = [];
  for await (const part of shownParts(result?.content ?? [], { io, out, program })) {
    if ("text" in part) texts.push(...part.text ? [part.text] : []);
    else if ("path" in part) files.push(part.path);
    else failures.push(part.failure);
  }
  return { output: texts.join("\n"), files, failures };
}

var _question_report = /*#__PURE__*/Object.freeze({
  __proto__: null,
  reportQuestion: reportQuestion
});

function terminalLines(place) {
  return {
    // deno-lint-ignore require-await
    write: async (text) => place.terminal.write(text),
    read: (prompt) => readLine(prompt, place),
    readHidden: (prompt) => readHiddenLine(prompt, place)
  };
}
async function readLine(prompt, { terminal, input, signal }) {
  try {
    terminal.write(prompt);
    const line = await input.line(signal);
    if (line !== null && line !== "\x1B") return line;
    throw new Ended("cancel");
  } catch (error) {
    if (!(error instanceof Misfit)) terminal.write("\n");
    throw error;
  }
}
const BACKSPACE = ["\x7F", "\b"], ENTER = ["\r", "\n"];
async function readHiddenLine(prompt, { terminal, input, signal }) {
  const restore = terminal.raw();
  try {
    terminal.write(prompt);
    for (let typed = []; ; ) {
      const key = new TextDecoder().decode(await readKey(input, signal));
      if (ENTER.includes(key)) return typed.join("").trim();
      if (BACKSPACE.includes(key)) typed = typed.slice(0, -1);
      else if (key >= " ") typed.push(key);
    }
  } finally {
    restore();
    terminal.write("\n");
  }
}

var _terminal_lines = /*#__PURE__*/Object.freeze({
  __proto__: null,
  terminalLines: terminalLines
});

export { Ended, Misfit, _content, _question_report, _questions, _terminal_lines, readKey };

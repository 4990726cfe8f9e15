import { visible, validator } from '../cli/_start.js';
import { Ended, Misfit } from '../cli/_asking.js';
import { oneLine, readFields } from './_fields.js';
import { untilAborted } from '../agenttool/until_aborted.js';

async function ask(question, asker) {
  const { message, url, schema } = question;
  try {
    if (message.trim()) await asker.say(visible(message.trim()));
    if (url) return { action: await asker.open(oneLine(url)) ? "accept" : "decline" };
    const fields = schema === void 0 ? [] : readFields(schema);
    if (fields.length > 0) {
      return { action: "accept", content: await askForm(schema, fields, asker) };
    }
    return { action: await asker.confirm() ? "accept" : "decline" };
  } catch (error) {
    if (error instanceof Ended) return { action: error.action };
    throw error;
  }
}
async function askForm(schema, fields, asker) {
  const whole = validator(schema, { formats: true });
  const parts = validator(partsOf(schema), { formats: true });
  await whole.validate("{}");
  await asker.begin(fields);
  for (; ; ) {
    const members = [];
    for (const field of fields) {
      const name = JSON.stringify(field.name);
      const check = async (json2) => {
        const problems2 = await parts.validate(`{${name}:${json2}}`);
        return problems2.map((problem) => withoutName(problem, field.name)).join("; ") || void 0;
      };
      const json = await asker.field(await withFittingDefault(field, check), check);
      if (json !== void 0) members.push(`${name}:${json}`);
    }
    const text = `{${members.join(",")}}`;
    const problems = await whole.validate(text);
    if (problems.length === 0) return JSON.parse(text);
    await asker.say(visible(problems.join("\n")));
  }
}
function partsOf(schema) {
  if (typeof schema === "boolean") return schema;
  const { $schema, $id, $defs, definitions, properties } = schema;
  return { $schema, $id, $defs, definitions, properties };
}
function withoutName(problem, name) {
  return problem.startsWith(`${name}: `) ? problem.slice(name.length + 2) : problem;
}
async function withFittingDefault(field, check) {
  if (field.default === void 0 || await check(field.default) === void 0) return field;
  return { ...field, default: void 0 };
}

function keptReads(read) {
  let pending;
  return {
    get reading() {
      return pending !== void 0;
    },
    async next(signal) {
      signal.throwIfAborted();
      pending ??= read();
      const bytes = await untilAborted(pending, signal);
      pending = void 0;
      return bytes;
    }
  };
}

const LINE_FEED = 10, ESCAPE = 27;
class Input {
  #source;
  /** Bytes that were read and belong to no line or key yet. */
  #rest = new Uint8Array();
  constructor(source) {
    this.#source = source;
  }
  /**
   * Reads a line.
   *
   * @param signal Ends the wait.
   * @returns The line without its end and without white space around it; `null` at the end.
   * @throws {Misfit} Where the line is not UTF-8.
   */
  async line(signal) {
    let searched = 0;
    for (; ; ) {
      const end = this.#rest.indexOf(LINE_FEED, searched);
      if (end >= 0) return decodeLine(this.#take(end + 1));
      searched = this.#rest.length;
      if (await this.#more(signal)) continue;
      return searched > 0 ? decodeLine(this.#take(searched)) : null;
    }
  }
  /**
   * Reads a key: a character, or the escape sequence that a key sends.
   *
   * @param signal Ends the wait.
   * @returns The key's bytes; `null` at the end.
   */
  async key(signal) {
    while (this.#rest.length === 0) {
      if (!await this.#more(signal)) return null;
    }
    let length = keyLength(this.#rest);
    while (length > this.#rest.length && await this.#more(signal)) length = keyLength(this.#rest);
    return this.#take(Math.min(length, this.#rest.length));
  }
  #take(length) {
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return bytes;
  }
  async #more(signal) {
    const bytes = await this.#source.next(signal);
    if (!bytes) return false;
    const joined = new Uint8Array(this.#rest.length + bytes.length);
    joined.set(this.#rest);
    joined.set(bytes, this.#rest.length);
    this.#rest = joined;
    return true;
  }
}
function decodeLine(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).trim();
  } catch {
    throw new Misfit("The answer is not valid UTF-8");
  }
}
function keyLength(bytes) {
  const first = bytes[0];
  if (first === ESCAPE && bytes.length > 1) return sequenceLength(bytes);
  const length = first < 192 ? 1 : first < 224 ? 2 : first < 240 ? 3 : 4;
  for (let i = 1; i < Math.min(length, bytes.length); i++) {
    if ((bytes[i] & 192) !== 128) return i;
  }
  return length;
}
function sequenceLength(bytes) {
  const kind = bytes[1];
  if (kind === ESCAPE) return 1;
  if (kind === 79) return 3;
  if (kind !== 91) return 1 + keyLength(bytes.subarray(1));
  if (bytes[2] === 91) return 4;
  for (let i = 2; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte >= 64 && byte <= 126) return i + 1;
    if (byte < 32 || byte > 126) return i;
  }
  return bytes.length + 1;
}

function oneAtATime(ask) {
  let last = Promise.resolve();
  return async (question, call) => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers();
    last = promise;
    try {
      await untilAborted(before, call.signal);
      return await ask(question, call);
    } finally {
      before.then(resolve);
    }
  };
}

export { Input, ask, keptReads, oneAtATime };

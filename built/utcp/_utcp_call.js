import { Executor, denoIo, stringifyJson, NotRunError, parseJson } from '../mod.js';
import { carry, portableJson, readNullableText } from './_output.js';
import { environment } from './_deno_program.js';

async function utcpCall({ tools, args, signal, print }) {
  let answer;
  try {
    const [name, ...words] = args;
    const tool = tools.find((tool2) => tool2.name === name);
    const carried = tool && carry(tool);
    if (!tool || typeof carried !== "object") {
      throw new CallError("unknown_tool", `No tool ${JSON.stringify(name ?? "")}`);
    }
    const values = await readValues(words);
    answer = await callAnswer(tool, argumentsText(carried, values), signal);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    answer = failure(error.code, error.message);
  }
  await print(portableJson(answer));
  return answer.get("ok") ? 0 : 1;
}
class CallError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
  code;
  name = "CallError";
}
function failure(code, message) {
  return /* @__PURE__ */ new Map([
    ["ok", false],
    ["error", /* @__PURE__ */ new Map([["code", code], ["message", message]])]
  ]);
}
async function readValues(words) {
  const key = /^--stdin-envelope=([0-9a-f]+)$/.exec(words[0] ?? "")?.[1];
  const entries = key && words.length === 1 ? readEnvelope(decode(await denoIo().readStdin(), "The envelope"), key) : words.map(readFlag);
  const values = /* @__PURE__ */ new Map();
  for (const [name, value] of entries) {
    if (values.has(name)) throw new CallError("usage", `Argument "${name}" is given twice`);
    if (value !== `MISSING_ARG_${name}`) values.set(name, value);
  }
  return values;
}
function decode(bytes, what) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CallError("usage", `${what} on standard input is not valid UTF-8`);
  }
}
function readFlag(word) {
  const [, name, value] = /^--([A-Za-z0-9_]+)=(.*)$/s.exec(word) ?? [];
  if (name === void 0 || value === void 0) {
    throw new CallError("usage", `Expected --NAME=VALUE, got ${JSON.stringify(word)}`);
  }
  return [name, value];
}
function readEnvelope(text, key) {
  const parts = text.split(`@${key} `);
  const last = parts.pop();
  if (parts.shift() !== "" || last === void 0 || !/^\.\n?$/.test(last)) {
    throw new CallError("usage", "The envelope on standard input is not whole");
  }
  return parts.map((part) => {
    const [, name, value] = /^([A-Za-z0-9_]+)\n(.*)\n$/s.exec(part) ?? [];
    if (name === void 0 || value === void 0) {
      throw new CallError("usage", "The envelope on standard input is not whole");
    }
    return [name, resolve(name, value)];
  });
}
function resolve(name, value) {
  const variable = REFERENCE.exec(value)?.[1];
  if (variable === void 0) return value;
  const resolved = environment(variable);
  if (resolved !== void 0) return resolved;
  throw new CallError(
    "unresolved_placeholder",
    `Argument "${name}" arrived as a reference to a variable that is not set`
  );
}
const REFERENCE = /^"\$(__UTCP_ARG_[0-9a-f]{16}_[A-Za-z0-9_]+)"$/;
function argumentsText({ params }, values) {
  const args = /* @__PURE__ */ new Map();
  for (const [name, value] of values) {
    const param = params.find((param2) => param2.name === name);
    if (!param) throw new CallError("invalid_arguments", `Unknown argument "${name}"`);
    args.set(name, readValue(param, value));
  }
  return stringifyJson(args);
}
function readValue({ name, kind, nullable }, value) {
  if (kind === "string" && !nullable) return value;
  try {
    if (kind === "string") return readNullableText(value);
    const python = kind === "json" ? value : value.toLowerCase().replace(/^none$/, "null");
    return parseJson(python);
  } catch {
    const what = kind === "json" ? "JSON text" : kind === "string" ? "a JSON string" : kind;
    throw new CallError(
      "invalid_arguments",
      `${name}: expected ${what}, got ${JSON.stringify(value)}`
    );
  }
}
async function callAnswer(tool, args, signal) {
  const jobs = [{ tool, id: `utcp_${crypto.randomUUID()}`, args }];
  for await (const event of new Executor().execute(jobs, { signal })) {
    if (event.type === "error") return failure(codeOf(event.error, signal), event.error.message);
    if (event.type === "result") {
      return /* @__PURE__ */ new Map([["ok", true], ["result", resultOf(event.result.content)]]);
    }
  }
  throw new Error("The call ended without an outcome");
}
function codeOf(error, signal) {
  if (signal.aborted) return "cancelled";
  if (error instanceof NotRunError) return "not_run";
  return error.message.startsWith("invalid arguments: ") ? "invalid_arguments" : "tool_error";
}
function resultOf(content) {
  const [part] = content;
  if (part === void 0) return null;
  if (content.length > 1 || part.type !== "text" || typeof part.text !== "string") {
    return parseJson(JSON.stringify(content));
  }
  if (!/^\s*[{[]/.test(part.text)) return part.text;
  try {
    return parseJson(part.text);
  } catch {
    return part.text;
  }
}

export { CallError, callAnswer, decode, failure, utcpCall };

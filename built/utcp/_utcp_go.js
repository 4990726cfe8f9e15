import { stringifyJson, ExitOK, ExitFailed, describe, denoIo, jsonProblem, parseJson } from '../mod.js';
import { asciiJson, portableJson } from './_output.js';
import { callAnswer, CallError, failure, decode } from './_utcp_call.js';

async function listTools({ tools, print }) {
  const manual = /* @__PURE__ */ new Map([
    ["utcp_version", "1.0.1"],
    ["manual_version", "1.0.0"],
    ["tools", tools.map(entryOf)]
  ]);
  await print(asciiJson(stringifyJson(manual)));
  return ExitOK;
}
async function call({ tools, args, signal, print, note }) {
  let answer;
  try {
    answer = await callAnswer(toolOf(tools, args), await argumentsText(), signal);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    answer = failure(error.code, error.message);
  }
  const succeeded = answer.get("ok") === true;
  await (succeeded ? print : note)(portableJson(answer));
  return succeeded ? ExitOK : ExitFailed;
}
function entryOf(tool) {
  const { name, description, schema } = describe(tool);
  return /* @__PURE__ */ new Map([
    ["name", name],
    ["description", description],
    ["inputs", inputsOf(schema)],
    ["outputs", /* @__PURE__ */ new Map([["type", "object"]])],
    ["tags", []]
  ]);
}
function inputsOf(schema) {
  let root;
  try {
    root = parseJson(schema);
  } catch {
    root = null;
  }
  const { properties, required } = root instanceof Map ? { properties: root.get("properties"), required: root.get("required") } : {};
  return /* @__PURE__ */ new Map([
    ["type", "object"],
    ["properties", properties instanceof Map ? properties : /* @__PURE__ */ new Map()],
    [
      "required",
      Array.isArray(required) ? required.filter((name) => typeof name === "string") : []
    ]
  ]);
}
function toolOf(tools, [provider = "", word = ""]) {
  const names = [word, ...word.startsWith(`${provider}.`) ? [word.slice(provider.length + 1)] : []];
  const tool = tools.find(({ name }) => names.includes(name));
  if (!tool) throw new CallError("unknown_tool", `No tool ${JSON.stringify(word)}`);
  return tool;
}
async function argumentsText() {
  const text = decode(await denoIo().readStdin(), "The JSON").trim();
  if (text === "" || text === "null") return "{}";
  const problem = text.startsWith("{") ? jsonProblem(text) : "it is not a JSON object";
  if (problem) throw new CallError("usage", `The JSON on standard input is refused: ${problem}`);
  return text;
}

export { call, listTools };

/**
 * The words by which the Go client reaches a program: see spec/utcp-cli.md 2.9 and 5.3.
 *
 * @module
 */

import {
  type Json,
  type JsonObject,
  jsonProblem,
  parseJson,
  stringifyJson,
} from "../agenttool/json.ts";
import type { Tool } from "../agenttool/tool.ts";
import { describe } from "../cli/command.ts";
import { denoIo } from "../cli/deno_io.ts";
import { ExitFailed, ExitOK } from "../cli/exit_status.ts";
import type { ExtensionCall } from "../cli/main.ts";
import { asciiJson, portableJson } from "./_output.ts";
import { callAnswer, CallError, decode, failure } from "./_utcp_call.ts";

/**
 * Prints the tools as a manual. It has no call templates: that client knows how it calls, and
 * passes any arguments on.
 */
export async function listTools({ tools, print }: ExtensionCall): Promise<number> {
  const manual = new Map<string, Json>([
    ["utcp_version", "1.0.1"],
    ["manual_version", "1.0.0"],
    ["tools", tools.map(entryOf)],
  ]);
  await print(asciiJson(stringifyJson(manual)));
  return ExitOK;
}

/**
 * Runs `call PROVIDER TOOL …`, its arguments on standard input: the flags that come as well cannot
 * say what is false or an object. The answer is that of `utcp-call`; a failure is printed on
 * standard error, which is what the client reads then.
 */
export async function call({ tools, args, signal, print, note }: ExtensionCall): Promise<number> {
  let answer: JsonObject;
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

function entryOf(tool: Tool): Json {
  const { name, description, schema } = describe(tool);
  return new Map<string, Json>([
    ["name", name],
    ["description", description],
    ["inputs", inputsOf(schema)],
    ["outputs", new Map([["type", "object"]])],
    ["tags", []],
  ]);
}

/** What the client has types for: a member of another kind would cost the whole manual. */
function inputsOf(schema: string): Json {
  let root: Json;
  try {
    root = parseJson(schema);
  } catch {
    root = null;
  }
  const { properties, required } = root instanceof Map
    ? { properties: root.get("properties"), required: root.get("required") }
    : {};
  return new Map<string, Json>([
    ["type", "object"],
    ["properties", properties instanceof Map ? properties : new Map()],
    [
      "required",
      Array.isArray(required) ? required.filter((name) => typeof name === "string") : [],
    ],
  ]);
}

function toolOf(tools: readonly Tool[], [provider = "", word = ""]: string[]): Tool {
  // The client may name a tool as it has registered it.
  const names = [word, ...word.startsWith(`${provider}.`) ? [word.slice(provider.length + 1)] : []];
  const tool = tools.find(({ name }) => names.includes(name));
  if (!tool) throw new CallError("unknown_tool", `No tool ${JSON.stringify(word)}`);
  return tool;
}

async function argumentsText(): Promise<string> {
  const text = decode(await denoIo().readStdin(), "The JSON").trim();
  // What that client writes where there are none.
  if (text === "" || text === "null") return "{}";
  const problem = text.startsWith("{") ? jsonProblem(text) : "it is not a JSON object";
  if (problem) throw new CallError("usage", `The JSON on standard input is refused: ${problem}`);
  return text;
}

import { file, result, text } from "../agenttool/content.ts";
import { NotRunError, ToolError } from "../agenttool/errors.ts";
import { defineRawTool } from "../agenttool/define_tool.ts";
import { jsonMembers } from "../agenttool/json.ts";
import type { Call, Result, Tool } from "../agenttool/tool.ts";
import { shellWord } from "../markdown/inline.ts";
import {
  AsmpActionError,
  AsmpError,
  AsmpHttpError,
  AsmpReplyError,
  AsmpTimeoutError,
} from "./client_errors.ts";
import { type ExpectedField, fieldsSchema } from "./expected.ts";
import { replyOf, type ReplyOptions } from "./reply.ts";
import type { AsmpRun } from "./run.ts";
import { commandsOf, type ResourceCommand, type RunCommand } from "./run_commands.ts";
import { invokeTool, readResource } from "./run_stage.ts";

/** How a run becomes tools. */
export interface AsmpToolsOptions {
  /** What a command line begins with; `toolcli asmp BASE_URL --run ID` unless set. */
  program?: string;
  /** Whether a reply is one JSON object: `{ "run_id", "frame", "cli" }`, and `"result"`. */
  json?: boolean;
  /** How long a state that is processing is followed, in ms; 30,000 unless set. */
  patience?: number;
  /** Ends the asking for the run. */
  signal?: AbortSignal;
}

/**
 * Gives what can be done with a run as tools: see {@linkcode asmpTools}.
 *
 * @param run The run; it knows what came of each call.
 * @param options How it becomes tools.
 * @returns The tools.
 */
export function runTools(run: AsmpRun, options: AsmpToolsOptions = {}): Tool[] {
  return commandsOf(run).map((command) => toolOf(command, run, options));
}

/**
 * What a command line for a run begins with.
 *
 * @param baseUrl The server's address.
 * @param runId The run.
 * @param more Words between them.
 * @returns The words, as a shell reads them.
 */
export function programOf(baseUrl: string, runId: string, more: readonly string[] = []): string {
  return ["toolcli", "asmp", baseUrl, ...more, "--run", runId].map(shellWord).join(" ");
}

function toolOf(command: RunCommand, run: AsmpRun, options: AsmpToolsOptions): Tool {
  const { name, fields } = command;
  const common = { name, description: describe(command, run), parameters: schemaOf(command, run) };
  switch (command.kind) {
    case "action":
      return defineRawTool({
        ...common,
        annotations: command.critical ? { destructive: true } : undefined,
        execute: (call) => takeAction(command.option.action, fields, call, run, options),
      });
    case "tool":
      return defineRawTool({
        ...common,
        execute: (call) => callTool(command.tool.name, fields, call, run, options),
      });
    case "resource":
      return defineRawTool({
        ...common,
        annotations: { readOnly: true },
        execute: (call) => read(command.resources, fields, call, run, options),
      });
  }
}

function describe(command: RunCommand, { frame, cli }: AsmpRun): string {
  if (command.kind === "tool") return command.tool.description ?? "";
  if (command.kind === "resource") {
    const about = [...command.resources].map(([path, { name }]) =>
      name ? `${path} (${name})` : path
    );
    return `Read ${about.join(", ")}.`;
  }
  const { action, label, keys } = command.option;
  const what = label === action ? `Go on from ${frame.state}` : label;
  const key = keys === undefined ? "" : ` (key ${keys})`;
  const critical = command.critical ? "Critical, ask a person first: " : "";
  return `${critical}${what}${key}\n\n${cli.hint ?? frame.hint}`;
}

function schemaOf(command: RunCommand, { cli }: AsmpRun): string | undefined {
  if (command.kind === "resource") return pathSchema(command.resources);
  return fieldsSchema(command.fields, command.kind === "action" ? cli.input_hint : undefined);
}

function pathSchema(resources: ResourceCommand["resources"]): string {
  const path = { type: "string", enum: [...resources.keys()] };
  return JSON.stringify({ type: "object", properties: { path }, required: ["path"] });
}

async function takeAction(
  action: string,
  fields: readonly ExpectedField[],
  call: Call,
  run: AsmpRun,
  options: AsmpToolsOptions,
): Promise<string> {
  const body = await complete(call, fields, run);
  await replied(() => run.take(action, body, call.signal));
  const { patience = 30_000 } = options;
  try {
    await run.settle(patience, (line) => call.progress(line), call.signal);
  } catch (error) {
    call.signal.throwIfAborted();
    // The action is taken: where the run is by now is all that is not known.
    call.progress((error as Error).message);
  }
  return reply(run, options);
}

async function callTool(
  name: string,
  fields: readonly ExpectedField[],
  call: Call,
  run: AsmpRun,
  options: AsmpToolsOptions,
): Promise<string> {
  const body = await complete(call, fields, run);
  const value = await replied(() => invokeTool(run, name, body, call.signal));
  // It may have changed what the run has gathered.
  if (options.json) await run.refresh(call.signal).catch(() => {});
  return reply(run, options, { text: value.text, result: value.json });
}

async function read(
  resources: ResourceCommand["resources"],
  fields: readonly ExpectedField[],
  call: Call,
  run: AsmpRun,
  options: AsmpToolsOptions,
): Promise<Result | string> {
  const { path } = JSON.parse(await complete(call, fields, run, pathSchema(resources)));
  const resource = resources.get(path);
  if (!resource) {
    const known = [...resources.keys()].map((path) => JSON.stringify(path)).join(", ");
    throw new NotRunError(`There is no ${JSON.stringify(path)} to read: there is ${known}`);
  }
  const value = await replied(() => readResource(run, resource.uri, call.signal), false);
  const told = reply(run, options, { text: value.text, result: value.json });
  if (!value.bytes) return told;
  const next = told === "" ? [] : [text(told)];
  return result([file(path, value.bytes, resource.mime_type), ...next]);
}

/** The arguments, with an answer for each field that has to be there and is not. */
async function complete(
  call: Call,
  fields: readonly ExpectedField[],
  { frame, cli }: AsmpRun,
  form?: string,
): Promise<string> {
  const members = jsonMembers(call.args);
  const lack = () => fields.filter(({ name, required }) => required && !members.has(name));
  const missing = lack();
  if (missing.length === 0) return call.args;
  const schema = JSON.parse(form ?? fieldsSchema(missing, cli.input_hint)!);
  const { action, content = {} } = await call.ask({ message: cli.hint ?? frame.hint, schema });
  if (action === "accept") {
    for (const { name } of missing) {
      if (Object.hasOwn(content, name)) members.set(name, JSON.stringify(content[name]));
    }
    if (lack().length === 0) {
      return `{${[...members].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
    }
  }
  const names = lack().map(({ name }) => name).join(", ");
  throw new NotRunError(`Nothing was sent: ${names} ${missing.length > 1 ? "are" : "is"} missing`);
}

/**
 * Says what a refusal means to whoever made a call.
 *
 * @param request What may be refused.
 * @param changes Whether it changes something.
 * @returns What it gives.
 * @throws {NotRunError} Where the server refused before it did anything.
 * @throws {ToolError} Where it failed.
 */
export async function replied<T>(request: () => Promise<T>, changes = true): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof AsmpError)) throw error;
    const { message } = error;
    if (error instanceof AsmpActionError) throw new NotRunError(message, { cause: error });
    if (error instanceof AsmpHttpError) {
      const said = error.hint ?? message;
      throw new (error.refused ? NotRunError : ToolError)(said, { cause: error });
    }
    const lost = error instanceof AsmpTimeoutError || error instanceof AsmpReplyError;
    const unknown = changes && lost ? "; whether it was done is not known" : "";
    throw new ToolError(message + unknown, { cause: error });
  }
}

function reply(
  run: AsmpRun,
  { json, program = programOf(run.client.baseUrl, run.id) }: AsmpToolsOptions,
  options: Pick<ReplyOptions, "text" | "result"> = {},
): string {
  return replyOf(run, { ...options, json, program });
}

import { type CliObject, RUN_STATUSES, type RunStatus, type StateFrame } from "./wire.ts";

/** What is wrong with a reply, as part of a sentence. */
export class Misshapen extends Error {
  override name = "Misshapen";
}

/**
 * Reads a state frame. Members that are null count as absent, those that are not known are left
 * out; patterns and UUIDs are not checked: servers exist that have others.
 *
 * @param value What the server sent, parsed.
 * @returns The frame.
 * @throws {Misshapen} For the first member that is not what it has to be.
 */
export function readFrame(value: unknown): StateFrame {
  const frame = members(value, "");
  return withoutAbsent({
    run_id: runId(frame),
    workflow_id: text(frame, "workflow_id"),
    state: text(frame, "state"),
    status: status(frame),
    hint: text(frame, "hint"),
    next_states: list(frame, "next_states", (item, path) => {
      const { method = "POST" } = item;
      if (method !== "POST") throw new Misshapen(`${path}.method: expected "POST"`);
      return withoutAbsent({
        action: text(item, "action", path),
        method: "POST" as const,
        href: text(item, "href", path),
        expects: expects(item, path),
        is_critical: optionalFlag(item, "is_critical", path),
      });
    }),
    resource_url: optionalText(frame, "resource_url"),
    active_skill: isAbsent(frame.active_skill) ? undefined : skill(frame.active_skill),
    tools: isAbsent(frame.tools) ? undefined : list(frame, "tools", (item, path) =>
      withoutAbsent({
        name: text(item, "name", path),
        href: text(item, "href", path),
        description: optionalText(item, "description", path),
        expects: expects(item, path),
      })),
    resources: isAbsent(frame.resources)
      ? undefined
      : list(frame, "resources", (item, path) =>
        withoutAbsent({
          uri: text(item, "uri", path),
          name: optionalText(item, "name", path),
          mime_type: optionalText(item, "mime_type", path),
        })),
    data: isAbsent(frame.data) ? undefined : members(frame.data, "data"),
    milestones: isAbsent(frame.milestones) ? undefined : texts(frame.milestones, "milestones"),
    stream_url: optionalText(frame, "stream_url"),
  });
}

/**
 * Reads a CLI object, as {@linkcode readFrame} does a frame.
 *
 * @param value What the server sent, parsed.
 * @returns The CLI object.
 * @throws {Misshapen} For the first member that is not what it has to be.
 */
export function readCli(value: unknown): CliObject {
  const cli = members(value, "");
  return withoutAbsent({
    prompt: optionalText(cli, "prompt"),
    hint: optionalText(cli, "hint"),
    options: isAbsent(cli.options)
      ? undefined
      : list(cli, "options", (item, path) =>
        withoutAbsent({
          action: text(item, "action", path),
          label: text(item, "label", path),
          keys: optionalText(item, "keys", path),
        })),
    input_hint: optionalText(cli, "input_hint"),
    run_id: optionalText(cli, "run_id"),
  });
}

/** Reads any object. */
export function readObject(value: unknown): Record<string, unknown> {
  return members(value, "");
}

type Members = Record<string, unknown>;

/** It is printed alone on a line, and typed again. */
function runId(frame: Members): string {
  const value = text(frame, "run_id");
  if (/^[^\s\p{C}]+$/u.test(value)) return value;
  throw new Misshapen(`run_id: expected one word, got ${brief(value)}`);
}

function status(frame: Members): RunStatus {
  const value = text(frame, "status");
  const known = RUN_STATUSES.find((status) => status === value);
  if (known) return known;
  throw new Misshapen(`status: expected one of ${RUN_STATUSES.join(", ")}, got ${brief(value)}`);
}

function skill(value: unknown) {
  const path = "active_skill", item = members(value, path);
  return withoutAbsent({
    name: text(item, "name", path),
    url: text(item, "url", path),
    context_summary: optionalText(item, "context_summary", path),
    version: optionalText(item, "version", path),
  });
}

function expects(item: Members, path: string): Record<string, string> | undefined {
  if (isAbsent(item.expects)) return undefined;
  const fields = members(item.expects, `${path}.expects`);
  for (const name of Object.keys(fields)) text(fields, name, `${path}.expects`);
  return fields as Record<string, string>;
}

function members(value: unknown, path: string): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw misfit(path, "an object", value);
}

function list<T>(holder: Members, name: string, read: (item: Members, path: string) => T): T[] {
  const value = own(holder, name);
  if (!Array.isArray(value)) throw misfit(name, "an array", value);
  return value.map((item, index) => {
    const path = `${name}[${index}]`;
    return read(members(item, path), path);
  });
}

function texts(value: unknown, path: string): string[] {
  if (!Array.isArray(value)) throw misfit(path, "an array", value);
  const wrong = value.findIndex((item) => typeof item !== "string");
  if (wrong >= 0) throw misfit(`${path}[${wrong}]`, "a string", value[wrong]);
  return value;
}

function text(holder: Members, name: string, path = ""): string {
  const value = own(holder, name);
  if (typeof value === "string") return value;
  throw misfit(path ? `${path}.${name}` : name, "a string", value);
}

function optionalText(holder: Members, name: string, path = ""): string | undefined {
  return isAbsent(own(holder, name)) ? undefined : text(holder, name, path);
}

function optionalFlag(holder: Members, name: string, path: string): boolean {
  const value = own(holder, name);
  if (isAbsent(value)) return false;
  if (typeof value === "boolean") return value;
  throw misfit(`${path}.${name}`, "a boolean", value);
}

function own(holder: Members, name: string): unknown {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}

/** Some servers write null for what they leave out. */
function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function misfit(path: string, expected: string, value: unknown): Misshapen {
  return new Misshapen(`${path && `${path}: `}expected ${expected}, got ${brief(value)}`);
}

function brief(value: unknown): string {
  const json = JSON.stringify(value) ?? "nothing";
  return json.length <= 60 ? json : `${json.slice(0, 60)}…`;
}

function withoutAbsent<T extends object>(value: T): T {
  for (const name of Object.keys(value) as (keyof T)[]) {
    if (value[name] === undefined) delete value[name];
  }
  return value;
}

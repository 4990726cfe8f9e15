import type { CliHook } from "./workflow_state.ts";
import { type CliOption, type Expects, RUN_STATUSES, type RunStatus } from "./wire.ts";

const HOOK_MEMBERS = ["prompt", "hint", "options", "input_hint"];

/** Checks a workflow's name: see spec/asmp.md 2.1, as for what follows. */
export function checkId(id: string): string {
  if (/^[a-z0-9][a-z0-9-]*[a-z0-9]$/.test(id)) return id;
  throw new SyntaxError(
    `Invalid workflow id "${id}": expected two or more lower-case letters, digits and dashes, no dash at an end`,
  );
}

/** Checks a state's name. */
export function checkState(state: string): string {
  if (/^[A-Z][A-Z0-9_]*$/.test(state)) return state;
  throw new SyntaxError(
    `Invalid state "${state}": expected upper-case letters, digits and underscores, a letter first`,
  );
}

/** Checks a status. */
export function checkStatus(status: RunStatus): void {
  if (RUN_STATUSES.includes(status)) return;
  throw new RangeError(`Invalid status "${status}": expected one of ${RUN_STATUSES.join(", ")}`);
}

/** Checks a text that stands for itself. */
export function checkText(what: string, text: string, empty = false): void {
  if (typeof text !== "string") {
    throw new TypeError(`Invalid ${what}: expected a string, got ${kindOf(text)}`);
  }
  if (text === "" && !empty) throw new TypeError(`Invalid ${what}: it is empty`);
}

/** Checks members of options that may be left out. */
export function checkMembers<T extends object>(
  options: T,
  names: readonly (keyof T & string)[],
  type: "string" | "boolean" | "function",
): void {
  for (const name of names) {
    const value = options[name];
    if (value === undefined || typeof value === type) continue;
    throw new TypeError(`Invalid ${name}: expected a ${type}, got ${kindOf(value)}`);
  }
}

/** Checks what a stage or a state does. */
export function checkFunction(what: string, value: unknown): void {
  if (typeof value === "function") return;
  throw new TypeError(`Invalid ${what}: expected a function, got ${kindOf(value)}`);
}

/** Checks names of fields with words for their types. */
export function checkExpects(expects: Expects | undefined): void {
  if (expects === undefined) return;
  if (kindOf(expects) !== "object") {
    throw new TypeError(`Invalid expects: expected an object, got ${kindOf(expects)}`);
  }
  for (const [field, type] of Object.entries(expects)) checkText(`type of field "${field}"`, type);
}

/** Checks what a client is to show, for a frame's reader must get a CLI object of the schema. */
export function checkCliHook(hook: CliHook): CliHook {
  for (const [name, value] of Object.entries(hook)) {
    if (!HOOK_MEMBERS.includes(name)) {
      throw new TypeError(`Unknown member "${name}": expected one of ${HOOK_MEMBERS.join(", ")}`);
    }
    if (name !== "options" && value !== undefined) checkText(name, value, true);
  }
  return hook.options === undefined
    ? { ...hook }
    : { ...hook, options: checkOptions(hook.options) };
}

function checkOptions(options: CliOption[]): CliOption[] {
  if (!Array.isArray(options)) {
    throw new TypeError(`Invalid options: expected an array, got ${kindOf(options)}`);
  }
  return options.map((option, index) => {
    checkText(`action of option ${index + 1}`, option?.action);
    checkText(`label of option ${index + 1}`, option.label, true);
    if (option.keys !== undefined) checkText(`keys of option ${index + 1}`, option.keys, true);
    return { ...option };
  });
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

import { visible } from "../agenttool/visible.ts";
import type { Command, Param } from "../cli/command.ts";
import { code, collapsed, shellWord } from "./inline.ts";

/**
 * Renders one command: what it does, how its command line looks, and its parameters.
 *
 * @param program The program, as a command line begins.
 * @param command The command.
 * @returns Markdown, under a heading of level three.
 */
export function section(program: string, command: Command): string {
  const blocks = [
    `### ${code(command.name)}`,
    nested(command.description),
    hints(command),
    `\`\`\`sh\n${synopsis(program, command)}\n\`\`\``,
    paramLines(command.params, "", "").join("\n"),
  ];
  return `${blocks.filter((block) => block).join("\n\n")}\n`;
}

/**
 * A tool's description, which may hold Markdown: its headings are text and its fences end with it,
 * so that it cannot pass for more than the description of one command.
 */
function nested(description: string): string {
  let fence = "";
  const lines = visible(description.trim().replaceAll("\r\n", "\n")).split("\n").map((line) => {
    const [, mark = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence) {
      if (mark.startsWith(fence) && line.trim() === mark) fence = "";
      return line;
    }
    fence = mark;
    return line.replace(/^ {0,3}(?=#{1,6}(?:\s|$))/, "$&\\");
  });
  return [...lines, ...fence ? [fence] : []].join("\n");
}

function hints({ annotations, needsOrder }: Command): string {
  const { readOnly, destructive, idempotent, openWorld } = annotations;
  const words = [
    readOnly ? "read-only" : destructive ? "may be destructive" : "",
    !readOnly && idempotent ? "idempotent" : "",
    openWorld ? "reaches outside systems" : "",
  ].filter((word) => word);
  const lines = [
    words.length > 0 ? `Hints from the tool: ${words.join("; ")}.` : "",
    needsOrder ? "Nothing orders a call of it against calls by other processes." : "",
  ];
  return lines.filter((line) => line).join("\n");
}

function synopsis(program: string, { name, params }: Command): string {
  const json = jsonNeed(params, true);
  return [
    program,
    shellWord(name),
    ...synopsisFlags(params, "", true),
    ...(json === "required" ? ["(<json> | -)"] : json === "optional" ? ["[<json> | -]"] : []),
  ].join(" ");
}

/** A flag is required only where every object that holds it is required too. */
function synopsisFlags(params: readonly Param[], prefix: string, within: boolean): string[] {
  return params.flatMap((param) => {
    const path = prefix + param.name, required = within && param.required;
    const fields = synopsisFlags(param.fields ?? [], `${path}.`, required);
    if (!param.flag()) return fields;
    const flag = shellWord(`--${path}`);
    const type = param.repeated() ? param.items : param.type;
    const value = param.map() ? ` <key>=<${param.values}>` : type === "boolean" ? "" : ` <${type}>`;
    const repeat = param.repeated() || param.map() ? " ..." : "";
    const text = `${flag}${value}${repeat}`;
    return [required ? text : `[${text}]`];
  });
}

/** Whether some value can be given as JSON only, and whether one of those is required. */
function jsonNeed(params: readonly Param[], within: boolean): "required" | "optional" | "" {
  let need: "optional" | "" = "";
  for (const param of params) {
    if (param.flag()) continue;
    const required = within && param.required;
    const inner = param.fields && hasFlag(param.fields)
      ? jsonNeed(param.fields, required)
      : required
      ? "required"
      : "optional";
    if (inner === "required") return inner;
    need ||= inner;
  }
  return need;
}

function hasFlag(params: readonly Param[]): boolean {
  return params.some((param) => param.flag() || hasFlag(param.fields ?? []));
}

function paramLines(params: readonly Param[], prefix: string, indent: string): string[] {
  return params.flatMap((param) => {
    const path = prefix + param.name;
    const about = collapsed(param.description);
    const line = `${indent}- ${code(`${param.flag() ? "--" : ""}${path}`)} (${facts(param)})` +
      (about && `: ${about}`) + choices(param, about);
    return [
      line,
      ...paramLines(param.fields ?? [], `${path}.`, `${indent}  `),
      ...paramLines(param.elements ?? [], `${path}[].`, `${indent}  `),
    ];
  });
}

function facts(param: Param): string {
  const { format, range, pattern } = param;
  return [
    typeLabel(param),
    param.repeated() || param.map() ? "repeatable" : "",
    param.required ? "required" : "",
    param.flag() || hasFlag(param.fields ?? []) ? "" : "JSON only",
    format && `format ${collapsed(format)}`,
    range,
    pattern && `pattern ${code(pattern)}`,
    param.default && `default ${code(param.default)}`,
  ].filter((fact) => fact).join(", ");
}

function typeLabel({ type, items, values }: Param): string {
  if (!type) return "any JSON value";
  if (items) return `array of ${collapsed(items)}`;
  return values ? `map of ${collapsed(values)}` : collapsed(type);
}

function choices(param: Param, about: string): string {
  if (!param.enum) return "";
  const words = param.type === "array" ? "Each one of" : "One of";
  const end = about.endsWith(".") ? "" : ".";
  return `${end} ${words} ${param.enum.map(code).join(", ")}`;
}

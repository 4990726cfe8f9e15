import type { Command, Param } from "../cli/command.ts";

/**
 * Describes a command as JSON.
 *
 * @param command The command.
 * @param source Where it is from.
 * @returns An object's JSON text; the schema in it is the one that the tool serves, byte for byte.
 */
export function commandJson(command: Command, source: string): string {
  const { name, description, annotations, schema, params } = command;
  const members = [
    ["name", JSON.stringify(name)],
    ["description", JSON.stringify(description)],
    ["annotations", JSON.stringify(annotations)],
    // A schema that is no JSON is shown as the text that it is.
    ["parameters", isJson(schema) ? schema.trim() : JSON.stringify(schema)],
    ["params", `[${params.map((param) => paramJson(param, "")).join(",")}]`],
    ["source", JSON.stringify(source)],
  ];
  return objectOf(members);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function paramJson(param: Param, prefix: string): string {
  const path = prefix + param.name;
  const list = (params: Param[], prefix: string) =>
    `[${params.map((param) => paramJson(param, prefix)).join(",")}]`;
  const optional: [name: string, json: string | undefined | false][] = [
    ["items", param.items && JSON.stringify(param.items)],
    ["values", param.values && JSON.stringify(param.values)],
    ["flag", param.flag() && JSON.stringify(`--${path}`)],
    ["repeatable", (param.repeated() || param.map()) && "true"],
    ["enum", param.enum && `[${param.enum.join(",")}]`],
    ["format", param.format && JSON.stringify(param.format)],
    ["range", param.range && JSON.stringify(param.range)],
    ["pattern", param.pattern && JSON.stringify(param.pattern)],
    ["default", param.default],
    ["fields", param.fields && list(param.fields, `${path}.`)],
    ["elements", param.elements && list(param.elements, `${path}[].`)],
  ];
  return objectOf([
    ["name", JSON.stringify(param.name)],
    ["description", JSON.stringify(param.description)],
    ["type", JSON.stringify(param.type)],
    ["required", String(param.required)],
    ...optional.filter((member): member is [string, string] => Boolean(member[1])),
  ]);
}

function objectOf(members: string[][]): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
}

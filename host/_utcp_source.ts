import { HostError } from "./errors.ts";
import { messageOf } from "../agenttool/errors.ts";
import type { Tool } from "../agenttool/tool.ts";
import { dotenv, utcpTools } from "../utcp/source.ts";
import { readJson } from "./_json_file.ts";
import type { Notes } from "./_load.ts";
import type { Origin } from "./_origin.ts";
import { nameOf } from "./_paths.ts";

type UtcpOrigin = Extract<Origin, { kind: "utcp" }>;

/** Gives the tools of a UTCP manual, a call template or an array of them. */
export async function load(origin: UtcpOrigin, { note }: Notes): Promise<Tool[]> {
  const { path, variables, envFiles, limits, at } = origin;
  const name = nameOf(path);
  const value = await valueOf(origin);
  try {
    const loaders = envFiles?.map(dotenv);
    return await utcpTools(value, { name, variables, loaders, note, ...limits });
  } catch (error) {
    const message = messageOf(error);
    throw new HostError(at === "" ? `${JSON.stringify(path)}: ${message}` : message, {
      cause: error,
    });
  }
}

/** Looks for what is wrong, dangerous or surprising in the templates of a manual. */
export async function lint(origin: UtcpOrigin): Promise<string[]> {
  const { parseManual, parseTemplate, isCliTemplate } = await import("../utcp/template.ts");
  const { lintTemplate } = await import("../utcp/lint.ts");
  const named = (name: string, found: string[]) =>
    found.map((text) => `${JSON.stringify(name)}: ${text}`);
  const lintOne = (value: unknown): string[] => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, "tools")) {
      const template = parseTemplate(value);
      const found = lintTemplate(template);
      return template.name === undefined ? found : named(template.name, found);
    }
    return parseManual(value).manual.tools.flatMap(({ name, inputs, tool_call_template }) =>
      isCliTemplate(tool_call_template) ? named(name, lintTemplate(tool_call_template, inputs)) : []
    );
  };
  const value = await valueOf(origin);
  if (!Array.isArray(value)) return lintOne(value);
  return value.flatMap((item) => {
    try {
      return lintOne(item);
    } catch {
      return []; // The tools are loaded without it, which is told then.
    }
  });
}

async function valueOf({ path, json }: UtcpOrigin): Promise<unknown> {
  return json === undefined ? (await readJson(path)).value : JSON.parse(json);
}

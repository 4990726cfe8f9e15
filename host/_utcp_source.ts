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
  const lintOne = (name: string | undefined, ...args: Parameters<typeof lintTemplate>) => {
    const place = name === undefined ? "" : `${JSON.stringify(name)}: `;
    try {
      return lintTemplate(...args).map((text) => place + text);
    } catch (error) {
      return [`${place}Cannot be checked: ${messageOf(error)}`]; // nested too deeply
    }
  };
  const lintAll = (value: unknown): string[] => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, "tools")) {
      const template = parseTemplate(value);
      return lintOne(template.name, template);
    }
    return parseManual(value).manual.tools.flatMap(({ name, inputs, tool_call_template }) =>
      isCliTemplate(tool_call_template) ? lintOne(name, tool_call_template, inputs) : []
    );
  };
  const value = await valueOf(origin);
  if (!Array.isArray(value)) return lintAll(value);
  return value.flatMap((item) => {
    try {
      return lintAll(item);
    } catch {
      return []; // The tools are loaded without it, which is told then.
    }
  });
}

async function valueOf({ path, json }: UtcpOrigin): Promise<unknown> {
  return json === undefined ? (await readJson(path)).value : JSON.parse(json);
}

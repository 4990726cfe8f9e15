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
  const lintOne = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(lintOne);
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, "tools")) {
      return lintTemplate(parseTemplate(value));
    }
    return parseManual(value).manual.tools.flatMap(({ name, inputs, tool_call_template }) =>
      isCliTemplate(tool_call_template)
        ? lintTemplate(tool_call_template, inputs).map((found) =>
          `${JSON.stringify(name)}: ${found}`
        )
        : []
    );
  };
  return lintOne(await valueOf(origin));
}

async function valueOf({ path, json }: UtcpOrigin): Promise<unknown> {
  return json === undefined ? (await readJson(path)).value : JSON.parse(json);
}

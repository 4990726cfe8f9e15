import { messageOf } from "../agenttool/errors.ts";
import type { Tool } from "../agenttool/tool.ts";
import { ToolSet } from "../agenttool/tool_set.ts";
import { SourceError } from "./errors.ts";
import type { Origin } from "./_origin.ts";
import { isAddress } from "./_paths.ts";

/**
 * Imports a module and finds its tools: its default export or `tools`, an iterable of tools or a
 * function that returns one.
 *
 * @param source A path, or an address.
 * @returns The tools, as the module gives them.
 * @throws {SourceError} Where there is no such module, or it has no tools.
 */
export async function loadModule(source: string): Promise<Iterable<Tool>> {
  return await toolsOf(source, await importModule(source));
}

/** Gives the tools of a module in a program of several sources. */
export async function load({ module, label, exports }: ModuleOrigin): Promise<Iterable<Tool>> {
  if (!exports) return await loadModule(module);
  return await toolsOf(label, await called(label, exports));
}

type ModuleOrigin = Extract<Origin, { kind: "module" }>;

async function toolsOf(source: string, exports: Record<string, unknown>): Promise<Iterable<Tool>> {
  // The default may be something else, such as a server's handler.
  for (const name of ["tools", "default"]) {
    if (!Object.hasOwn(exports, name)) continue;
    const value = exports[name];
    const tools: unknown = typeof value === "function"
      ? await called(source, () => value())
      : value;
    if (isIterable(tools)) return await called(source, () => checked(source, tools));
  }
  throw new SourceError(
    source,
    'it exports no tools: export an array of them as "tools" or as the default',
  );
}

/**
 * Imports a module.
 *
 * @param source A path, or an address.
 * @returns What it exports.
 * @throws {SourceError} Where it cannot be loaded.
 */
export async function importModule(source: string): Promise<Record<string, unknown>> {
  try {
    return await import(await moduleAddress(source));
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (isOtherFile(source)) throw new SourceError(source, NO_SOURCE, { cause: error });
    const reason = error instanceof SyntaxError && Deno.build.standalone
      // A binary has nothing that turns TypeScript into JavaScript.
      ? `${described(error)}; this toolcli is a binary, which reads JavaScript only: run toolcli ` +
        "with Deno for modules in TypeScript"
      : described(error);
    throw new SourceError(source, `it could not be loaded: ${reason}`, { cause: error });
  }
}

/** Whether a path's last part ends like that of something else than a module. */
function isOtherFile(source: string): boolean {
  const [, extension] = /[^\\/]\.([^.\\/]*)$/.exec(source) ?? [];
  return extension !== undefined && !isAddress(source) && !/^[cm]?[jt]s$|^[jt]sx$/i.test(extension);
}

const NO_SOURCE = "it is no source of tools: expected a module (.ts, .js), a JSON file (.json, " +
  ".jsonc), or asmp+http:// and the address of a run";

/**
 * A module's address, also of one that is given by its path.
 *
 * @param source The path or address.
 * @returns The address.
 * @throws {SourceError} Where there is no such file.
 */
export async function moduleAddress(source: string): Promise<string> {
  return isAddress(source) ? source : await fileAddress(source);
}

async function fileAddress(path: string): Promise<string> {
  try {
    const { isFile } = await Deno.stat(path);
    if (!isFile) throw new SourceError(path, "it is not a file");
    const real = await Deno.realPath(path);
    const posix = Deno.build.os === "windows" ? `/${real.replaceAll("\\", "/")}` : real;
    return new URL(`file://${posix.split("/").map(encodeURIComponent).join("/")}`).href;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new SourceError(path, "there is no such file");
    throw error;
  }
}

/** Calls a function that makes the tools. */
async function called<T>(source: string, make: () => T | Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(source, `its tools could not be made: ${described(error)}`, {
      cause: error,
    });
  }
}

/** What was thrown, and where, for the one who wrote the module. */
function described(error: unknown): string {
  // A syntax error goes on with a picture of the code, and says where it is at the end.
  const [first = ""] = messageOf(error).split("\n");
  if (!(error instanceof Error)) return first;
  // Deno colours the place of an import.
  const stack = (error.stack ?? "").replaceAll(COLOUR, "");
  const frames = stack.match(/^\s+at .*$/gm) ?? [];
  const place = frames.find((frame) => !isForeign(frame))?.trim();
  return `${error.name}: ${first}${place ? ` (${place})` : ""}`;
}

// deno-lint-ignore no-control-regex
const COLOUR = /\x1b\[[\d;]*m/g;

/** Whether a line of a stack is in Deno or in toolcli, which who wrote the module cannot change. */
function isForeign(frame: string): boolean {
  const root = new URL("../", import.meta.url).href;
  return /[ (](?:ext:|node:|<anonymous>)/.test(frame) ||
    OWN.some((path) => frame.includes(root + path));
}

/** The rooms, and the file that `built/` has for some of them. */
const OWN = [
  "agenttool/",
  "asmp/",
  "cli/",
  "host/",
  "markdown/",
  "mcp/",
  "mod.js",
  "prompt/",
  "utcp/",
];

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

function checked(source: string, tools: Iterable<unknown>): Iterable<Tool> {
  // What is neither a set nor an array may be readable once only.
  const list = tools instanceof ToolSet || Array.isArray(tools) ? tools : [...tools];
  for (const [index, tool] of [...list].entries()) {
    const { name, execute } = (tool ?? {}) as Partial<Tool>;
    if (typeof name !== "string" || typeof execute !== "function") {
      throw new SourceError(source, `tools[${index}] is not a tool: make it with defineTool`);
    }
  }
  return list as Iterable<Tool>;
}

/**
 * Writes the other files of this folder: the project's modules as JavaScript, joined into the few
 * files that a program loads. Deno takes 0.1 to 0.2 ms for each module, and longer where it is
 * TypeScript: see bench/README.md. What `deno.json` exports is from here; the types and their
 * documentation are those of the modules.
 *
 * Run it after a change of a module: `deno task build`. A test fails where that was forgotten. Where
 * the way of a call has changed much, `deno task build --profile` lists anew which functions it runs.
 *
 * @module
 */

import { isAbsolute } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { type Plugin, rollup } from "rollup";
import { hotFunctions, profile, warm } from "./_warm.ts";

const ROOT = new URL("../", import.meta.url);

/**
 * The files that hold several modules: the modules named and what they import of their room, without
 * what a file above them has. What is in none of them stands in files that Rollup makes up.
 */
const FILES: [name: string, modules: string[]][] = [
  // What every call of a tool loads, and the package's main module.
  ["mod", [
    "mod.ts",
    "cli/mod.ts",
    "agenttool/mod.ts",
    "agenttool/_interpreter.ts",
    "agenttool/renewal.ts",
    "cli/deno_group.ts",
    "markdown/help.ts",
    "markdown/mod.ts",
    "prompt/prompt.ts",
    "prompt/terminal_prompt.ts",
  ]],
  // What some calls need: in one file, because Deno reads it at each start, needed or not.
  ["cli/_rest", [
    "agenttool/_formats.ts",
    "agenttool/_wording.ts",
    "agenttool/answer_problem.ts",
    "agenttool/until_aborted.ts",
    "cli/_content.ts",
    "cli/_question_report.ts",
    "cli/_questions.ts",
    "cli/_record.ts",
    "cli/_renewal.ts",
    "cli/suggest.ts",
    "cli/write_stream.ts",
    "prompt/_lines.ts",
    "prompt/_terminal.ts",
    "prompt/_terminal_lines.ts",
  ]],
  ["mcp/hints", [
    "mcp/hints.ts",
    "mcp/_meta.ts",
    "mcp/_object.ts",
    "mcp/references.ts",
    "mcp/shown.ts",
  ]],
  // What every call by `toolcli run` loads, and the program.
  ["host/main", [
    "host/main.ts",
    "host/_run.ts",
    "host/_module.ts",
    "host/_other_source.ts",
    "host/_dump.ts",
    "host/_commands.ts",
    "host/_print.ts",
  ]],
  ["host/_rest", [
    "host/_configuration.ts",
    "host/_clients.ts",
    "host/_late.ts",
    "host/_options.ts",
    "host/_renewal.ts",
    "host/_wanted.ts",
  ]],
  ["utcp/_start", ["utcp/source.ts"]],
  ["utcp/_run", [
    "utcp/run.ts",
    "utcp/_bash.ts",
    "utcp/_values.ts",
    "utcp/errors.ts",
  ]],
  ["mcp/_start", ["mcp/source.ts"]],
  ["host/_mcp_source", ["host/_mcp_source.ts", "host/_start.ts"]],
];

/** Public modules: each has a file, which says where its types are. */
export async function exported(): Promise<string[]> {
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  return Object.values<string>(exports).map((path) =>
    path.replace(/^\.\/built\//, "").replace(/\.js$/, ".ts")
  );
}

/**
 * Makes the files.
 *
 * @param hot The functions whose code Deno keeps, by their files.
 * @returns The files' texts, by their paths in this folder.
 */
export async function build(hot: Map<string, string[]>): Promise<Map<string, string>> {
  const entries = await exported();
  const groups = await groupsOf();
  const bundle = await rollup({
    input: [
      ...entries.filter((module) => !WHOLE.includes(module)),
      "host/embedded.ts",
      "host/standalone.ts",
    ].map(pathOf),
    external: (id) => !id.startsWith(".") && !isAbsolute(id),
    plugins: [source(), parts(groups)],
    onwarn(warning) {
      throw new Error(warning.message);
    },
  });
  const { output } = await bundle.generate({
    format: "es",
    importAttributesKey: "with",
    hoistTransitiveImports: false,
    minifyInternalExports: false,
    manualChunks: (id) => groups.get(nameOf(id)),
    entryFileNames: ({ facadeModuleId }) => nameOf(facadeModuleId!).replace(/\.ts$/, ".js"),
    chunkFileNames: ({ name, facadeModuleId, moduleIds }) =>
      name.includes("/")
        ? `${name}.js`
        : nameOf(facadeModuleId ?? moduleIds.at(-1)!).replace(/\.ts$/, ".js"),
  });
  await bundle.close();
  const files = new Map<string, string>();
  for (const file of output) {
    if (file.type !== "chunk") throw new Error(`Unexpected file: "${file.fileName}"`);
    const module = file.fileName.replace(/\.js$/, ".ts");
    const up = "../".repeat(module.split("/").length);
    const code = file.code.replaceAll(`'${pathOf("")}`, `'${up}`);
    const types = entries.includes(module) ? `/* @ts-self-types="${up}${module}" */\n` : "";
    files.set(file.fileName, ascii(types + warm(code, hot.get(file.fileName))));
  }
  return files;
}

/** One character more would make V8 hold the whole file in two bytes for each. */
function ascii(code: string): string {
  return code.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Rooms that no program is without: one file holds what is in any of them. */
const HUB = ["mod", "mod.ts", "agenttool", "cli", "markdown", "prompt"];

/** What may be the main module of a process, and has a file of its own to know it by. */
const MAIN = ["host/standalone.ts"];

/** Public modules that are a whole file, whatever else that holds for others. */
const WHOLE = ["mod.ts", "host/main.ts"];

/** Which file a module is in. */
async function groupsOf(): Promise<Map<string, string>> {
  const groups = new Map<string, string>();
  for (const [name, modules] of FILES) {
    for (const module of modules) await visit(module, name);
  }
  return groups;

  async function visit(module: string, name: string): Promise<void> {
    const [room] = name.split("/") as [string];
    const rooms = HUB.includes(room) ? HUB : [room];
    if (groups.has(module) || !rooms.includes(module.split("/")[0]!)) return;
    if (!MAIN.includes(module)) groups.set(module, name);
    const code = await javaScript(pathOf(module));
    for (const [, path] of code.matchAll(/^(?:import|export)\b[^;]*?"(\.[^"]+\.ts)"/gm)) {
      await visit(nameOf(beside(path!, pathOf(module))), name);
    }
  }
}

/** Reads modules, without their types and comments. */
function source(): Plugin {
  return {
    name: "source",
    resolveId(id, from, { attributes }) {
      if (!from || !id.startsWith(".")) return null;
      const path = beside(id, from);
      return path.endsWith(".json") ? { id: path, external: "absolute", attributes } : path;
    },
    load: (id) => javaScript(id),
  };
}

async function javaScript(path: string): Promise<string> {
  const text = await Deno.readTextFile(path);
  const { code } = await transform(text, {
    loader: "ts",
    target: "esnext",
  });
  return code;
}

/**
 * Makes files of what is imported by its address, too. What is in a file that is loaded in any case
 * is imported as usual.
 */
function parts(groups: Map<string, string>): Plugin {
  return {
    name: "parts",
    buildStart() {
      for (const module of WHOLE) {
        this.emitFile({ type: "chunk", id: pathOf(module), preserveSignature: "allow-extension" });
      }
    },
    transform(code, id) {
      if (id.endsWith("/_part.ts")) return null;
      const address = (path: string) => {
        const part = beside(path, id);
        const group = groups.get(nameOf(part));
        const isLoaded = group === "mod" || group === "host/main" && nameOf(id).startsWith("host/");
        if (isLoaded) return JSON.stringify(path);
        const file = this.emitFile({
          type: "chunk",
          id: part,
          preserveSignature: "allow-extension",
        });
        return `import.meta.ROLLUP_FILE_URL_${file}`;
      };
      return code
        .replace(/\bpart\(\s*"([^"]+\.ts)"\s*\)/g, (_, path) => `import(${address(path)})`)
        .replace(
          /\bnew URL\("([^"]+\.ts)", import\.meta\.url\)\.href/g,
          (_, path) => address(path),
        );
    },
  };
}

function pathOf(module: string): string {
  return fileURLToPath(new URL(module, ROOT));
}

function beside(path: string, from: string): string {
  return fileURLToPath(new URL(path, pathToFileURL(from)));
}

function nameOf(path: string): string {
  return pathToFileURL(path).href.slice(ROOT.href.length);
}

/** Gives the paths of the scripts in this folder. */
export async function builtFiles(below = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(`./${below}`, import.meta.url))) {
    if (isDirectory) found.push(...await builtFiles(`${below}${name}/`));
    else if (name.endsWith(".js")) found.push(below + name);
  }
  return found;
}

/** Programs may run meanwhile: only what has changed is written. */
async function write(files: Map<string, string>): Promise<void> {
  const folder = new URL("./", import.meta.url);
  for (const [name, text] of files) {
    const file = new URL(name, folder);
    if (await Deno.readTextFile(file).catch(() => undefined) === text) continue;
    await Deno.mkdir(new URL("./", file), { recursive: true });
    await Deno.writeTextFile(file, text);
  }
  for (const name of await builtFiles()) {
    if (!files.has(name)) await Deno.remove(new URL(name, folder));
  }
}

if (import.meta.main) {
  if (Deno.args.includes("--profile")) {
    await write(await build(new Map()));
    await profile();
  }
  await write(await build(await hotFunctions()));
}

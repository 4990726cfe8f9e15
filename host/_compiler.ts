import { fileURLToPath, pathToFileURL } from "node:url";
import { visible, visibleLine } from "../agenttool/visible.ts";
import { endingSignals } from "../cli/deno_process.ts";
import { HostError } from "./errors.ts";

/** What is compiled, and how. */
export interface Compilation {
  /** Gives the text of the main module; it is told its address, and where toolcli's files are. */
  entry(address: string, root: URL): Promise<string>;
  /** Where the binary goes. */
  output: string;
  /** More options of `deno compile`. */
  options: string[];
  /** Whether what Deno prints is shown. */
  verbose?: boolean;
}

/** Compiles a module with `deno compile`: gives the exit status. */
export async function runCompiler(compilation: Compilation): Promise<number> {
  const stopped = watchSignals();
  const folder = await Deno.makeTempDir({ prefix: "toolcli-compile-" });
  try {
    const entry = `${await Deno.realPath(folder)}/main.ts`;
    const { output, options } = compilation;
    const made = await missingFolders(output);
    const root = await ownFiles(folder);
    await Deno.writeTextFile(entry, await compilation.entry(pathToFileURL(entry).href, root));
    const { command, words, env } = await compiler(root, entry);
    const child = spawn(command, {
      args: [...words, "--no-check", "--no-lock", ...options, "--output", output, entry],
      env,
      stderr: "piped",
    });
    const interrupt = () => child.kill("SIGTERM");
    stopped.signal.addEventListener("abort", interrupt, { once: true });
    if (stopped.signal.aborted) interrupt();
    const { success, stderr } = await child.output();
    if (!success) await removeEmpty(made);
    if (stopped.signal.aborted) return stopped.signal.reason;
    const text = new TextDecoder().decode(stderr).trimEnd();
    const runtime = !success && /denort/i.test(text);
    if (compilation.verbose || !(success || runtime)) console.error(visible(text));
    if (success) {
      console.error(`toolcli: wrote ${visibleLine(await written(output))}`);
      return 0;
    }
    console.error(`toolcli: ${runtime ? NO_RUNTIME : "Deno could not compile it"}`);
    return 1;
  } finally {
    stopped.end();
    await Deno.remove(folder, { recursive: true });
  }
}

function spawn(command: string, options: Deno.CommandOptions): Deno.ChildProcess {
  try {
    return new Deno.Command(command, {
      stdin: "null",
      stdout: "null",
      stderr: "null",
      ...options,
      // Where Deno was when it failed says nothing to who compiles.
      env: { NO_COLOR: "1", RUST_LIB_BACKTRACE: "0", ...options.env },
    }).spawn();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new HostError(
      `${JSON.stringify(command)} is not there, and compiling needs it: install Deno ` +
        "(https://deno.com), or name its path in DENO_COMPILE",
      { cause: error },
    );
  }
}

/** The folders that Deno will make for a file, the innermost first. */
async function missingFolders(path: string): Promise<string[]> {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
    const info = await Deno.stat(folder).catch(() => undefined);
    if (info && !info.isDirectory) {
      throw new HostError(`-o: ${JSON.stringify(folder)} is a file, and no folder`);
    }
    if (info) break;
    folders.push(folder);
  }
  return folders;
}

function folderOf(path: string): string {
  return /[\\/]/.test(path) ? path.replace(/[\\/]+[^\\/]*$/, "") : "";
}

/** Removes folders in which there is nothing. */
async function removeEmpty(folders: string[]): Promise<void> {
  for (const folder of folders) await Deno.remove(folder).catch(() => {});
}

/** The binary, for a reader: Deno may have added `.exe` to its name. */
async function written(output: string): Promise<string> {
  for (const path of [output, `${output}.exe`]) {
    const size = await Deno.stat(path).then(({ size }) => size, () => undefined);
    if (size !== undefined) return `${path} (${(size / 1e6).toFixed(1)} MB)`;
  }
  return output;
}

const NO_RUNTIME =
  "Deno could not get its runtime for compiled programs (denort) from dl.deno.land: compile once " +
  "where that can be reached, or name the path of one of the same version in DENORT_BIN";

/** A program that compiles, and its first words. */
interface Compiler {
  command: string;
  words: string[];
  env?: Record<string, string>;
}

async function compiler(root: URL, entry: string): Promise<Compiler> {
  const own = Deno.build.standalone ? "deno" : Deno.execPath();
  const command = Deno.env.get("DENO_COMPILE") || own;
  if (root.protocol !== "file:") {
    const config = await nearestConfig(Deno.cwd());
    // Otherwise Deno looks for one around the main module, which is in a folder of its own.
    if (config === undefined) return { command, words: ["compile", "--no-config"] };
    // Deno puts a whole `node_modules` into a binary, and looks for toolcli's own packages in it.
    const words = ["--config", config];
    const alone = {
      command,
      words: [...words, "--node-modules-dir=none"],
      env: { DENO_NO_PACKAGE_JSON: "1" },
    };
    const chosen = await findsAll(alone, entry) ? alone : { command, words };
    return { ...chosen, words: ["compile", ...chosen.words] };
  }
  const path = (name: string) => fileURLToPath(new URL(name, projectOf(root)));
  const config = ["--config", path("deno.json")];
  // In a checkout, the launcher finds out which registry can be reached.
  const launcher = path("npm_only/deno.ts");
  const launched = await isFile(launcher) ? ["run", "-q", "-A", ...config, launcher] : [];
  return { command, words: [...launched, "compile", ...config] };
}

/** Whether Deno finds all that a module imports: it compiles one of whose parts it does not. */
async function findsAll({ command, words, env }: Compiler, entry: string): Promise<boolean> {
  const args = ["info", "--json", "--no-lock", "--allow-import", ...words, entry];
  const child = spawn(command, { args, env, stdout: "piped" });
  const { success, stdout } = await child.output();
  if (!success) return false;
  const { modules }: Graph = JSON.parse(new TextDecoder().decode(stdout));
  return modules.every(({ error, dependencies = [] }) =>
    error === undefined && dependencies.every(({ code }) => code?.error === undefined)
  );
}

/** What `deno info` says of a module. */
interface Graph {
  modules: { error?: string; dependencies?: { code?: { error?: string } }[] }[];
}

/** Where a compiler finds toolcli's files: those inside of a binary are copied out. */
async function ownFiles(folder: string): Promise<URL> {
  const root = new URL("../", import.meta.url);
  if (!Deno.build.standalone || root.protocol !== "file:") return root;
  const project = projectOf(root).href;
  await copyFolder(fileURLToPath(project), `${folder}/toolcli`);
  return new URL(root.href.slice(project.length), pathToFileURL(`${folder}/toolcli/`));
}

/** The folder of `deno.json`, of which `built/` holds the modules as one runs them. */
function projectOf(root: URL): URL {
  return root.pathname.endsWith("/built/") ? new URL("../", root) : root;
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to);
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (name === "node_modules") continue;
    if (isDirectory) await copyFolder(`${from}/${name}`, `${to}/${name}`);
    else await Deno.writeFile(`${to}/${name}`, await Deno.readFile(`${from}/${name}`));
  }
}

/** The configuration with which a user's own modules are run here. */
async function nearestConfig(folder: string): Promise<string | undefined> {
  for (let at = folder;; at = at.replace(/[\\/][^\\/]*$/, "")) {
    for (const name of ["deno.json", "deno.jsonc"]) {
      if (await isFile(`${at}/${name}`)) return `${at}/${name}`;
    }
    if (!/[\\/]/.test(at)) return undefined;
  }
}

async function isFile(path: string): Promise<boolean> {
  return await Deno.stat(path).then(({ isFile }) => isFile, () => false);
}

/** Watches for what ends the process; the signal's reason is the exit status then. */
function watchSignals(): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const listeners = endingSignals().map(([name, status]) =>
    [name, () => controller.abort(status)] as const
  );
  for (const [name, listener] of listeners) Deno.addSignalListener(name, listener);
  return {
    signal: controller.signal,
    end() {
      for (const [name, listener] of listeners) Deno.removeSignalListener(name, listener);
    },
  };
}

import { schemaOf, visible, visibleLine, endingSignals, ToolSet } from '../mod.js';
import { readJson, moduleAddress, HostError, readProgram, loadProgram, LOADERS, commandsOf } from './main.js';
import { load } from './_mcp_source.js';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { readOptions, oneSource } from './_rest.js';
import { refusePart } from './_whole.js';

async function entryOf(program, at, root) {
  const { file, name, origins } = program;
  const [ending] = /\.\w+$/.exec(import.meta.url);
  const own = (path) => specifier(new URL(path + ending, root).href, at);
  const kinds = [...new Set(origins.map(({ kind }) => kind))];
  const parts = [];
  for (const path of ["agenttool/_ajv", "prompt/_cliffy"]) {
    if (await isThere(new URL(path + ending, root))) parts.push(path);
  }
  if (kinds.includes("mcp")) parts.push("mcp/call_parts");
  const loaders = kinds.flatMap((kind) => {
    const file2 = LOADER_FILES[kind];
    return file2 === void 0 ? [] : `  ${kind}: () => import(${own(file2)}),
`;
  });
  const members = [];
  for (const origin of origins) members.push(`    ${await originText(origin, at)},
`);
  return `import { embedded } from ${own("host/embedded")};

// Found by their addresses when they are needed; named here to be part of the program.
export const parts = [${parts.map((path) => `
  () => import(${own(path)}),`).join("")}
];

await embedded({
  file: ${JSON.stringify(file)},
  name: ${JSON.stringify(name)},
  origins: [
${members.join("")}  ],
}, {
${loaders.join("")}});
`;
}
async function isThere(address) {
  return address.protocol !== "file:" || await Deno.stat(address).then(() => true, () => false);
}
const LOADER_FILES = {
  utcp: "host/_utcp_source",
  mcp: "host/_mcp_source",
  asmp: "host/_asmp_source"
};
async function originText(origin, at) {
  switch (origin.kind) {
    case "module": {
      const address = await moduleAddress(origin.module);
      const text = JSON.stringify({ ...origin, module: address });
      return `{ ...${text}, exports: () => import(${specifier(address, at)}) }`;
    }
    case "utcp": {
      const json = origin.json ?? (await readJson(origin.path)).json;
      return JSON.stringify({ ...origin, json });
    }
    case "dump":
      return JSON.stringify({ ...origin, value: void 0 });
    case "mcp":
      return JSON.stringify({ ...origin, listed: await listedBy(origin) });
  }
  return JSON.stringify(origin);
}
function specifier(address, from) {
  if (!address.startsWith("file:")) return JSON.stringify(address);
  const to = address.split("/"), base = from.split("/").slice(0, -1);
  let same = 0;
  while (same < base.length && to[same] === base[same]) same++;
  const up = base.slice(same).map(() => "..");
  return JSON.stringify([...up.length > 0 ? up : ["."], ...to.slice(same)].join("/"));
}
async function listedBy(origin) {
  const tools = await load(origin, { note: () => {
  } }) ?? [];
  for (const tool of tools) await tool.close?.();
  return tools.map((tool) => {
    const { name, description, annotations, sequential, resource } = tool;
    return { name, description, schema: schemaOf(tool), annotations, sequential, resource };
  });
}

async function runCompiler(compilation) {
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
      stderr: "piped"
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
function spawn(command, options) {
  try {
    return new Deno.Command(command, {
      stdin: "null",
      stdout: "null",
      stderr: "null",
      ...options,
      // Where Deno was when it failed says nothing to who compiles.
      env: { NO_COLOR: "1", RUST_LIB_BACKTRACE: "0", ...options.env }
    }).spawn();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new HostError(
      `${JSON.stringify(command)} is not there, and compiling needs it: install Deno (https://deno.com), or name its path in DENO_COMPILE`,
      { cause: error }
    );
  }
}
async function missingFolders(path) {
  const folders = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
    const info = await Deno.stat(folder).catch(() => void 0);
    if (info && !info.isDirectory) {
      throw new HostError(`-o: ${JSON.stringify(folder)} is a file, and no folder`);
    }
    if (info) break;
    folders.push(folder);
  }
  return folders;
}
function folderOf(path) {
  return /[\\/]/.test(path) ? path.replace(/[\\/]+[^\\/]*$/, "") : "";
}
async function removeEmpty(folders) {
  for (const folder of folders) await Deno.remove(folder).catch(() => {
  });
}
async function written(output) {
  for (const path of [output, `${output}.exe`]) {
    const size = await Deno.stat(path).then(({ size: size2 }) => size2, () => void 0);
    if (size !== void 0) return `${path} (${(size / 1e6).toFixed(1)} MB)`;
  }
  return output;
}
const NO_RUNTIME = "Deno could not get its runtime for compiled programs (denort) from dl.deno.land: compile once where that can be reached, or name the path of one of the same version in DENORT_BIN";
async function compiler(root, entry) {
  const own = Deno.build.standalone ? "deno" : Deno.execPath();
  const command = Deno.env.get("DENO_COMPILE") || own;
  if (root.protocol !== "file:") {
    const config2 = await nearestConfig(Deno.cwd());
    if (config2 === void 0) return { command, words: ["compile", "--no-config"] };
    const words = ["--config", config2];
    const alone = {
      command,
      words: [...words, "--node-modules-dir=none"],
      env: { DENO_NO_PACKAGE_JSON: "1" }
    };
    const chosen = await findsAll(alone, entry) ? alone : { command, words };
    return { ...chosen, words: ["compile", ...chosen.words] };
  }
  const path = (name) => fileURLToPath(new URL(name, projectOf(root)));
  const config = ["--config", path("deno.json")];
  const launcher = path("npm_only/deno.ts");
  const launched = await isFile(launcher) ? ["run", "-q", "-A", ...config, launcher] : [];
  return { command, words: [...launched, "compile", ...config] };
}
async function findsAll({ command, words, env }, entry) {
  const args = ["info", "--json", "--no-lock", "--allow-import", ...words, entry];
  const child = spawn(command, { args, env, stdout: "piped" });
  const { success, stdout } = await child.output();
  if (!success) return false;
  const { modules } = JSON.parse(new TextDecoder().decode(stdout));
  return modules.every(
    ({ error, dependencies = [] }) => error === void 0 && dependencies.every(({ code }) => code?.error === void 0)
  );
}
async function ownFiles(folder) {
  const root = new URL("../", import.meta.url);
  if (!Deno.build.standalone || root.protocol !== "file:") return root;
  const project = projectOf(root).href;
  await copyFolder(fileURLToPath(project), `${folder}/toolcli`);
  return new URL(root.href.slice(project.length), pathToFileURL(`${folder}/toolcli/`));
}
function projectOf(root) {
  return root.pathname.endsWith("/built/") ? new URL("../", root) : root;
}
async function copyFolder(from, to) {
  await Deno.mkdir(to);
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (name === "node_modules") continue;
    if (isDirectory) await copyFolder(`${from}/${name}`, `${to}/${name}`);
    else await Deno.writeFile(`${to}/${name}`, await Deno.readFile(`${from}/${name}`));
  }
}
async function nearestConfig(folder) {
  for (let at = folder; ; at = at.replace(/[\\/][^\\/]*$/, "")) {
    for (const name of ["deno.json", "deno.jsonc"]) {
      if (await isFile(`${at}/${name}`)) return `${at}/${name}`;
    }
    if (!/[\\/]/.test(at)) return void 0;
  }
}
async function isFile(path) {
  return await Deno.stat(path).then(({ isFile: isFile2 }) => isFile2, () => false);
}
function watchSignals() {
  const controller = new AbortController();
  const listeners = endingSignals().map(
    ([name, status]) => [name, () => controller.abort(status)]
  );
  for (const [name, listener] of listeners) Deno.addSignalListener(name, listener);
  return {
    signal: controller.signal,
    end() {
      for (const [name, listener] of listeners) Deno.removeSignalListener(name, listener);
    }
  };
}

async function compile(args) {
  const isPermission = (arg) => /^--(?:allow|deny)-./.test(arg);
  const permissions = args.filter(isPermission);
  const { o, name, target, words, refresh, verbose } = await readOptions(
    "compile",
    args.filter((arg) => !isPermission(arg)),
    { flags: ["refresh", "verbose"], texts: ["o", "name", "target"] }
  );
  const source = oneSource("compile", words);
  if (o === void 0) throw new HostError("compile needs -o FILE, where the binary goes");
  const ownName = await fileName(o);
  const program = await readProgram(source);
  const loaded = await loadProgram(program, LOADERS, { refresh, verbose });
  await using set = new ToolSet(loaded.tools);
  commandsOf(source, set, ["utcp-call"]);
  refusePart(loaded, "a binary");
  const named = { ...program, name: name ?? program.name ?? ownName };
  return await runCompiler({
    entry: (address, root) => entryOf(named, address, root),
    output: o,
    // Without a prompt for what was not allowed: the caller may be a program.
    options: [
      ...permissions.length > 0 ? ["--no-prompt", ...permissions] : ["--allow-all"],
      ...target === void 0 ? [] : ["--target", target]
    ],
    verbose
  });
}
async function fileName(path) {
  const last = path.split(/[\\/]/).at(-1), name = last.replace(/\.exe$/i, "");
  const isFolder = await Deno.stat(path).then(({ isDirectory }) => isDirectory, () => false);
  if (name === "" || last === "." || last === ".." || isFolder) {
    throw new HostError("-o needs a file, not a folder");
  }
  return name;
}

export { compile };

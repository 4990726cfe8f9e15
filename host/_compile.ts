import { ToolSet } from "../agenttool/tool_set.ts";
import { commandsOf } from "./_commands.ts";
import { entryOf } from "./_compile_entry.ts";
import { runCompiler } from "./_compiler.ts";
import { HostError } from "./errors.ts";
import { loadProgram } from "./_load.ts";
import { LOADERS } from "./_loaders.ts";
import { oneSource, readOptions } from "./_options.ts";
import { readProgram } from "./_program.ts";
import { refusePart } from "./_whole.ts";

/** `toolcli compile SOURCE -o FILE …`: gives the exit status. */
export async function compile(args: string[]): Promise<number> {
  const isPermission = (arg: string) => /^--(?:allow|deny)-./.test(arg);
  const permissions = args.filter(isPermission);
  const { o, name, target, words, refresh, verbose } = await readOptions(
    "compile",
    args.filter((arg) => !isPermission(arg)),
    { flags: ["refresh", "verbose"], texts: ["o", "name", "target"] },
  );
  const source = oneSource("compile", words);
  if (o === undefined) throw new HostError("compile needs -o FILE, where the binary goes");
  // Before anything is started for it.
  const ownName = await fileName(o);
  const program = await readProgram(source);
  // What is wrong with it is told now, and not by the binary.
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
      ...target === undefined ? [] : ["--target", target],
    ],
    verbose,
  });
}

/** The name that a binary has by its path, where Deno is to write a file. */
async function fileName(path: string): Promise<string> {
  const last = path.split(/[\\/]/).at(-1)!, name = last.replace(/\.exe$/i, "");
  const isFolder = await Deno.stat(path).then(({ isDirectory }) => isDirectory, () => false);
  if (name === "" || last === "." || last === ".." || isFolder) {
    throw new HostError("-o needs a file, not a folder");
  }
  return name;
}

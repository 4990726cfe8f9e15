/**
 * Five tools for the files below one folder, the root: the current folder, or the one that the
 * environment variable `FILE_TOOLS_ROOT` names. Paths and links that lead out of it are refused,
 * which guards against mistakes, not against programs that change links meanwhile.
 *
 * Run it with all that it may need, or without `--allow-write` where nothing is to be changed (`.` is
 * the root; name another one there, too):
 *
 *     deno run --allow-read=. --allow-write=. --allow-env=FILE_TOOLS_ROOT examples/file_tools.ts help
 *
 * @module
 */
import { defineTool, main, NotRunError } from "@x/toolcli";
import { terminalPrompt } from "@x/toolcli/prompt";

/** Something below the root. */
interface Entry {
  /** Where it is, without a link on the way. */
  real: string;
  /** Its path below the root, as results show it and every tool takes it. */
  shown: string;
  isFile: boolean;
  isDirectory: boolean;
}

const SEPARATOR = Deno.build.os === "windows" ? "\\" : "/";

const readFile = defineTool({
  name: "read_file",
  description: "Read a text file.",
  annotations: { readOnly: true, openWorld: false },
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "The file, below the root" },
      max_bytes: { type: "integer", minimum: 1, description: "Read no more than this many bytes" },
    },
    required: ["path"],
  },
  execute({ path, max_bytes }, call) {
    const { real, size } = asFile(locate(path));
    // A call is a process of its own: to wait for a thread would take longer than the file.
    if (max_bytes === undefined && size > 0 && size < 2 ** 28) {
      const whole = Deno.readTextFileSync(real);
      // What stands there for bytes that are no text may be the file's own.
      if (!whole.includes("\ufffd")) return whole;
    }
    using file = Deno.openSync(real);
    // The system says 0 for its own files; by default, no more than what fits in a string.
    const bytes = new Uint8Array(Math.min(size || 2 ** 20, max_bytes ?? 2 ** 28));
    let length = 0;
    for (let read; (read = file.readSync(bytes.subarray(length))); length += read);
    const text = decode(bytes.subarray(0, length), length < size);
    if (text === undefined) throw new Error(`"${path}" is not UTF-8 text: use stat instead`);
    if (length < size) call.progress(`Only ${length} of ${size} bytes were read`);
    return text;
  },
});

const listDir = defineTool({
  name: "list_dir",
  description: "List a folder, a path on each line; the path of a folder ends with a slash.",
  annotations: { readOnly: true, openWorld: false },
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", default: ".", description: "The folder, below the root" },
      recursive: { type: "boolean", description: "List what is in its folders, too" },
      hidden: { type: "boolean", description: "List names that begin with a dot, too" },
    },
  },
  async execute({ path = ".", ...options }, call) {
    const folder = locate(path);
    if (!folder.isDirectory) throw new Error(`"${path}" is not a folder: use read_file or stat`);
    const lines: string[] = [];
    for await (const { shown, isDirectory } of walk(folder, options)) {
      call.signal.throwIfAborted();
      lines.push(isDirectory ? `${shown}/` : shown);
    }
    return lines.join("\n");
  },
});

const search = defineTool({
  name: "search",
  description: "Find lines in text files; each is shown as `path:line: text`.\n" +
    "Links and names that begin with a dot are skipped, unless `path` names them.",
  annotations: { readOnly: true, openWorld: false },
  parameters: {
    type: "object",
    properties: {
      pattern: { type: "string", minLength: 1, description: "What a line has to hold" },
      regex: { type: "boolean", description: "The pattern is a regular expression" },
      ignore_case: { type: "boolean", description: "Upper and lower case are the same" },
      path: { type: "string", default: ".", description: "A folder or a file, below the root" },
      glob: { type: "string", description: "How a file's path has to end: *.ts, src/**/*.ts" },
      max_results: { type: "integer", minimum: 1, default: 100, description: "Show no more lines" },
    },
    required: ["pattern"],
  },
  async execute(args, call) {
    const { pattern, regex, ignore_case, path = ".", glob = "*", max_results = 100 } = args;
    const source = regex ? pattern : RegExp.escape(pattern);
    const wanted = new RegExp(source, ignore_case ? "iu" : "u");
    const ending = globToRegExp(glob);
    const place = locate(path);
    const entries = place.isDirectory ? walk(place, { recursive: true }) : [asFile(place)];
    const found: string[] = [];
    let searched = 0, unreadable = 0;
    for await (const { real, shown, isFile } of entries) {
      call.signal.throwIfAborted();
      if (!isFile || !ending.test(shown)) continue;
      const bytes = await Deno.readFile(real).catch(() => void unreadable++);
      const lines = bytes && decode(bytes)?.split(/\r?\n/) || [];
      if (lines.at(-1) === "") lines.pop();
      for (const [index, line] of lines.entries()) {
        if (!wanted.test(line)) continue;
        if (found.length === max_results) {
          call.progress(
            `More than ${max_results} lines match: narrow the search, or raise max_results`,
          );
          return found.join("\n");
        }
        found.push(`${shown}:${index + 1}: ${line}`);
      }
      if (++searched % 100 === 0) call.progress({ progress: searched, message: "files searched" });
    }
    if (unreadable > 0) call.progress(`${unreadable} files could not be read`);
    if (found.length === 0) call.progress(`No line matches in ${searched} files`);
    return found.join("\n");
  },
});

const writeFile = defineTool({
  name: "write_file",
  description: "Write a text file and make the folders it needs. Asks before it overwrites a file.",
  annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "The file, below the root" },
      content: { type: "string", description: "The whole text" },
    },
    required: ["path", "content"],
  },
  async execute({ path, content }, call) {
    const bytes = new TextEncoder().encode(content);
    const place = find(path);
    if (!place) {
      const [folder, name] = splitPath(path);
      if (name === "") throw new NotRunError(`"${path}" ends with a slash: name a file`);
      // Fails where something is there after all, such as a link that leads nowhere.
      await Deno.writeFile(`${await makeFolder(folder)}/${name}`, bytes, { createNew: true });
      return `Created "${path}" (${bytes.length} bytes)`;
    }
    const { real, size } = asFile(place);
    const { action } = await call.ask({ message: `Overwrite "${path}" (${size} bytes)?` });
    if (action !== "accept") throw new NotRunError(`"${path}" is there and was not overwritten`);
    await Deno.writeFile(real, bytes);
    return `Overwrote "${path}" (${bytes.length} bytes)`;
  },
});

const stat = defineTool({
  name: "stat",
  description: "Tell the type, the size in bytes and the time of change of a file or a folder.",
  annotations: { readOnly: true, openWorld: false },
  parameters: {
    type: "object",
    properties: { path: { type: "string", description: "The file or folder, below the root" } },
    required: ["path"],
  },
  execute({ path }) {
    const { shown, isFile, isDirectory, size, mtime } = locate(path);
    const type = isFile ? "file" : isDirectory ? "folder" : "other";
    return { path: shown, type, size, modified: mtime }; // printed as JSON
  },
});

/** The tools, for `toolcli run` and for other programs. */
export const tools = [readFile, listDir, search, writeFile, stat];

if (import.meta.main) await main({ name: "file-tools", tools, ask: terminalPrompt() });

/** Finds what is at a path. */
function locate(path: string) {
  const place = find(path);
  if (place) return place;
  throw new Error(`Nothing is at "${path}": list_dir shows what is there`);
}

/** Finds what is at a path, or nothing. This is where the root is guarded. */
function find(path: string) {
  const root = rootFolder();
  const isInside = (path: string) => (path + SEPARATOR).startsWith(root);
  const outside = () => new NotRunError(`"${path}" leads out of "${root}": give a path below it`);
  const below = isInside(path) ? path.slice(root.length) : path;
  if (/^[/\\]|(^|[/\\])\.\.([/\\]|$)/.test(below)) throw outside();
  try {
    const real = Deno.realPathSync(root + below);
    if (!isInside(real)) throw outside();
    const shown = real.slice(root.length).replaceAll(SEPARATOR, "/") || ".";
    return { real, shown, ...Deno.statSync(real) };
  } catch (error) {
    const { NotADirectory, NotFound } = Deno.errors;
    if (error instanceof NotFound || error instanceof NotADirectory) return undefined;
    throw error;
  }
}

/** The folder that the tools see, a separator at its end. */
function rootFolder(): string {
  try {
    const root = Deno.realPathSync(Deno.env.get("FILE_TOOLS_ROOT") || ".");
    return root.endsWith(SEPARATOR) ? root : root + SEPARATOR;
  } catch (error) {
    throw new NotRunError(`FILE_TOOLS_ROOT cannot be used: ${(error as Error).message}`);
  }
}

function asFile<P extends Entry>(place: P): P {
  if (place.isFile) return place;
  throw new Error(`"${place.shown}" is not a file: use list_dir or stat`);
}

/** The text that the bytes are, if they are UTF-8; less a character that the end cuts apart. */
function decode(bytes: Uint8Array, cut = false): string | undefined {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes, { stream: cut });
  } catch {
    return undefined;
  }
}

/** Goes through a folder in the order of names. Links are shown, and not followed. */
async function* walk(
  folder: Pick<Entry, "real" | "shown">,
  options: { recursive?: boolean; hidden?: boolean },
): AsyncGenerator<Entry> {
  const entries = await Array.fromAsync(Deno.readDir(folder.real));
  for (const { name, isFile, isDirectory } of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
    if (name.startsWith(".") && !options.hidden) continue;
    const shown = folder.shown === "." ? name : `${folder.shown}/${name}`;
    const entry = { real: `${folder.real}/${name}`, shown, isFile, isDirectory };
    yield entry;
    if (isDirectory && options.recursive) yield* walk(entry, options);
  }
}

/** `*` and `?` stay within a name, `**` goes through folders. */
function globToRegExp(glob: string): RegExp {
  const wild = new Map([["**/", "(.*/)?"], ["**", ".*"], ["*", "[^/]*"], ["?", "[^/]"]]);
  const parts = glob.split(/(\*\*\/?|[*?])/).map((part) => wild.get(part) ?? RegExp.escape(part));
  return new RegExp(`^(.*/)?${parts.join("")}$`, "u");
}

function splitPath(path: string): [folder: string, name: string] {
  const at = Math.max(path.lastIndexOf("/"), path.lastIndexOf(SEPARATOR));
  return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
}

/** Makes a folder where none is. Each on the way is checked: a link may lead out of the root. */
async function makeFolder(path: string): Promise<string> {
  const place = find(path);
  if (place && !place.isDirectory) throw new Error(`"${place.shown}" is not a folder`);
  if (place) return place.real;
  const [parent, name] = splitPath(path);
  const real = `${await makeFolder(parent)}/${name}`;
  await Deno.mkdir(real);
  return real;
}

/** A source as it can be given from any directory. */
export function absolute(source: string): string {
  return isAddress(source) || /^(?:\/|[a-z]:)/i.test(source) ? source : `${Deno.cwd()}/${source}`;
}

/** A scheme of two letters or more: `c:` begins a path on Windows. */
export function isAddress(source: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(source);
}

/**
 * A path that a file holds, as it can be given from any directory.
 *
 * @param path The path, relative to the file.
 * @param file The file's path, relative to where this process runs.
 * @returns The path from the root.
 */
export function absolutePath(path: string, file: string): string {
  if (/^(?:[\\/]|[a-z]:[\\/])/i.test(path)) return path;
  const folder = absolute(file).replace(/[\\/][^\\/]*$/, "");
  return `${folder}/${path.replace(/^(?:\.[\\/])+/, "")}`;
}

/**
 * A program that a file names, as it can be started from any directory: one without a folder is
 * looked for in PATH.
 *
 * @param command The program.
 * @param file The file's path, relative to where this process runs.
 * @returns The program, its path from the root where it is relative to the file.
 */
export function programPath(command: string, file: string): string {
  return /^\.{1,2}[\\/]/.test(command) ? absolutePath(command, file) : command;
}

/** The last part of a path, without what follows its first dot: `git` of `./git.manual.jsonc`. */
export function nameOf(path: string): string {
  const [name = ""] = path.split(/[\\/]/).at(-1)!.split(".");
  return name;
}

/** A path or a command line as one plain word: `deno-run-kit` of `deno run kit.ts`. */
export function wordOf(text: string): string {
  return nameOf(text).replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "") || "tools";
}

/**
 * What the cache of tool lists needs of the machine.
 *
 * @module
 */

/** The directory that a relative path is in. */
export function currentDirectory(): string {
  return Deno.cwd();
}

/**
 * A file of the cache; nothing where it is not there or must not be read. In step: help waits for
 * nothing else, and to wait for a thread takes longer than to read.
 */
export function readCacheFile(name: string): string | undefined {
  try {
    return Deno.readTextFileSync(`${directory()}/${name}`);
  } catch {
    return undefined;
  }
}

/**
 * Writes a file of the cache, which only its owner can read, in place of the one before at once.
 *
 * @throws {Error} Where it cannot be written.
 */
export async function writeCacheFile(name: string, text: string): Promise<void> {
  const folder = directory();
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const path = await Deno.makeTempFile({ dir: folder, prefix: "new-" });
  try {
    await Deno.writeTextFile(path, text, { mode: 0o600 });
    await Deno.rename(path, `${folder}/${name}`);
  } catch (error) {
    await Deno.remove(path).catch(() => {});
    throw error;
  }
}

/** By the XDG base directory specification; a relative path counts as none. */
function directory(): string {
  const { XDG_CACHE_HOME: cache, HOME, LOCALAPPDATA } = {
    XDG_CACHE_HOME: Deno.env.get("XDG_CACHE_HOME"),
    HOME: Deno.env.get("HOME"),
    LOCALAPPDATA: Deno.env.get("LOCALAPPDATA"),
  };
  const absolute = cache && /^([/\\]|[A-Za-z]:)/.test(cache) ? cache : undefined;
  const base = absolute ?? (Deno.build.os === "windows" ? LOCALAPPDATA : HOME && `${HOME}/.cache`);
  if (!base) throw new Error("No directory for the cache: HOME is not set");
  return `${base}/toolcli/mcp`;
}

import { HostError } from "./errors.ts";

/**
 * Reads a text file so that writing it back changes no byte.
 *
 * @param path Its path.
 * @returns Its text; nothing where there is no such file.
 * @throws {HostError} Where it cannot be read, or is not UTF-8.
 */
export async function readText(path: string): Promise<string | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw new HostError(`${JSON.stringify(path)} could not be read: ${(error as Error).message}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new HostError(`${JSON.stringify(path)} is not UTF-8`);
  }
}

/**
 * Writes a file whole, or not at all: a reader never sees half of it. Its folder is made where it
 * is missing; a link is followed, and a file's mode is kept.
 *
 * @param path Its path.
 * @param text Its text.
 * @throws {HostError} Where it cannot be written.
 */
export async function writeText(path: string, text: string): Promise<void> {
  let temporary: string | undefined;
  try {
    const target = await Deno.realPath(path).catch(() => path);
    const folder = /[\\/]/.test(target) ? target.replace(/[\\/][^\\/]*$/, "") || "/" : ".";
    await Deno.mkdir(folder, { recursive: true });
    const { mode } = await Deno.stat(target).catch(() => ({ mode: null }));
    temporary = await Deno.makeTempFile({ dir: folder, prefix: ".toolcli-" });
    await Deno.writeTextFile(temporary, text);
    if (Deno.build.os !== "windows") await Deno.chmod(temporary, mode ?? 0o666 & ~Deno.umask());
    await Deno.rename(temporary, target);
  } catch (error) {
    if (temporary !== undefined) await Deno.remove(temporary).catch(() => {});
    throw new HostError(
      `${JSON.stringify(path)} could not be written: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

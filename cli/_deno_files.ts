import type { Log } from "./_io.ts";

/**
 * Opens a file for lines that are whole and durable, whoever else writes to it.
 *
 * @param path The file.
 */
export async function openLog(path: string): Promise<Log> {
  const file = await Deno.open(path, { append: true, create: true, mode: 0o600 });
  // A pipe or a device has no end to cut, and nothing to make durable.
  const { isFile } = await file.stat();
  const append = async (line: string) => {
    await file.lock(true);
    const { size } = await file.stat();
    try {
      await writeAll(file, new TextEncoder().encode(`${line}\n`));
      if (isFile) await file.syncData();
    } catch (error) {
      // Half a line would spoil the next one.
      if (isFile) await file.truncate(size);
      throw error;
    } finally {
      await file.unlock();
    }
  };
  let last: Promise<void> = Promise.resolve(), closed: Promise<void> | undefined;
  return {
    append(line) {
      // The lock is the process's: of two lines at once, one could cut the other off.
      const appended = last.then(() => append(line));
      last = appended.catch(() => {});
      return appended;
    },
    close: () => closed ??= last.then(() => file.close()),
  };
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  while (bytes.length > 0) bytes = bytes.subarray(await file.write(bytes));
}

/**
 * Creates a file, whole or not at all.
 *
 * @param path Where.
 * @param bytes What it holds.
 * @returns False where something is there already.
 */
export async function createFile(path: string, bytes: Uint8Array): Promise<boolean> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path, { write: true, createNew: true, mode: 0o644 });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  }
  try {
    await writeAll(file, bytes);
    return true;
  } catch (error) {
    // Half a file would pass for a whole one.
    await Deno.remove(path).catch(() => {});
    throw error;
  } finally {
    file.close();
  }
}

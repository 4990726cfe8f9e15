import { HostError } from './main.js';

async function readText(path) {
  let bytes;
  try {
    bytes = await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return void 0;
    throw new HostError(`${JSON.stringify(path)} could not be read: ${error.message}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new HostError(`${JSON.stringify(path)} is not UTF-8`);
  }
}
async function writeText(path, text) {
  let temporary;
  try {
    const target = await Deno.realPath(path).catch(() => path);
    const folder = /[\\/]/.test(target) ? target.replace(/[\\/][^\\/]*$/, "") || "/" : ".";
    await Deno.mkdir(folder, { recursive: true });
    const { mode } = await Deno.stat(target).catch(() => ({ mode: null }));
    temporary = await Deno.makeTempFile({ dir: folder, prefix: ".toolcli-" });
    await Deno.writeTextFile(temporary, text);
    if (Deno.build.os !== "windows") await Deno.chmod(temporary, mode ?? 438 & ~Deno.umask());
    await Deno.rename(temporary, target);
  } catch (error) {
    if (temporary !== void 0) await Deno.remove(temporary).catch(() => {
    });
    throw new HostError(
      `${JSON.stringify(path)} could not be written: ${error.message}`,
      { cause: error }
    );
  }
}

export { readText, writeText };

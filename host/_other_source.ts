import { loadProgram } from "./_load.ts";
import { LOADERS } from "./_loaders.ts";
import { readProgram } from "./_program.ts";
import type { Loaded, LoadOptions } from "./_source.ts";

/** Gives the tools of what is no module: see {@linkcode loadSource}. */
export async function loadOther(source: string, options: LoadOptions): Promise<Loaded> {
  return await loadProgram(await readProgram(source), LOADERS, options);
}

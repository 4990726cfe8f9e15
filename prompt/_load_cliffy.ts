import { untilAborted } from "../agenttool/until_aborted.ts";

/** The prompt library's controls, and what measures a text on a terminal. */
export type Cliffy = typeof import("./_cliffy.ts");

/** A network that is slower than this, in milliseconds, is not waited for. */
const PATIENCE = 3000;

/**
 * Loads the prompt library.
 *
 * @returns The library; nothing where it is not there in time.
 */
export async function loadCliffy(): Promise<Cliffy | undefined> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE);
  try {
    return await untilAborted(import(new URL("./_cliffy.ts", import.meta.url).href), late.signal);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

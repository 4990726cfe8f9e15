import { cacheName } from "./_cache.ts";
import { readCacheFile, writeCacheFile } from "./_deno_cache.ts";
import type { McpServer } from "./source.ts";

/** A start of a server that failed. */
export interface FailedStart {
  /** How long ago it failed, in ms. */
  ago: number;
  /** Why, in the words of the error. */
  message: string;
}

/**
 * Gives the last start of a server that failed, where the cache has it.
 *
 * @param server The server, as it is configured now.
 * @returns The start; nothing where there is none, or it cannot be read.
 */
export async function failedStart(server: McpServer): Promise<FailedStart | undefined> {
  try {
    const { time, message } = JSON.parse(readCacheFile(await fileName(server)) ?? "{}");
    const ago = Date.now() - time;
    // A clock that was set back says nothing.
    return ago >= 0 && typeof message === "string" ? { ago, message } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps that a server's start failed. Where that cannot be kept, it is started again the next time.
 *
 * @param server The server.
 * @param message Why, without secrets.
 */
export async function keepFailedStart(server: McpServer, message: string): Promise<void> {
  const json = JSON.stringify({ time: Date.now(), message });
  await fileName(server).then((name) => writeCacheFile(name, json)).catch(() => {});
}

/** As the list of the server's tools is called: variables count by their values. */
async function fileName(server: McpServer): Promise<string> {
  return `${await cacheName(server, {})}.failed.json`;
}

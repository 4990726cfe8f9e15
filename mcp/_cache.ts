import { currentDirectory, readCacheFile, writeCacheFile } from "./_deno_cache.ts";
import { hostVariable } from "./_deno_variables.ts";
import { hasReferences, replaceReferences } from "./references.ts";
import { isRandom, isSecretName } from "./shown.ts";
import type { ListedTool, McpServer, McpToolsOptions } from "./source.ts";

/** A server's list of tools, as it was when the server was last asked. */
export interface CachedList {
  /** {@linkcode FORMAT} when it was written. */
  format: number;
  server: { name?: string; version?: string };
  /** When, in ISO 8601. */
  time: string;
  /** Whether the server speaks only the protocol of 2026-07-28 and later. */
  modern?: boolean;
  /** Changes with any word of the list: see `_client_list.ts`. */
  digest: string;
  tools: ListedTool[];
}

/** A list in another format is as good as none. */
export const FORMAT = 1;

/** The list that the cache has of a server; nothing where it has none. */
export async function readCache(
  server: McpServer,
  options: McpToolsOptions,
): Promise<CachedList | undefined> {
  try {
    const text = readCacheFile(`${await cacheName(server, options)}.json`);
    if (text === undefined) return undefined;
    const list: CachedList = JSON.parse(text);
    return list.format === FORMAT && list.tools.every(isListed) ? list : undefined;
  } catch {
    // A file that somebody spoilt, or a directory that has gone: the server is asked.
    return undefined;
  }
}

/** Keeps a list. What cannot be kept is asked for again the next time. */
export async function writeCache(
  server: McpServer,
  options: McpToolsOptions,
  list: CachedList,
): Promise<void> {
  try {
    await writeCacheFile(`${await cacheName(server, options)}.json`, JSON.stringify(list));
  } catch (error) {
    options.note?.(`The list of tools is not cached: ${(error as Error).message}`);
  }
}

/** Whether a tool is as it was written. Its schema is text that only the tool's own help reads. */
function isListed({ name, description, schema }: ListedTool): boolean {
  return typeof name === "string" && name !== "" && typeof description === "string" &&
    typeof schema === "string";
}

/**
 * A name that says nothing of the configuration, and changes with it. Variables count by their
 * values unless those are secrets: another token reaches the same server.
 */
export async function cacheName(server: McpServer, options: McpToolsOptions): Promise<string> {
  const { roots = [], variables = {} } = options;
  const configuration = "url" in server
    ? [server.url, sorted(server.headers)]
    // The same words start something else in another directory.
    : [server.command, server.args ?? [], sorted(server.env), currentDirectory(), server.cwd];
  const values = valuesOf(server, variables);
  const bytes = new TextEncoder().encode(JSON.stringify([...configuration, roots, values]));
  return await sha256(bytes);
}

/** The SHA-256 of bytes, in hexadecimal. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What variables make of a configuration, without secrets. */
function valuesOf(
  server: McpServer,
  variables: Readonly<Record<string, string>>,
): [name: string, value: string][] {
  const texts = "url" in server
    ? [["url", server.url] as [string, string], ...sorted(server.headers)]
    : sorted(server.env);
  return texts.filter(([name, text]) => hasReferences(text) && !isSecretName(name))
    .map(([name, text]) => [
      name,
      withoutSecrets(replaceReferences(text, (variable, fallback = "", reference) => {
        if (isSecretName(variable)) return reference;
        const own = Object.hasOwn(variables, variable);
        return (own ? variables[variable] : hostVariable(variable)) || fallback;
      })),
    ]);
}

/** A value without what may be another one tomorrow. Hosts and files stay, whatever they are called. */
function withoutSecrets(value: string): string {
  if (/^(?:[\\/.~]|[a-z]:\\)/i.test(value)) return value;
  const [, scheme = "", host = "", rest = value] =
    /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#]*@)?([^/?#]*)(.*)$/is.exec(value) ?? [];
  const shown = rest
    .replace(/([?&]([^=&#]*)=)[^&#]*/g, (part, name, word) => isSecretName(word) ? name : part)
    .split(/(?<=[/?&=\s])/).map((word) => isRandom(word) ? "" : word).join("");
  return `${scheme}${host}${shown}`;
}

function sorted(members: Readonly<Record<string, string>> = {}): [string, string][] {
  return Object.entries(members).sort(([a], [b]) => a < b ? -1 : 1);
}

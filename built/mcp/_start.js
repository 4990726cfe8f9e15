import { renewable } from '../mod.js';

function currentDirectory() {
  return Deno.cwd();
}
async function readCacheFile(name) {
  try {
    return await Deno.readTextFile(`${directory()}/${name}`);
  } catch {
    return void 0;
  }
}
async function writeCacheFile(name, text) {
  const folder = directory();
  await Deno.mkdir(folder, { recursive: true, mode: 448 });
  const path = await Deno.makeTempFile({ dir: folder, prefix: "new-" });
  try {
    await Deno.writeTextFile(path, text, { mode: 384 });
    await Deno.rename(path, `${folder}/${name}`);
  } catch (error) {
    await Deno.remove(path).catch(() => {
    });
    throw error;
  }
}
function directory() {
  const { XDG_CACHE_HOME: cache, HOME, LOCALAPPDATA } = {
    XDG_CACHE_HOME: Deno.env.get("XDG_CACHE_HOME"),
    HOME: Deno.env.get("HOME"),
    LOCALAPPDATA: Deno.env.get("LOCALAPPDATA")
  };
  const absolute = cache && /^([/\\]|[A-Za-z]:)/.test(cache) ? cache : void 0;
  const base = absolute ?? (Deno.build.os === "windows" ? LOCALAPPDATA : HOME && `${HOME}/.cache`);
  if (!base) throw new Error("No directory for the cache: HOME is not set");
  return `${base}/toolcli/mcp`;
}

const FORMAT = 1;
async function readCache(server, options) {
  try {
    const text = await readCacheFile(await fileName(server, options));
    if (text === void 0) return void 0;
    const list = JSON.parse(text);
    return list.format === FORMAT && list.tools.every(isListed) ? list : void 0;
  } catch {
    return void 0;
  }
}
async function writeCache(server, options, list) {
  try {
    await writeCacheFile(await fileName(server, options), JSON.stringify(list));
  } catch (error) {
    options.note?.(`The list of tools is not cached: ${error.message}`);
  }
}
function isListed({ name, description, schema }) {
  return typeof name === "string" && name !== "" && typeof description === "string" && typeof schema === "string";
}
async function fileName(server, { roots = [] }) {
  const configuration = "url" in server ? [server.url, sorted(server.headers)] : [server.command, server.args ?? [], sorted(server.env), currentDirectory(), server.cwd];
  const bytes = new TextEncoder().encode(JSON.stringify([...configuration, roots]));
  return `${await sha256(bytes)}.json`;
}
async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
function sorted(members = {}) {
  return Object.entries(members).sort(([a], [b]) => a < b ? -1 : 1);
}

async function mcpTools(server, options = {}) {
  const source = new Source(server, options);
  const useCache = (options.cache ?? true) && !options.refresh;
  const cached = useCache ? await readCache(server, options) : void 0;
  const known = cached?.tools ?? (options.refresh ? void 0 : options.listed);
  if (known) return renewable(source.tools(known), (_name, signal) => source.renew(signal));
  const client = await source.client(options.signal);
  return source.tools(await client.list());
}
class Source {
  #server;
  #options;
  #connection;
  #closed = false;
  constructor(server, options) {
    this.#server = server;
    this.#options = options;
  }
  tools(list) {
    return list.map((listed) => {
      const { name, description, schema, annotations, sequential, resource } = listed;
      return {
        name,
        description,
        parameters: schema,
        ...annotations && { annotations },
        ...sequential && { sequential },
        ...resource && { resource },
        execute: async (call) => {
          const client = await this.client(call.signal);
          return await client.call(listed, call, (list2) => this.tools(list2));
        },
        close: () => this.close()
      };
    });
  }
  /**
   * The connection; a new one where the last has ended.
   *
   * @param signal Ends the waiting for it.
   */
  async client(signal) {
    const client = new URL('client.js', import.meta.url).href;
    const { connection } = await import(client);
    if (this.#closed) throw new Error("The connection to the MCP server was closed");
    if (!this.#connection || this.#connection.ended) {
      this.#connection = connection(this.#server, this.#options, !signal);
    }
    return await this.#connection.client(signal);
  }
  /** The tools as they are now; nothing after {@linkcode close}. */
  async renew(signal) {
    if (this.#closed) return void 0;
    const client = await this.client(signal);
    return this.tools(await client.list());
  }
  async close() {
    this.#closed = true;
    await this.#connection?.close();
  }
}

export { FORMAT, mcpTools, readCache, sha256, writeCache };

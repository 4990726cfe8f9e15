const currentDirectory = (function currentDirectory() {
  return Deno.cwd();
});
const readCacheFile = (function readCacheFile(name) {
  try {
    return Deno.readTextFileSync(`${directory()}/${name}`);
  } catch {
    return void 0;
  }
});
const directory = (function directory() {
  const { XDG_CACHE_HOME: cache, HOME, LOCALAPPDATA } = {
    XDG_CACHE_HOME: Deno.env.get("XDG_CACHE_HOME"),
    HOME: Deno.env.get("HOME"),
    LOCALAPPDATA: Deno.env.get("LOCALAPPDATA")
  };
  const absolute = cache && /^([/\\]|[A-Za-z]:)/.test(cache) ? cache : void 0;
  const base = absolute ?? (Deno.build.os === "windows" ? LOCALAPPDATA : HOME && `${HOME}/.cache`);
  if (!base) throw new Error("No directory for the cache: HOME is not set");
  return `${base}/toolcli/mcp`;
});
const readCache = (async function readCache(server, options) {
  try {
    const text = readCacheFile(`${await cacheName(server, options)}.json`);
    if (text === void 0) return void 0;
    const list = JSON.parse(text);
    return list.format === FORMAT && list.tools.every(isListed) ? list : void 0;
  } catch {
    return void 0;
  }
});
const isListed = (function isListed({ name, description, schema }) {
  return typeof name === "string" && name !== "" && typeof description === "string" && typeof schema === "string";
});
const cacheName = (async function cacheName(server, options) {
  const { roots = [], variables = {} } = options;
  const configuration = "url" in server ? [server.url, sorted(server.headers)] : [server.command, server.args ?? [], sorted(server.env), currentDirectory(), server.cwd];
  const values = valuesOf(server, variables);
  const bytes = new TextEncoder().encode(JSON.stringify([...configuration, roots, values]));
  return await sha256(bytes);
});
const sha256 = (async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, ((byte) => byte.toString(16).padStart(2, "0"))).join("");
});
const valuesOf = (function valuesOf(server, variables) {
  const texts = "url" in server ? [["url", server.url], ...sorted(server.headers)] : sorted(server.env);
  return texts.filter((([name, text]) => hasReferences(text) && !isSecretName(name))).map((([name, text]) => [
    name,
    withoutSecrets(replaceReferences(text, ((variable, fallback = "", reference) => {
      if (isSecretName(variable)) return reference;
      const own = Object.hasOwn(variables, variable);
      return (own ? variables[variable] : hostVariable(variable)) || fallback;
    })))
  ]));
});
const sorted = (function sorted(members = {}) {
  return Object.entries(members).sort((([a], [b]) => a < b ? -1 : 1));
});
const knownMcpTools = (async function knownMcpTools(server, options = {}) {
  if (options.refresh) return void 0;
  const cached = options.cache ?? true ? await readCache(server, options) : void 0;
  const known = cached?.tools ?? options.listed;
  if (!known) return void 0;
  const source = new Source(server, options, cached?.digest);
  return renewable(source.list(known), ((_name, signal) => source.renew(signal)));
});
import { renewable, watchable } from '../mod.js';
import { hasReferences, isSecretName, replaceReferences, isRandom } from './hints.js';



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


function hostVariable(name) {
  return Deno.env.get(name);
}
function isPath(text) {
  const separator = Deno.build.os === "windows" ? ";" : ":";
  try {
    for (const path of text.split(separator)) Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

const FORMAT = 1;

async function writeCache(server, options, list) {
  try {
    await writeCacheFile(`${await cacheName(server, options)}.json`, JSON.stringify(list));
  } catch (error) {
    options.note?.(`The list of tools is not cached: ${error.message}`);
  }
}




function withoutSecrets(value) {
  if (/^(?:[\\/.~]|[a-z]:\\)/i.test(value)) return value;
  const [, scheme = "", host = "", rest = value] = /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#]*@)?([^/?#]*)(.*)$/is.exec(value) ?? [];
  const shown = rest.replace(/([?&]([^=&#]*)=)[^&#]*/g, (part, name, word) => isSecretName(word) ? name : part).split(/(?<=[/?&=\s])/).map((word) => isRandom(word) ? "" : word).join("");
  return `${scheme}${host}${shown}`;
}


async function mcpTools(server, options = {}) {
  const known = await knownMcpTools(server, options);
  if (known) return known;
  return await new Source(server, options).ask(options.signal);
}

class Source {
  #server;
  #options;
  #watchers = /* @__PURE__ */ new Set();
  /** Of the list that was given last. */
  #digest;
  #connection;
  #closed = false;
  constructor(server, options, digest) {
    this.#server = server;
    this.#options = options;
    this.#digest = digest;
  }
  /** The tools of a list, which those who have them may watch. */
  list(list) {
    return watchable(this.tools(list), (changed) => {
      this.#watchers.add(changed);
      this.#connection?.client().then((client) => this.#follow(client)).catch(() => {
      });
      return () => this.#watchers.delete(changed);
    });
  }
  /** Asks the server for its tools. */
  async ask(signal) {
    const client = await this.client(signal);
    const list = await client.list();
    this.#digest = await client.digest();
    return this.list(list);
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
    const opened = await this.#connection.client(signal);
    this.#follow(opened);
    return opened;
  }
  /** Has the server's word that its tools changed told to those who watch. */
  #follow(client) {
    if (this.#watchers.size === 0) return;
    client.watch(() => this.#digest, (list, digest) => {
      this.#digest = digest;
      const tools = this.list(list);
      for (const changed of [...this.#watchers]) changed(tools);
    });
  }
  /** The tools as they are now; nothing after {@linkcode close}. */
  async renew(signal) {
    return this.#closed ? void 0 : await this.ask(signal);
  }
  async close() {
    this.#closed = true;
    await this.#connection?.close();
  }
}

export { FORMAT, cacheName, hostVariable, isPath, knownMcpTools, mcpTools, readCache, readCacheFile, sha256, writeCache, writeCacheFile };

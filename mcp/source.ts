import { renewable, watchable } from "../agenttool/renewal.ts";
import type { Annotations, Tool } from "../agenttool/tool.ts";
import { readCache } from "./_cache.ts";
import type * as Client from "./client.ts";

/** An MCP server: a program to start, or an address. */
export type McpServer = StdioServer | HttpServer;

/** A server that is started, and spoken to on its standard input and output. */
export interface StdioServer {
  /** The program. */
  readonly command: string;
  /** Its arguments, passed as they are: others can read a process's arguments. */
  readonly args?: readonly string[];
  /**
   * What it gets besides the few variables that every program needs. `${NAME}` in a value is the
   * variable's value, `${NAME:-text}` has a default, `$${` is a literal `${`.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** The directory that it runs in. */
  readonly cwd?: string;
}

/** A server that is reached by Streamable HTTP, or by the older HTTP with SSE. */
export interface HttpServer {
  /** Its address; variables as in {@linkcode StdioServer.env}. */
  readonly url: string;
  /** Headers of each request; variables as in {@linkcode StdioServer.env}. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How {@linkcode mcpTools} reads a server. */
export interface McpToolsOptions {
  /** What messages call the server; left out, its program or its host. */
  name?: string;
  /** Values of variables; what is not here is looked up in the environment. */
  variables?: Readonly<Record<string, string>>;
  /** Whether the list of tools may come from the cache, and is kept in it: true if left out. */
  cache?: boolean;
  /** Whether to ask the server for its tools although the cache has them. */
  refresh?: boolean;
  /** Its tools as they are known, for where the cache has no list, as in a compiled program. */
  listed?: readonly ListedTool[];
  /**
   * How long, in ms, the server may take to start and list its tools. If left out, 60,000, or 180,000
   * for a command that may have to install it, such as `npx`.
   */
  startTimeout?: number;
  /** Directories that the server may be told it works in (paths or `file:` URLs). */
  roots?: readonly string[];
  /** Is told what was left out of a list, and why. */
  note?: (text: string) => void;
  /** Is told each line that the server writes on standard error. */
  onStderr?: (line: string) => void;
  /** Ends the start. */
  signal?: AbortSignal;
}

/** A tool as a server lists it, in the form in which the cache keeps it. */
export interface ListedTool {
  /** Its name. */
  readonly name: string;
  /** Its description; may be empty. */
  readonly description: string;
  /** The JSON text of its schema, as served. */
  readonly schema: string;
  /** What the server says of its calls. */
  readonly annotations?: Annotations;
  /** Whether its calls run alone. */
  readonly sequential?: boolean;
  /** What its calls hold one after the other. */
  readonly resource?: string;
}

/**
 * Gives the tools of an MCP server. Where the cache has the server's list, nothing is started until
 * a tool is called; the call then makes sure that the tool still is what the list says, and throws
 * a `ToolsChangedError` where it is not. Close the tools to end the server.
 *
 * `deno compile` embeds what this needs for a call in programs that import `@x/toolcli/mcp`. Those
 * that import `@x/toolcli/mcp/source` alone start faster, and have to `--include` it.
 *
 * @example A server that is a program
 * ```ts ignore
 * import { main } from "@x/toolcli";
 * import { mcpTools } from "@x/toolcli/mcp/source";
 *
 * const tools = await mcpTools({ command: "npx", args: ["-y", "some-server"] });
 * await main({ name: "kit", tools });
 * ```
 *
 * @param server The server.
 * @param options How to read it.
 * @returns The tools. A call whose result is an error throws a `ToolError` with its text.
 * @throws {Error} Where the server cannot be started or reached, does not answer in time, or does
 * not list its tools; the message ends with what it wrote on standard error.
 */
export async function mcpTools(
  server: McpServer,
  options: McpToolsOptions = {},
): Promise<Tool[]> {
  const known = await knownMcpTools(server, options);
  if (known) return known;
  return await new Source(server, options).ask(options.signal);
}

/**
 * Gives the tools of an MCP server where they are known without it: from the cache, or as listed in
 * the options. Nothing is started until a tool is called.
 *
 * @example A list that is no longer asked for
 * ```ts
 * import { knownMcpTools } from "@x/toolcli/mcp/source";
 * import { expect } from "@std/expect";
 *
 * const listed = [{ name: "ping", description: "", schema: "{}" }];
 * const server = { command: "some-server" };
 * const tools = await knownMcpTools(server, { listed, cache: false });
 *
 * expect(tools?.map(({ name }) => name)).toEqual(["ping"]);
 * expect(await knownMcpTools(server, { cache: false })).toBe(undefined);
 * ```
 *
 * @param server The server.
 * @param options How to read it.
 * @returns The tools, as {@linkcode mcpTools} gives them; nothing where the server has to be asked.
 */
export async function knownMcpTools(
  server: McpServer,
  options: McpToolsOptions = {},
): Promise<Tool[] | undefined> {
  if (options.refresh) return undefined;
  const cached = options.cache ?? true ? await readCache(server, options) : undefined;
  const known = cached?.tools ?? options.listed;
  if (!known) return undefined;
  const source = new Source(server, options, cached?.digest);
  return renewable(source.list(known), (_name, signal) => source.renew(signal));
}

/** One server: its connection, made when it is needed, and its tools. */
class Source {
  readonly #server: McpServer;
  readonly #options: McpToolsOptions;
  readonly #watchers = new Set<(tools: Tool[]) => void>();
  /** Of the list that was given last. */
  #digest?: string;
  #connection?: ReturnType<typeof Client.connection>;
  #closed = false;

  constructor(server: McpServer, options: McpToolsOptions, digest?: string) {
    this.#server = server;
    this.#options = options;
    this.#digest = digest;
  }

  /** The tools of a list, which those who have them may watch. */
  list(list: readonly ListedTool[]): Tool[] {
    return watchable(this.tools(list), (changed) => {
      this.#watchers.add(changed);
      this.#connection?.client().then((client) => this.#follow(client)).catch(() => {});
      return () => this.#watchers.delete(changed);
    });
  }

  /** Asks the server for its tools. */
  async ask(signal?: AbortSignal): Promise<Tool[]> {
    const client = await this.client(signal);
    const list = await client.list();
    this.#digest = await client.digest();
    return this.list(list);
  }

  tools(list: readonly ListedTool[]): Tool[] {
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
          return await client.call(listed, call, (list) => this.tools(list));
        },
        close: () => this.close(),
      };
    });
  }

  /**
   * The connection; a new one where the last has ended.
   *
   * @param signal Ends the waiting for it.
   */
  async client(signal?: AbortSignal): Promise<Client.McpClient> {
    // By its address, which Deno does not follow: help from the cache is to load none of it.
    const client = new URL("./client.ts", import.meta.url).href;
    const { connection } = await import(client) as typeof Client;
    if (this.#closed) throw new Error("The connection to the MCP server was closed");
    if (!this.#connection || this.#connection.ended) {
      // With a signal, whoever gave it decides what an interrupt does.
      this.#connection = connection(this.#server, this.#options, !signal);
    }
    const opened = await this.#connection.client(signal);
    this.#follow(opened);
    return opened;
  }

  /** Has the server's word that its tools changed told to those who watch. */
  #follow(client: Client.McpClient): void {
    if (this.#watchers.size === 0) return;
    client.watch(() => this.#digest, (list, digest) => {
      this.#digest = digest;
      const tools = this.list(list);
      // Whoever takes them watches anew.
      for (const changed of [...this.#watchers]) changed(tools);
    });
  }

  /** The tools as they are now; nothing after {@linkcode close}. */
  async renew(signal?: AbortSignal): Promise<Tool[] | undefined> {
    return this.#closed ? undefined : await this.ask(signal);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#connection?.close();
  }
}

import type { Call, Result, Tool } from "../agenttool/tool.ts";
import { FORMAT, readCache, writeCache } from "./_cache.ts";
import { Calls, problemOf, sdkMessage } from "./_client_call.ts";
import { Connection } from "./_client_connection.ts";
import { httpLink, type Link, startLink } from "./_client_link.ts";
import { openSession, type Session } from "./_client_session.ts";
import { Variables } from "./_client_variables.ts";
import { exitOnSignals } from "./_deno_process.ts";
import { Problem } from "./_problem.ts";
import { within } from "./_within.ts";
import { addressParts } from "./shown.ts";
import type { ListedTool, McpServer, McpToolsOptions } from "./source.ts";

/** How long, in ms, a server may take to start and list its tools. */
const START_TIMEOUT = 60_000;

/** How long it may take where it may have to be installed first, which is not to be cut short. */
const INSTALL_TIMEOUT = 180_000;

/** Programs that install what they run. */
const INSTALLERS = /^(?:.*[\\/])?(?:bunx|docker|npx|pipx|pnpm|podman|uvx|yarn)(?:\.\w+)?$/i;

/**
 * How long, in ms, we wait for news of a list: before it is believed complete, and before a call of
 * a tool that it does not have is given up. Some servers add tools when they know their client.
 */
const NEWS = 50;
const LATE_NEWS = 500;

/** How long, in ms, a list is left alone at most that is said to change, and does not. */
const NO_NEWS = 60_000;

/**
 * Connects to a server and asks it for its tools.
 *
 * @param server The server.
 * @param options How to read it.
 * @param alone Whether nobody else sees to signals while it starts.
 * @returns The connection. It fails where either fails, or takes too long.
 */
export function connection(
  server: McpServer,
  options: McpToolsOptions,
  alone: boolean,
): Connection<McpClient> {
  return new Connection(async (signal) => {
    const release = alone ? exitOnSignals() : undefined;
    try {
      return await connect(server, options, signal);
    } finally {
      release?.();
    }
  });
}

async function connect(
  server: McpServer,
  options: McpToolsOptions,
  signal: AbortSignal,
): Promise<McpClient> {
  const { roots } = options;
  const installs = "command" in server && INSTALLERS.test(server.command);
  const startTimeout = options.startTimeout ?? (installs ? INSTALL_TIMEOUT : START_TIMEOUT);
  const variables = new Variables(options.variables);
  let link: Link | undefined, stopWaiting = () => {};
  try {
    const opened = link = "url" in server
      ? await httpLink(server, variables)
      : startLink(server, variables, options);
    const open = async () => {
      const { modern = false } = await readCache(server, options) ?? {};
      return await openSession(opened, { roots, modern });
    };
    const ended = opened.ended.then((how) => Promise.reject(new Problem(how)));
    const late = new Promise<never>((_, reject) => {
      const hint = installs ? ": if it was still being installed, run it once by itself" : "";
      const limit = `did not answer within ${startTimeout / 1000} s${hint}`;
      const timer = setTimeout(() => reject(new Problem(limit)), startTimeout);
      const onAbort = () => reject(signal.reason);
      if (signal.aborted) onAbort();
      signal.addEventListener("abort", onAbort);
      stopWaiting = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
      };
    });
    const session = await Promise.race([open(), ended, late]);
    return new McpClient(server, options, { link, session, variables });
  } catch (error) {
    await link?.close(true);
    if (signal.aborted) throw signal.reason;
    const name = JSON.stringify(nameOf(server, options));
    const message = variables.hide(`MCP server ${name} ${problem(error)}`);
    throw new Error(`${message}${link?.stdout() ?? ""}${link?.stderr() ?? ""}`);
  } finally {
    stopWaiting();
  }
}

/** What a connection is made of. */
interface Parts {
  link: Link;
  session: Session;
  variables: Variables;
}

/** A connection to a server that has listed its tools. */
export class McpClient {
  /** Whether another call needs another connection. */
  ended = false;
  readonly #server: McpServer;
  readonly #options: McpToolsOptions;
  readonly #link: Link;
  readonly #session: Session;
  readonly #calls: Calls;
  readonly #variables: Variables;
  /** Whether the list is older than what comes. */
  #used = false;
  /** Until it asks for a list that is said to have changed, and how long the next time. */
  #timer?: ReturnType<typeof setTimeout>;
  #pause = NEWS;
  #watches = false;
  #closing?: Promise<void>;

  /**
   * Takes over what {@linkcode connection} made.
   *
   * @param server The server.
   * @param options How it is read.
   * @param parts What the connection is made of.
   */
  constructor(server: McpServer, options: McpToolsOptions, parts: Parts) {
    this.#server = server;
    this.#options = options;
    this.#link = parts.link;
    this.#session = parts.session;
    this.#variables = parts.variables;
    this.#calls = new Calls(parts.session);
    parts.link.ended.then(() => this.ended = true);
    parts.link.hold(false);
  }

  /**
   * Gives the tools, and keeps them in the cache.
   *
   * @returns The tools, the first of each name.
   * @throws {Error} Where the server no longer lists them.
   */
  async list(): Promise<ListedTool[]> {
    this.#link.hold(true);
    try {
      if (this.#used) await this.#session.read();
      this.#used = true;
      await this.#session.settle(NEWS);
      return await this.#keep(await this.#session.list.digest());
    } catch (error) {
      const name = JSON.stringify(nameOf(this.#server, this.#options));
      const reason = error instanceof Problem
        ? error.message
        : `cannot be used: ${await this.#explain(error)}`;
      throw new Error(`MCP server ${name} ${reason}`, { cause: error });
    } finally {
      if (this.#calls.running === 0) this.#link.hold(false);
    }
  }

  /**
   * Calls a tool.
   *
   * @param listed The tool, as the caller knows it.
   * @param call The call.
   * @param make Makes tools of a list.
   * @returns What it gives.
   * @throws {ToolsChangedError} Where the tool is not as the caller knows it; nothing was called.
   * @throws {Error} Where the call fails.
   */
  async call(
    listed: ListedTool,
    call: Call,
    make: (list: readonly ListedTool[]) => Iterable<Tool>,
  ): Promise<Result> {
    this.#link.hold(true);
    try {
      await this.#check(listed, make);
      const result = this.#calls.run(listed, call, (error) => this.#explain(error));
      // The server works meanwhile. Another tool of its list may have changed.
      await Promise.allSettled([result, this.#keepChanges()]);
      return await result;
    } finally {
      if (this.#calls.running === 0) this.#link.hold(false);
    }
  }

  /** A text that changes with any word of the list. */
  digest(): Promise<string> {
    return this.#session.list.digest();
  }

  /**
   * Asks for the tools each time the server says that they changed.
   *
   * @param known The digest of the list that is known.
   * @param changed Is given another one.
   */
  watch(
    known: () => string | undefined,
    changed: (list: readonly ListedTool[], digest: string) => void,
  ): void {
    if (this.#watches) return;
    this.#watches = true;
    const look = async () => {
      try {
        await this.#session.renew();
        const digest = await this.digest();
        const isNews = digest !== known();
        // There are servers that say so after each list.
        this.#pause = isNews ? NEWS : Math.min(2 * this.#pause, NO_NEWS);
        if (isNews) changed(await this.#keep(digest), digest);
      } catch (error) {
        if (this.ended) return;
        const name = JSON.stringify(nameOf(this.#server, this.#options));
        this.#options.note?.(`MCP server ${name} ${await this.#explain(error)}`);
      }
      this.#timer = undefined;
      if (this.#session.isOld) wait();
    };
    const wait = () => {
      if (!this.ended) this.#timer ??= setTimeout(look, this.#pause);
    };
    this.#session.onToolsChanged = wait;
    this.#session.listen().catch(() => {});
    wait();
  }

  /** Ends the connection, and the server if it was started for it. */
  close(): Promise<void> {
    this.ended = true;
    clearTimeout(this.#timer);
    return this.#closing ??= this.#link.close(false)
      .then(() => this.#session.client.close())
      .catch(() => {});
  }

  async #check(
    listed: ListedTool,
    make: (list: readonly ListedTool[]) => Iterable<Tool>,
  ): Promise<void> {
    const session = this.#session;
    if (this.#used) await session.renew();
    this.#used = true;
    if (!session.list.change(listed)) return;
    await session.settle(LATE_NEWS, () => !session.list.change(listed));
    const change = session.list.change(listed);
    if (!change) return;
    const tools = await this.#keep(await session.list.digest());
    const { ToolsChangedError } = await import("../agenttool/errors.ts");
    const server = JSON.stringify(nameOf(this.#server, this.#options));
    throw new ToolsChangedError(
      `Tool ${JSON.stringify(listed.name)} of MCP server ${server} ${change}`,
      make(tools),
    );
  }

  /** What an error of a call means; a server that has ended is what ended it. */
  async #explain(error: unknown): Promise<string> {
    if (this.#session.answered(error)) return this.#variables.hide(error.message);
    this.ended ||= "url" in this.#server;
    const { ended } = this.#link;
    const how = await within(ended, 0) ? await ended : undefined;
    return how
      ? `the server ${how}${this.#link.stderr()}`
      : this.#variables.hide(sdkMessage(error));
  }

  async #keepChanges(): Promise<void> {
    if (this.#options.cache === false) return;
    const digest = await this.#session.list.digest();
    const cached = await readCache(this.#server, this.#options);
    if (cached?.digest !== digest) await this.#keep(digest);
  }

  async #keep(digest: string): Promise<ListedTool[]> {
    const { client, list, modern } = this.#session;
    const tools = list.tools(this.#options.note);
    // No call could ever find out that an empty list is out of date.
    if (this.#options.cache === false || tools.length === 0) return tools;
    const { name, version } = client.getServerVersion() ?? {};
    await writeCache(this.#server, this.#options, {
      format: FORMAT,
      server: { name, version },
      time: new Date().toISOString(),
      ...modern && { modern },
      digest,
      tools,
    });
    return tools;
  }
}

/** What messages call a server. */
function nameOf(server: McpServer, { name }: McpToolsOptions): string {
  if (name) return name;
  return "url" in server ? addressParts(server.url).host : server.command;
}

/** What went wrong with a server, in words that follow its name. */
function problem(error: unknown): string {
  return problemOf(error) ?? `cannot be used: ${sdkMessage(error)}`;
}

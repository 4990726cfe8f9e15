/**
 * What the room needs of the machine to run a server: its process, in a group of its own.
 *
 * @module
 */

import { endGroup, signalGroup } from "../cli/deno_group.ts";
import { guard } from "./_deno_guard.ts";
import { Tree } from "./_deno_tree.ts";
import { hostVariable } from "./_deno_variables.ts";
import { within } from "./_within.ts";

/** A server's process. */
export interface ServerProcess {
  /** Writes on its standard input. */
  write(text: string): Promise<void>;
  /** Resolves when it has ended and its output is read: `ended with status 3`. */
  readonly ended: Promise<string>;
  /** What it has written of a line of its standard output that has not ended. */
  unread(): string;
  /** Whether this process waits for it before it ends by itself. */
  hold(waits: boolean): void;
  /** Ends it, and all that it started, in the way and the order that MCP says. */
  close(): Promise<void>;
  /** Ends it without asking it first to end by itself. */
  kill(): Promise<void>;
}

/** How to start a {@linkcode ServerProcess}. */
export interface ServerStart {
  command: string;
  args: readonly string[];
  /** What it gets besides {@linkcode INHERITED}. */
  env: Record<string, string>;
  cwd?: string;
  /** Is told each line of its standard output. */
  onLine: (line: string) => void | Promise<void>;
  /** Is told what it writes on standard error. */
  onStderr: (text: string) => void;
}

/** How long a server has, in ms, to end when its input has ended, and when it is told to. */
const GRACE = 2_000;
const TERM_GRACE = 1_000;

/** How long we wait, in ms, for output that another process may hold back. */
const SILENCE = 200;

/** Longer lines end the connection: in the end all of a line is one string. */
const MAX_LINE = 256 * 2 ** 20;

/**
 * What a server gets of our environment: what programs need to find their files, to speak the
 * user's language and to reach the network. All else, tokens above all, it gets by configuration.
 */
const INHERITED = (
  "HOME LOGNAME PATH SHELL TERM USER LANG LANGUAGE LC_ALL LC_CTYPE TZ TMPDIR " +
  "XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_RUNTIME_DIR XDG_STATE_HOME " +
  "HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy " +
  "SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS " +
  "APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA " +
  "PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME " +
  "USERPROFILE WINDIR"
).split(" ");

/**
 * Starts a server.
 *
 * @throws {Deno.errors.NotFound} Where there is no such program.
 */
export function startServer(start: ServerStart): ServerProcess {
  const child = spawn(start);
  const { pid } = child;
  const endGuard = guard(pid);
  const tree = new Tree(pid);
  // A process that ends at once takes its server along.
  const onUnload = () => {
    tree.look();
    signalGroup(pid, "SIGKILL");
    tree.signal("SIGKILL");
  };
  addEventListener("unload", onUnload);

  const writer = child.stdin.getWriter();
  let failure: string | undefined;
  const line: string[] = [];
  const lines = readLines(child.stdout, line, start.onLine).catch((error: Error) => {
    failure = error.message;
    signalGroup(pid, "SIGKILL");
  });
  const errors = readText(child.stderr, start.onStderr).catch(() => {});
  const output = Promise.all([lines, errors]);
  const exit = child.status.then(async ({ code, signal }) => {
    await within(output, SILENCE);
    return failure ?? (signal ? `was ended by ${signal}` : `ended with status ${code}`);
  });
  const silent = lines.then(async () =>
    await within(child.status, TERM_GRACE) ? await exit : "closed its standard output"
  );

  let closing: Promise<void> | undefined;
  const close = async (grace: number) => {
    child.ref();
    // When it has ended, nothing tells any more what it started.
    tree.look();
    writer.close().catch(() => {});
    if (!grace || !await within(child.status, grace)) {
      tree.look();
      signalGroup(pid, "SIGTERM");
      if (!await within(child.status, grace ? TERM_GRACE : SILENCE)) signalGroup(pid, "SIGKILL");
      await child.status;
    }
    await Promise.all([endGroup(pid, TERM_GRACE), tree.end(TERM_GRACE)]);
    await endGuard();
    await exit;
    removeEventListener("unload", onUnload);
  };
  return {
    // Where the process has ended, that is what is told.
    write: (text) => writer.write(new TextEncoder().encode(text)).catch(() => {}),
    ended: Promise.race([exit, silent]),
    unread: () => line.join(""),
    hold: (waits) => waits ? child.ref() : child.unref(),
    close: () => closing ??= close(GRACE),
    kill: () => closing ??= close(0),
  };
}

/**
 * Has the signals that end this process end it in a way that takes its servers along, until the
 * function that it gives is called.
 */
export function exitOnSignals(): () => void {
  const statuses: [Deno.Signal, number][] = Deno.build.os === "windows"
    ? [["SIGINT", 130], ["SIGBREAK", 143]]
    : [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]];
  const listeners = statuses.map(([name, status]) => [name, () => Deno.exit(status)] as const);
  for (const [name, exit] of listeners) Deno.addSignalListener(name, exit);
  return () => {
    for (const [name, exit] of listeners) Deno.removeSignalListener(name, exit);
  };
}

/** Whether an error says that there is no such program. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound;
}

function spawn({ command, args, env, cwd }: ServerStart): Deno.ChildProcess {
  const inherited: Record<string, string> = Object.create(null);
  for (const name of INHERITED) {
    const value = hostVariable(name);
    if (value !== undefined) inherited[name] = value;
  }
  const options: Deno.CommandOptions = {
    args: [...args],
    env: { ...inherited, ...env },
    cwd,
    clearEnv: true,
    detached: Deno.build.os !== "windows",
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  };
  try {
    return new Deno.Command(command, options).spawn();
  } catch (error) {
    // There, npx and its like are scripts, which only their full names start.
    if (Deno.build.os !== "windows" || !isNotFound(error)) throw error;
    return new Deno.Command(`${command}.cmd`, options).spawn();
  }
}

async function readLines(
  stream: ReadableStream<Uint8Array>,
  parts: string[],
  onLine: ServerStart["onLine"],
): Promise<void> {
  const decoder = new TextDecoder();
  let length = 0;
  for await (const chunk of stream) {
    const lines = decoder.decode(chunk, { stream: true }).split("\n");
    for (const [index, part] of lines.entries()) {
      parts.push(part);
      length += part.length;
      if (index === lines.length - 1) break;
      const line = parts.join("");
      parts.length = 0;
      length = 0;
      await onLine(line);
    }
    if (length > MAX_LINE) throw new RangeError("sent a message of more than 256 MiB");
  }
}

async function readText(
  stream: ReadableStream<Uint8Array>,
  onText: (text: string) => void,
): Promise<void> {
  for await (const text of stream.pipeThrough(new TextDecoderStream())) onText(text);
}

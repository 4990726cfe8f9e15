/** A Redis server of the test's own: Debian's, on a free port, with its files in a temporary folder. */

/** A server that runs. */
export interface RedisServer {
  readonly url: string;
  readonly pid: number;
  /** Stops it, and removes its files. */
  stop(): Promise<void>;
}

/** Why tests that need Redis are skipped, where they are. */
export const noRedis: string = await hasRedis() ? "" : " (skipped: there is no redis-server here)";

/** Starts a server, on the port given or a free one. */
export async function startRedis(port: number = freePort()): Promise<RedisServer> {
  const dir = await Deno.makeTempDir();
  const child = new Deno.Command("redis-server", {
    args: [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--dir",
      dir,
      "--save",
      "",
      "--databases",
      "100",
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("Ready to accept connections")) {
    const { value, done } = await output.read();
    if (done) throw new Error(`redis-server has ended:\n${text}`);
    text += value;
  }
  const drained = drain(output);
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid,
    async stop() {
      // One that a test has halted ends by no other signal.
      child.kill("SIGKILL");
      await Promise.all([child.status, drained]);
      await Deno.remove(dir, { recursive: true });
    },
  };
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function drain(output: ReadableStreamDefaultReader<string>): Promise<void> {
  while (!(await output.read()).done);
}

async function hasRedis(): Promise<boolean> {
  try {
    return (await new Deno.Command("redis-server", { args: ["--version"] }).output()).success;
  } catch {
    return false;
  }
}

/** A server that is killed in the middle of load has lost nothing that it acknowledged. */

import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { PACKAGES, path } from "../examples/_run.ts";
import { noRedis, startRedis } from "./_redis.ts";

/** How many clients there are, each with a run of its own. */
const CLIENTS = 16;

/** How many transitions are acknowledged before the server is killed. */
const LOAD = 800;

interface Server {
  url: string;
  kill(): Promise<void>;
}

async function start(kind: string, place: string): Promise<Server> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-A", ...PACKAGES, path("tests/asmp/_kill_server.ts"), kind, place],
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let url = "";
  while (!url.endsWith("\n")) {
    const { value, done } = await output.read();
    if (done) throw new Error("The server has ended");
    url += value;
  }
  return {
    url: url.trim(),
    async kill() {
      child.kill("SIGKILL");
      await Promise.all([child.status, output.cancel()]);
    },
  };
}

async function post(url: string, body: string, headers?: HeadersInit) {
  const response = await fetch(url, { method: "POST", body, headers });
  return { status: response.status, headers: response.headers, json: await response.json() };
}

async function killUnderLoad(kind: string, place: string): Promise<void> {
  const server = await start(kind, place);
  let acknowledged = 0, isKilled = false;
  let kill = (_: void) => {};
  const enough = new Promise<void>((resolve) => kill = resolve);
  const clients = Array.from({ length: CLIENTS }, async () => {
    const { json: { run_id } } = await post(`${server.url}/runs`, "{}");
    let last = 0;
    try {
      for (let n = 1; !isKilled; n++) {
        const url = `${server.url}/runs/${run_id}/transitions/again`;
        const { status } = await post(url, `{"n":${n}}`, { "idempotency-key": String(n) });
        expect(status).toBe(200);
        last = n;
        if (++acknowledged === LOAD) kill();
      }
    } catch (error) {
      if (!isKilled) throw error;
    }
    return { run_id, last };
  });
  await Promise.race([enough, Promise.all(clients)]);
  isKilled = true;
  await server.kill();
  const runs = await Promise.all(clients);

  const again = await start(kind, place);
  try {
    for (const { run_id, last } of runs) {
      const at = `${again.url}/runs/${run_id}`;
      const { data: { n = 0 } } = await (await fetch(at)).json();
      // The one that was under way may have been written, too.
      expect([last, last + 1]).toContain(n);
      if (last === 0) continue;
      const key = { "idempotency-key": String(last) };
      const repeated = await post(`${at}/transitions/again`, `{"n":${last}}`, key);
      expect([repeated.status, repeated.json.data.n]).toEqual([200, last]);
      expect(repeated.headers.get("idempotent-replayed")).toBe("true");
    }
  } finally {
    await again.kill();
  }
}

describe("a server that is killed under load", () => {
  it("finds every acknowledged transition, and its reply, in its file", async () => {
    const directory = await Deno.makeTempDir();
    await killUnderLoad("sqlite", `${directory}/runs.db`);
    await Deno.remove(directory, { recursive: true });
  });

  it(`finds them in Redis${noRedis}`, { ignore: noRedis !== "" }, async () => {
    const redis = await startRedis();
    try {
      await killUnderLoad("redis", redis.url);
    } finally {
      await redis.stop();
    }
  });
});

// DESIGN.md section 4, "Signals": real processes, real signals.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";

const PROGRAM = new URL("./_program.ts", import.meta.url).href;
const CANCELLED = "Error: the call was cancelled\n";

/** Starts a command, waits until its tool waits, and gives what is needed to interrupt it. */
async function start(command: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", PROGRAM, command],
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const stdout = new Response(child.stdout).text();
  let stderr = "", seen = () => {};
  const read = (async () => {
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
      stderr += chunk;
      seen();
    }
  })();
  /** Resolves when stderr holds a text, or the process has ended. */
  const until = async (text: string) => {
    while (!stderr.includes(text)) {
      const next = new Promise<void>((done) => seen = done);
      if (await Promise.race([next.then(() => true), child.status.then(() => false)]) === false) {
        break;
      }
    }
  };
  await until("waiting\n");
  return {
    kill: (signal: Deno.Signal) => child.kill(signal),
    until,
    async ended() {
      const { code } = await child.status;
      await read;
      return { status: code, stdout: await stdout, stderr };
    },
  };
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const options = { ignore: Deno.build.os === "windows" };

describe("signals", () => {
  it("main() cancels the call on the first interrupt", options, async () => {
    const child = await start("wait");
    child.kill("SIGINT");
    expect(await child.ended()).toEqual({ status: 1, stdout: "", stderr: `waiting\n${CANCELLED}` });
  });

  it(
    "main() waits for a tool that cleans up, and takes interrupts within 500 ms for one",
    options,
    async () => {
      const child = await start("clean_up");
      child.kill("SIGINT");
      child.kill("SIGINT");
      await child.until("cleaning\n");
      child.kill("SIGINT");
      expect(await child.ended())
        .toEqual({ status: 1, stdout: "", stderr: `waiting\ncleaning\nclean\n${CANCELLED}` });
    },
  );

  it("main() ends with 130 on a second interrupt", options, async () => {
    const child = await start("stubborn");
    child.kill("SIGINT");
    await child.until("no\n");
    await pause(700);
    child.kill("SIGINT");
    expect((await child.ended()).status).toBe(130);
  });

  for (const signal of ["SIGTERM", "SIGHUP"] as const) {
    it(`main() cancels the call on ${signal}`, options, async () => {
      const child = await start("wait");
      child.kill(signal);
      expect(await child.ended()).toEqual({
        status: 1,
        stdout: "",
        stderr: `waiting\n${CANCELLED}`,
      });
    });
  }

  it("main() ends with 143 and 129 where the tool does not end in 5 s", options, async () => {
    const children = await Promise.all([start("stubborn"), start("stubborn")]);
    const at = performance.now();
    children[0].kill("SIGTERM");
    children[1].kill("SIGHUP");
    const ended = await Promise.all(children.map((child) => child.ended()));
    expect(ended.map(({ status }) => status)).toEqual([143, 129]);
    expect(performance.now() - at).toBeGreaterThan(4500);
  });
});

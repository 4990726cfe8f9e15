// toolcli serve --asmp as a process, and the examples driven through it.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { AsmpClient } from "../../asmp/mod.ts";
import { path } from "../examples/_run.ts";
import { TOOLCLI, toolcli } from "./_toolcli.ts";

const URL_LINE = /^toolcli: serving ASMP on (http:\/\/127\.0\.0\.1:\d+)$/m;

/** A server as a process of its own. */
interface Serving extends AsyncDisposable {
  url: string;
  /** Sends a signal, and gives how the process ended and what it said. */
  end(signal: Deno.Signal): Promise<{ code: number; stderr: string }>;
}

async function serving(...words: string[]): Promise<Serving> {
  const [program, ...args] = [...TOOLCLI, "serve", ...words, "--asmp", "--port", "0"];
  const child = new Deno.Command(program!, {
    args,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const told = Promise.withResolvers<string>();
  let stderr = "";
  const reading = (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      stderr += text;
      const [, url] = URL_LINE.exec(stderr) ?? [];
      if (url !== undefined) told.resolve(url);
    }
    told.reject(new Error(stderr));
  })();
  const end: Serving["end"] = async (signal) => {
    child.kill(signal);
    const { code } = await child.status;
    await reading;
    return { code, stderr };
  };
  return {
    url: await told.promise,
    end,
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended.
      }
      await child.status;
      await reading;
    },
  };
}

describe("toolcli serve --asmp", () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`toolcli serve --asmp ends by ${signal}, also while a stream is read`, async () => {
      await using server = await serving(path("examples/config_wizard.ts"));
      const client = new AsmpClient(server.url);
      const stream = await client.startRun().then(() => client.stream());
      expect((await stream.next()).value?.state).toBe("INITIAL");
      const { code, stderr } = await server.end(signal);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: `toolcli: serving ASMP on ${server.url}\n`,
      });
      await stream.return();
    });
  }

  it("toolcli serve --asmp --store keeps runs in a file", async () => {
    const dir = await Deno.makeTempDir();
    const words = [path("examples/config_wizard.ts"), "--store", `${dir}/runs.db`];
    await using first = await serving(...words);
    const client = new AsmpClient(first.url);
    const { run_id: runId } = await client.startRun();
    await client.transition("start");
    await first.end("SIGTERM");
    await using second = await serving(...words);
    expect((await new AsmpClient(second.url).getFrame({ runId })).state).toBe("CONFIGURE");
    await second.end("SIGTERM");
    await Deno.remove(dir, { recursive: true });
  });

  it("toolcli serve --asmp checks the types of fields", async () => {
    await using server = await serving(path("examples/ci_cd.ts"));
    const client = new AsmpClient(server.url);
    await client.startRun();
    await expect(client.transition("lint_done", { passed: "no" })).rejects.toMatchObject({
      status: 400,
      hint: "Invalid field: passed (expected boolean, got string).",
    });
  });

  it("toolcli serve --asmp refuses what it cannot serve", async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr as Deno.NetAddr;
    const wizard = path("examples/config_wizard.ts"), tools = path("examples/file_tools.ts");
    const refusals: [string[], string][] = [
      [[tools, "--asmp"], `"${tools}": its default export is no Workflow`],
      [["nothing.ts", "--asmp"], '"nothing.ts": there is no such file'],
      [
        [wizard, "--asmp", "--port", String(port)],
        `port ${port} is in use: give another one with --port`,
      ],
      [[tools, "--mcp", "--store", "x"], "--store needs --asmp: it keeps the runs of a workflow"],
    ];
    for (const [words, message] of refusals) {
      const { code, stderr } = await toolcli(["serve", ...words]);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `toolcli: ${message}\nRun \`toolcli --help\` for usage.\n`,
      });
    }
    listener.close();
  });
});

describe("examples/ci_cd.ts", () => {
  it("examples/ci_cd.ts is driven from a shell", async () => {
    await using server = await serving(path("examples/ci_cd.ts"));
    const { stdout } = await toolcli(["asmp", server.url, "--new", "--data", '{"branch":"main"}']);
    const [id = ""] = stdout.split("\n");
    const step = async (...words: string[]) =>
      await toolcli(["asmp", server.url, "--run", id, ...words]);
    const linted = await step("run_linter", "--paths", "a.ts", "--paths", "b c.ts");
    expect(linted.stdout).toContain('{"passed":false,"issues":1}\n');
    expect((await step("read", "--path", "rules")).stdout).toContain("- a path has no blanks\n");
    const tested = await step("lint_done", "--passed", "--issues", "0");
    expect(tested.stderr).toBe("TEST: The tests are running.\nunit tests\nintegration tests\n");
    expect(tested.stdout).toContain("Deploy?\nRead the test report, then deploy or reject.\n");
    const report = await step("--json", "read", "--path", "report");
    expect(JSON.parse(report.stdout).result).toEqual({
      suites: ["unit", "integration"],
      passed: true,
    });
    expect(await step("d", "--target", "prod")).toEqual({
      code: 0,
      stdout: "The branch is live.\ndone\n",
      stderr: "",
    });
  });
});

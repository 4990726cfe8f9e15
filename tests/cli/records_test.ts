// spec/agenttool-cli.md 7: --record.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { type Call, defineTool, result, text, type Tool, ToolError } from "../../agenttool/mod.ts";
import { run } from "./_fixtures.ts";
import { expectUsage, inFolder, linux, posix } from "./_tables.ts";

const LINE = new RegExp(
  `^{"time":"(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+Z)","tool":"work",` +
    `"call":"(cli_[0-9A-Za-z]{26})","ns":"(test:\\w+)","data":(\\{.*\\})}$`,
);

const lines = (path: string): string[] => Deno.readTextFileSync(path).split("\n").slice(0, -1);
const doing = (execute: (call: Call) => unknown): { tools: Tool[] } => ({
  tools: [defineTool({ name: "work", execute: (_args, call) => execute(call) })],
});

/** Runs a line after `--record` and a fresh path. */
async function recorded(line: string, options: Parameters<typeof run>[1] = {}) {
  let outcome: Awaited<ReturnType<typeof run>>;
  let written: string[] | null = null;
  await inFolder(async (folder) => {
    outcome = await run(["--record", `${folder}/f.jsonl`, line], options);
    try {
      written = lines(`${folder}/f.jsonl`);
    } catch { /* no file was made */ }
  });
  return { ...outcome!, lines: written as string[] | null };
}

describe("--record", () => {
  it("run() appends 74: the records of two runs", async () => {
    await inFolder(async (folder) => {
      const path = `${folder}/f`;
      for (let n = 0; n < 2; n++) {
        expect(await run(["--record", path, "work"])).toMatchObject({
          status: 0,
          stdout: "done\n",
        });
      }
      const found = lines(path).map((line) => LINE.exec(line)!.slice(1));
      expect(found.map(([, , ns, data]) => [ns, data])).toEqual([
        ["test:started", `{"pid":42}`],
        ["test:finished", `{"code":0}`],
        ["test:started", `{"pid":42}`],
        ["test:finished", `{"code":0}`],
      ]);
      const ids = found.map(([, id]) => id);
      expect(ids[0]).toBe(ids[1]);
      expect(ids[2]).toBe(ids[3]);
      expect(ids[0]).not.toBe(ids[2]);
      for (const [time] of found) {
        expect(Math.abs(Date.parse(time!) - Date.now())).toBeLessThan(60_000);
      }
    });
  });

  it("run() keeps what is in the file", async () => {
    await inFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/f`, "before\n");
      await run(["--record", `${folder}/f`, "work"]);
      expect(lines(`${folder}/f`).length).toBe(3);
      expect(lines(`${folder}/f`)[0]).toBe("before");
    });
  });

  it("run() has written a record before the tool goes on", async () => {
    await inFolder(async (folder) => {
      const counts: number[] = [];
      const options = doing(async (call) => {
        for (const n of [1, 2]) {
          await call.record("test:n", n);
          counts.push(lines(`${folder}/f`).length);
        }
      });
      await run(["--record", `${folder}/f`, "work"], options);
      expect(counts).toEqual([1, 2]);
    });
  });

  it("run() writes records that come together each on a line of its own", async () => {
    const data = "x".repeat(20_000);
    const all = Array.from({ length: 20 }, (_, n) => n);
    const { lines } = await recorded(
      "work",
      doing(async (call) => {
        await Promise.all(all.map((n) => call.record("test:n", { n, data })));
      }),
    );
    expect(lines!.map((line) => JSON.parse(line).data.n)).toEqual(all);
  });

  it("run() writes records that the tool does not wait for", async () => {
    const { lines, status, stderr } = await recorded(
      "work",
      doing((call) => {
        for (const n of [1, 2]) void call.record("test:n", n);
      }),
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(lines!.map((line) => JSON.parse(line).data)).toEqual([1, 2]);
  });

  posix("run() makes the file for its owner alone", async () => {
    await inFolder(async (folder) => {
      await run(["--record", `${folder}/f`, "ping"]);
      const { mode, size } = await Deno.stat(`${folder}/f`);
      expect([mode! & 0o777, size]).toEqual([0o600, 0]);
    });
  });

  it("run() writes any JSON value on one line", async () => {
    for (const data of [null, 0, "a\nb", [], { a: { b: ["<&>"] } }]) {
      const outcome = await recorded("work", doing((call) => call.record("test:x", data)));
      expect(outcome.lines!.length).toBe(1);
      expect(JSON.parse(outcome.lines![0]!).data).toEqual(data);
    }
  });

  it("run() writes the record of a call that failed", async () => {
    const outcome = await recorded(
      "work",
      doing(() => {
        throw new ToolError("no", { record: { ns: "test:failed", data: { code: 1 } } });
      }),
    );
    expect(outcome).toMatchObject({ status: 1, stderr: "Error: no\n" });
    expect(LINE.exec(outcome.lines![0]!)!.slice(3)).toEqual(["test:failed", `{"code":1}`]);
  });

  it("run() writes neither progress nor questions", async () => {
    expect((await recorded("delete")).lines).toEqual([]);
    expect((await recorded("steps")).lines).toEqual([]);
  });

  it("run() records nothing without it, and the tool goes on", async () => {
    expect(await run("work")).toMatchObject({
      status: 0,
      stdout: "done\n",
      stderr: "[1/2] half\n",
    });
  });

  it("run() opens no file where no call is made", async () => {
    expect((await recorded("help")).lines).toBe(null);
    expect((await recorded("read_file")).lines).toEqual([]);
    await inFolder(async (folder) => {
      expectUsage(await run(["--record", `${folder}/f`, "ping", "--zzz"]), "ping: …");
      expect([...Deno.readDirSync(folder)]).toEqual([]);
    });
  });
});

describe("a record that cannot be written", () => {
  for (const path of ["/", "/no/such/folder/f"]) {
    it(`run() runs nothing (54) where ${path} cannot be opened`, async () => {
      const outcome = await run(["--record", path, "ping"]);
      expect(outcome).toMatchObject({ status: 2, stdout: "", ran: [] });
      expect(outcome.stderr).toMatch(/^kit: --record: [^\n]+\n$/);
    });
  }

  linux("run() tells the tool (75), and says it once at the end", async () => {
    const outcome = await run("--record /dev/full work");
    expect(outcome).toMatchObject({ status: 1, stdout: "" });
    expect(outcome.stderr).toMatch(/\[1\/2\] half\nError: [^\n]+\nkit: --record: [^\n]+\n$/);
    expect(outcome.stderr.match(/kit: --record/g)).toHaveLength(1);
  });

  linux("run() keeps the status where the tool goes on", async () => {
    const outcome = await run(
      "--record /dev/full work",
      doing(async (call) => {
        await call.record("a", 1).catch(() => {});
        await call.record("a", 2).catch(() => {});
        return result([text("ok")], { record: { ns: "a", data: 3 } });
      }),
    );
    expect(outcome).toMatchObject({ status: 0, stdout: "ok\n" });
    expect(outcome.stderr).toMatch(/^kit: --record: [^\n]+\n$/);
  });

  it("run() reports 76: a result's record without namespace", async () => {
    const outcome = await recorded(
      "work",
      doing(() => result([text("ok")], { record: { ns: "", data: 1 } })),
    );
    expect(outcome).toMatchObject({ status: 0, stdout: "ok\n", lines: [] });
    expect(outcome.stderr).toMatch(/^kit: --record: [^\n]*empty namespace[^\n]*\n$/);
  });

  it("run() reports a result's record that has no JSON", async () => {
    const outcome = await recorded(
      "work",
      doing(() => result([text("ok")], { record: { ns: "a", data: 1n } })),
    );
    expect(outcome).toMatchObject({ status: 0, stdout: "ok\n", lines: [] });
    expect(outcome.stderr).toMatch(/^kit: --record: [^\n]+\n$/);
  });

  it("run() tells the tool that its record has no namespace, or no JSON", async () => {
    for (const [ns, data, message] of [["", 1, "empty namespace"], ["a:b", 1n, "a:b"]] as const) {
      const outcome = await recorded("work", doing((call) => call.record(ns, data)));
      expect(outcome).toMatchObject({ status: 1, stdout: "", lines: [] });
      expect(outcome.stderr).toMatch(/^Error: /);
      expect(outcome.stderr).toContain(message);
    }
  });
});

import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { Executor, type ExecutorEvent } from "../../agenttool/mod.ts";
import { tools } from "../../examples/file_tools.ts";
import { PACKAGES, path, run } from "./_run.ts";
import { dir, ok, PROGRAM, useFiles, write } from "./_file_tools.ts";

useFiles();

describe("examples/file_tools.ts", () => {
  const [, listDir, search] = tools;
  let before: string | undefined;

  beforeEach(() => {
    before = Deno.env.get("FILE_TOOLS_ROOT");
    Deno.env.set("FILE_TOOLS_ROOT", `${dir}/inside`);
  });

  afterEach(() => {
    if (before === undefined) Deno.env.delete("FILE_TOOLS_ROOT");
    else Deno.env.set("FILE_TOOLS_ROOT", before);
  });

  it("toolcli run serves its tools", async () => {
    expect(
      await run("built/mod.js", ["run", path(PROGRAM), "read_file", "--path", "notes.txt"], {
        flags: ["-A", ...PACKAGES],
        cwd: `${dir}/inside`,
      }),
    ).toEqual(ok("one\ntwo\n"));
  });

  it("every tool says what it does to files", () => {
    expect(tools.map(({ name, annotations }) => [name, annotations])).toEqual([
      ["read_file", { readOnly: true, openWorld: false }],
      ["list_dir", { readOnly: true, openWorld: false }],
      ["search", { readOnly: true, openWorld: false }],
      ["write_file", { readOnly: false, destructive: true, idempotent: true, openWorld: false }],
      ["stat", { readOnly: true, openWorld: false }],
    ]);
  });

  it("search ends when its call is cancelled", async () => {
    await write(
      Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`inside/many/${n}.txt`, "many\n"])),
    );
    const events: ExecutorEvent[] = [];
    const controller = new AbortController();
    const jobs = [{ tool: search, id: "1", args: '{"pattern":"few"}' }];
    for await (const event of new Executor().execute(jobs, controller)) {
      events.push(event);
      controller.abort();
    }
    expect(events).toMatchObject([
      { type: "progress", update: { progress: 100, message: "files searched" } },
      { type: "error", error: { message: "the call was cancelled" } },
    ]);
  });

  it("list_dir ends when its call is cancelled", async () => {
    const reason = new Error("enough");
    await expect(listDir!.execute({
      id: "1",
      args: "{}",
      signal: AbortSignal.abort(reason),
      ask: () => Promise.resolve({ action: "cancel" }),
      progress() {},
      record: () => Promise.resolve(),
    })).rejects.toThrow(reason);
  });
});

// Our client against our server: spec/asmp.md 12, rows 60 to 62 and 69, and what each adds.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { AsmpClient, createHandler, jsonOf, MemoryStore, Workflow } from "../../asmp/mod.ts";
import { f1, f4, f8 } from "./fixtures.ts";
import { serve } from "./_server.ts";

const embedded = () =>
  new Workflow("embedded", { initial: "INIT" })
    .transition("INIT", "go", "DONE")
    .tool("INIT", "t", { handler: ({ body }) => ({ n: body.n }) })
    .resource("INIT", "r", { mimeType: "text/plain", handler: () => "resource-content" });

describe("AsmpClient and createHandler()", () => {
  it("row 61: a run over HTTP", async () => {
    await using server = serve(f1());
    const client = new AsmpClient(server.url);
    expect((await client.startRun()).state).toBe("INIT");
    expect((await client.getCli()).options).toHaveLength(1);
    expect((await client.transition("start")).state).toBe("DONE");
    expect((await client.getFrame()).state).toBe("DONE");
    expect((await client.getCli()).options).toHaveLength(0);
  });

  it("row 62: an action that there is not", async () => {
    const store = new MemoryStore();
    await using server = serve(f4(), { store });
    const client = new AsmpClient(server.url);
    const { run_id } = await client.startRun();
    await expect(client.transition("bad")).rejects.toThrow("Action 'bad' not in next_states: go");
    expect((await store.get(run_id))?.version).toBe(1);
  });

  it("row 69: a server in the same process", async () => {
    const client = new AsmpClient(createHandler(embedded()));
    await client.startRun();
    expect(await client.invokeTool("t", { n: 42 })).toEqual({ n: 42 });
    expect(await client.readResource("r")).toBe("resource-content");
    expect((await client.transition("go")).state).toBe("DONE");
  });

  for (const hrefs of ["relative", "request"] as const) {
    it(`addresses that are written ${hrefs} lead back below a path`, async () => {
      await using server = serve(embedded(), { hrefs, basePath: "/api" });
      const client = new AsmpClient(server.url);
      await client.startRun();
      expect(await client.invokeTool("t", { n: 1 })).toEqual({ n: 1 });
      expect((await client.transition("go")).state).toBe("DONE");
    });
  }

  it("a stream tells of all that the server's work does", async () => {
    await using server = serve(f8());
    const client = new AsmpClient(server.url);
    await client.startRun();
    const seen: string[] = [];
    for await (const { state, milestones } of client.stream()) {
      if (seen.length === 0) await client.transition("third");
      seen.push(`${state} ${milestones}`);
    }
    expect(seen).toEqual(["INIT ", "BUSY ", "BUSY BUSY", "DONE BUSY"]);
  });

  it("numbers come back as they were sent", async () => {
    await using server = serve(f4());
    const client = new AsmpClient(server.url);
    await client.startRun('{"big":12345678901234567890}');
    const frame = await client.transition("go", '{"a":"x","n":0.10}');
    expect(jsonOf(frame)).toContain('"data":{"big":12345678901234567890,"a":"x","n":0.10}');
  });
});

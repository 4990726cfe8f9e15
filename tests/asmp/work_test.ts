import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { MemoryStore, type Work, Workflow } from "../../asmp/mod.ts";
import { frames, serve, type Served } from "./_server.ts";
import { until } from "./_until.ts";

/** A state that the server works in, between one before and one after; others lead out of it. */
function busy(work: Work): Workflow {
  return new Workflow("busy-wf", { initial: "READY" })
    .transition("READY", "begin", "BUSY")
    .transition("BUSY", "finish", "DONE", { expects: { size: "number", note: "string?" } })
    .transition("BUSY", "cancel", "CANCELLED")
    .transition("BUSY", "guarded", "DONE", { guard: () => "Not on a Sunday." })
    .hint("BUSY", "Wait.")
    .status("DONE", "completed")
    .work("BUSY", work);
}

const LINES = { accept: "application/x-ndjson" };

/** Takes `begin` and gives the frames that follow, with what is of interest here. */
async function begin(server: Served, id: string) {
  const { status, text } = await server.call(`POST /runs/${id}/transitions/begin`, "", LINES);
  expect(status).toBe(202);
  return frames(text).map(({ state, status, hint, data, milestones }) => {
    return { state, status, hint, data, milestones };
  });
}

/** Waits until a run is in a state. */
async function untilIn(server: Served, id: string, state: string): Promise<void> {
  await until(`run in ${state}`, async () => (await server.frame(id)).state === state);
}

describe("work of a state", () => {
  it("createHandler() does the work and takes its action", async () => {
    await using server = serve(busy(async ({ data, milestone, state, runId }) => {
      data.where = state;
      await milestone("half");
      data.size = 3;
      data.id = runId;
      return "finish";
    }));
    const id = await server.run();
    expect(await begin(server, id)).toEqual([
      { state: "BUSY", status: "processing", hint: "Wait.", data: {}, milestones: [] },
      {
        state: "BUSY",
        status: "processing",
        hint: "Wait.",
        data: { where: "BUSY" },
        milestones: ["half"],
      },
      {
        state: "DONE",
        status: "completed",
        hint: "Proceed.",
        data: { where: "BUSY", size: 3, id },
        milestones: ["half"],
      },
    ]);
  });

  it("createHandler() does the work where nobody waits for it", async () => {
    await using server = serve(busy(({ data }) => {
      data.size = 1;
      return "finish";
    }));
    const id = await server.run("begin");
    await untilIn(server, id, "DONE");
  });

  it("createHandler() does the work of the first state, and of several in a row", async () => {
    const workflow = new Workflow("chain", { initial: "A" })
      .transition("A", "next", "B").transition("B", "next", "C")
      .work("A", ({ data }) => {
        data.a = 1;
        return "next";
      })
      .work("B", ({ data }) => {
        data.b = data.a + 1;
        return "next";
      });
    await using server = serve(workflow);
    const id = await server.run();
    await untilIn(server, id, "C");
    expect((await server.frame(id)).data).toEqual({ a: 1, b: 2 });
  });

  const failures: [string, Work, string][] = [
    [
      "throws",
      () => {
        throw new Error("disk full");
      },
      "Error: disk full",
    ],
    ["throws a text", () => Promise.reject("no luck"), "no luck"],
    [
      "chooses what is no action",
      () => "finnish",
      'Error: The work of state "BUSY" chose "finnish", which is no action of it',
    ],
    [
      "chooses nothing",
      (() => {}) as unknown as Work,
      'Error: The work of state "BUSY" chose "undefined", which is no action of it',
    ],
    [
      "chooses an action whose fields are not in the data",
      () => "finish",
      'Error: The work of state "BUSY" chose "finish" without data for size',
    ],
    ["chooses an action that its guard refuses", () => "guarded", "Error: Not on a Sunday."],
    [
      "makes the data what no JSON can be",
      ({ data }) => {
        data.size = 1n;
        return "finish";
      },
      "TypeError: Do not know how to serialize a BigInt",
    ],
  ];
  for (const [name, work, hint] of failures) {
    it(`createHandler() shows that work ${name}`, async () => {
      await using server = serve(busy(work));
      const id = await server.run();
      const failed = { state: "BUSY", status: "failed", hint, data: {}, milestones: [] };
      expect((await begin(server, id)).at(-1)).toEqual(failed);
      // It is no less visible later, in whatever form, and the stream ends.
      expect(await server.frame(id)).toMatchObject(failed);
      expect((await server.call(`GET /runs/${id}/cli`)).json.hint).toBe(hint);
      expect((await server.call(`GET /runs/${id}/stream`)).text.split("\n")).toHaveLength(2);
      // A client can still lead the run out.
      const out = await server.call(`POST /runs/${id}/transitions/cancel`);
      expect(out.json).toMatchObject({ state: "CANCELLED", status: "active", hint: "Proceed." });
    });
  }

  it("createHandler() does not try failed work again", async () => {
    let times = 0;
    const workflow = busy(() => {
      times++;
      throw new Error("no");
    });
    await using server = serve(workflow);
    const id = await server.run();
    await begin(server, id);
    await server.frame(id);
    expect(times).toBe(1);
  });

  it("createHandler() answers while states lead to each other without an end", async () => {
    const workflow = new Workflow("loop", { initial: "A" })
      .transition("A", "next", "B").transition("B", "next", "A").transition("A", "stop", "C")
      .transition("B", "stop", "C")
      .work("A", () => "next").work("B", () => "next");
    await using server = serve(workflow);
    const id = await server.run();
    // Whoever leads it out may lose against the work, and tries again.
    await until("the run is led out", async () => {
      return (await server.call(`POST /runs/${id}/transitions/stop`)).status === 200;
    });
    expect((await server.frame(id)).state).toBe("C");
  });

  it("createHandler() stops the work of a run that is led out", async () => {
    const { promise: led, resolve } = Promise.withResolvers<void>();
    let late: unknown, reason: unknown, begun = false;
    const workflow = busy(async ({ signal, milestone, data }) => {
      begun = true;
      await led;
      reason = signal.aborted && signal.reason.message;
      data.size = 1;
      late = await milestone("late").catch((error) => error);
      return "finish";
    });
    await using server = serve(workflow);
    const id = await server.run("begin");
    await until("the work has begun", () => begun);
    await server.call(`POST /runs/${id}/transitions/cancel`);
    resolve();
    await until("the work ends", () => late !== undefined);
    expect(reason).toBe("The run has left the state");
    expect(late).toBeInstanceOf(Error);
    expect(await server.frame(id)).toMatchObject({ state: "CANCELLED", data: {}, milestones: [] });
  });

  it("createHandler() keeps what others change while it works", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const workflow = busy(async ({ data }) => {
      await promise;
      data.size = 1;
      return "finish";
    }).tool("BUSY", "note", { handler: ({ data, body }) => void (data.note = body.text) });
    await using server = serve(workflow);
    const id = await server.run("begin");
    await server.call(`POST /runs/${id}/invoke/note`, '{"text":"hi"}');
    resolve();
    await untilIn(server, id, "DONE");
    expect((await server.frame(id)).data).toEqual({ note: "hi", size: 1 });
  });

  it("createHandler() begins work again that was cut off, once", async () => {
    const store = new MemoryStore();
    const aborted: unknown[] = [];
    let begun = false;
    const hangs = busy(({ signal }) => {
      begun = true;
      return new Promise((_, reject) =>
        signal.addEventListener("abort", () => {
          aborted.push(signal.reason.name);
          reject(signal.reason);
        })
      );
    });
    const first = serve(hangs, { store });
    const id = await first.run("begin");
    await until("the work has begun", () => begun);
    await first[Symbol.asyncDispose]();
    expect(aborted).toEqual(["AbortError"]);
    expect((await store.get(id))?.run).toMatchObject({ state: "BUSY" });
    expect((await store.get(id))?.run.failure).toBeUndefined();

    let times = 0;
    await using second = serve(
      busy(({ data }) => {
        times++;
        data.size = 1;
        return "finish";
      }),
      { store },
    );
    await Promise.all([second.frame(id), second.frame(id), second.frame(id)]);
    await untilIn(second, id, "DONE");
    expect(times).toBe(1);
  });

  it("createHandler() leaves work alone that another process may be at", async () => {
    class SharedStore extends MemoryStore {
      readonly shared = true;
    }
    const store = new SharedStore();
    const run = { workflow: "busy-wf", state: "BUSY", data: "{}", milestones: [] };
    await store.create("there", run);
    let times = 0;
    const workflow = busy(({ data }) => {
      times++;
      data.size = 1;
      return "finish";
    });
    await using server = serve(workflow, { store });
    expect((await store.get("there"))?.version).toBe(1);
    await server.call("HEAD /runs/there");
    const id = await server.run("begin");
    await untilIn(server, id, "DONE");
    expect(times).toBe(1);
  });

  it("createHandler() stops work on a run that another process led out", async () => {
    class SharedStore extends MemoryStore {
      readonly shared = true;
    }
    const store = new SharedStore();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    let begun = false;
    const workflow = busy(({ signal }) => {
      begun = true;
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          resolve(signal.reason.message);
          reject(signal.reason);
        });
      });
    });
    await using server = serve(workflow, { store });
    const id = await server.run("begin");
    await until("the work has begun", () => begun);
    const { version, run } = (await store.get(id))!;
    await store.replace(id, version, { ...run, state: "CANCELLED" });
    expect(await promise).toBe("The run has left the state");
  });
});

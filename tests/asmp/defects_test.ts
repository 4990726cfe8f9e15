// spec/asmp.md 8: what the reference servers got wrong, each as a test that they would fail.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { createHandler, MemoryStore, type Run, Workflow } from "../../asmp/mod.ts";
import { f1, f2, f4, f5, f8, f9 } from "./fixtures.ts";
import { serve } from "./_server.ts";
import { until } from "./_until.ts";

/** A store that hands out copies, as one in another process does. */
class CopyingStore extends MemoryStore {
  override async get(id: string) {
    return structuredClone(await super.get(id));
  }
  override create(id: string, run: Run) {
    return super.create(id, structuredClone(run));
  }
}

/** A store that counts how often a run is looked for. */
class CountingStore extends MemoryStore {
  gets = 0;
  override get(id: string) {
    this.gets++;
    return super.get(id);
  }
}

/** A body that is sent when it is told to. */
function slowBody(text: string) {
  let send = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text.slice(0, 1)));
      send = () => {
        controller.enqueue(new TextEncoder().encode(text.slice(1)));
        controller.close();
      };
    },
  });
  return { body, send };
}

/** The status of a transition whose body is sent when it is told to. */
function slowly(url: string, text: string) {
  const { body, send } = slowBody(text);
  return { send, answer: fetch(url, { method: "POST", body }) };
}

describe("defects of the reference", () => {
  it("2: a transition is written to a store that hands out copies", async () => {
    await using server = serve(f4(), { store: new CopyingStore() });
    const id = await server.run('go {"a":"x","n":1}');
    expect(await server.frame(id)).toMatchObject({ state: "DONE", data: { a: "x", n: 1 } });
  });

  it("3: of transitions whose bodies come late, one succeeds", async () => {
    const store = new CountingStore();
    await using server = serve(f4(), { store });
    const id = await server.run();
    const url = `${server.url}/runs/${id}/transitions/go`;
    const both = ["first", "second"].map((a) => slowly(url, JSON.stringify({ a, n: 1 })));
    await until("both are asked for while they are allowed", () => store.gets === 2);
    for (const { send } of both) send();
    const answers = await Promise.all(both.map(({ answer }) => answer));
    const [won, lost] = answers.sort((a, b) => a.status - b.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    expect(await lost?.json()).toEqual({
      hint: "The run was changed by another request meanwhile: it is in state 'DONE'.",
    });
    expect((await server.frame(id)).data).toEqual((await won?.json()).data);
  });

  it("3: of 20 identical transitions at once, one succeeds", async () => {
    // A guard takes its time, so that all are under way.
    let arrived = 0;
    const workflow = new Workflow("race", { initial: "A" }).transition("A", "go", "A", {
      guard: async () => {
        arrived++;
        await until("all are there", () => arrived === 20);
      },
    });
    await using server = serve(workflow);
    const id = await server.run();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call(`POST /runs/${id}/transitions/go`)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
  });

  it("4: requests without the right token are refused", async () => {
    await using server = serve(f1(), { auth: (token) => token === "secret" });
    const refused = await server.call("POST /runs");
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(refused.json).toEqual({ hint: "Missing bearer token." });
    const wrong = await server.call("GET /", undefined, { authorization: "Bearer other" });
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
    const right = await server.call("POST /runs", undefined, { authorization: "bearer secret" });
    expect(right.status).toBe(201);
  });

  it("4: there are no more runs than allowed", async () => {
    await using server = serve(f1(), { maxRuns: 2 });
    await server.run();
    await server.run();
    const full = await server.call("POST /runs");
    expect([full.status, full.json]).toEqual([503, {
      hint: "Too many runs: none can be started until others expire.",
    }]);
  });

  it("22: runs expire and make room", async () => {
    await using server = serve(f1(), { maxRuns: 1, expireAfter: 50 });
    const { json: { run_id } } = await server.call("POST /runs");
    await until("there is room", async () => (await server.call("POST /runs")).status === 201);
    expect((await server.call(`GET /runs/${run_id}`)).status).toBe(404);
  });

  it("12: the options of a hook are merged with what may be done", async () => {
    await using server = serve(f9());
    const { json } = await server.call(`GET /runs/${await server.run()}/cli`);
    expect(json.options.map(({ action }: { action: string }) => action)).toEqual(["c", "a", "b"]);
  });

  it("13: POST / starts a run, and a workflow_id is looked at", async () => {
    await using server = serve(f1());
    expect((await server.call("POST /")).status).toBe(201);
    expect((await server.call("POST /runs", '{"workflow_id":"test-wf"}')).status).toBe(201);
    const other = await server.call("POST /runs", '{"workflow_id":"other"}');
    expect([other.status, other.json]).toEqual([400, { hint: 'Unknown workflow: "other".' }]);
  });

  it("13: guards refuse, and say why", async () => {
    const workflow = new Workflow("guarded", { initial: "A" })
      .transition("A", "pay", "B", {
        expects: { amount: "number" },
        guard: ({ body, data }) =>
          body.amount <= data.limit || `At most ${data.limit} are allowed.`,
      })
      .transition("A", "never", "B", { guard: () => false })
      .transition("A", "broken", "B", {
        guard: () => {
          throw new TypeError("no limit");
        },
      });
    await using server = serve(workflow);
    const { json: { run_id: id } } = await server.call("POST /runs", '{"data":{"limit":10}}');
    const hints: [string, string | undefined, number, string][] = [
      ["pay", '{"amount":11}', 403, "At most 10 are allowed."],
      ["never", undefined, 403, "Transition 'never' is not allowed now."],
      ["broken", undefined, 500, "TypeError: no limit"],
    ];
    for (const [action, body, status, hint] of hints) {
      const answer = await server.call(`POST /runs/${id}/transitions/${action}`, body);
      expect([answer.status, answer.json]).toEqual([status, { hint }]);
    }
    expect(await server.frame(id)).toMatchObject({ state: "A", data: { limit: 10 } });
    const paid = await server.call(`POST /runs/${id}/transitions/pay`, '{"amount":10}');
    expect(paid.json.state).toBe("B");
  });

  it("14: an address with more behind it is another one", async () => {
    await using server = serve(f1());
    const id = await server.run();
    const extra = await server.call(`POST /runs/${id}/transitions/start/more`);
    expect([extra.status, extra.json]).toEqual([404, { hint: "Not found" }]);
    expect((await server.frame(id)).state).toBe("INIT");
  });

  it("15 and 2.3: whatever is refused has one shape", async () => {
    await using server = serve(f4());
    const id = await server.run();
    const refused: [string, string | undefined, number, string][] = [
      [
        `POST /runs/${id}/transitions/go`,
        '"a n"',
        400,
        "Invalid body: expected a JSON object, got string.",
      ],
      ["GET /nowhere", undefined, 404, "Not found"],
      ["GET /runs", undefined, 405, "Method GET not allowed here: use POST."],
      [`DELETE /runs/${id}`, undefined, 405, "Method DELETE not allowed here: use GET, HEAD."],
    ];
    for (const [request, body, status, hint] of refused) {
      const answer = await server.call(request, body);
      expect([request, answer.status, answer.json]).toEqual([request, status, { hint }]);
    }
    expect((await server.frame(id)).state).toBe("INIT");
  });

  it("16: names that all objects have are no runs, actions or tools", async () => {
    await using server = serve(f8());
    const id = await server.run();
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      const answers = await Promise.all([
        server.call(`GET /runs/${name}`),
        server.call(`POST /runs/${id}/transitions/${name}`),
        server.call(`POST /runs/${id}/invoke/${name}`),
        server.call(`GET /runs/${id}/resources/${name}`),
      ]);
      expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 404, 403, 403, 403]);
    }
  });

  it("17: what a tool changes in the data is kept, and its fields are looked for", async () => {
    const workflow = f1().tool("INIT", "count", {
      expects: { by: "number" },
      handler: (run) => {
        run.data.count = (run.data.count ?? 0) + run.body.by;
      },
    });
    await using server = serve(workflow, { store: new CopyingStore() });
    const id = await server.run();
    const counted = await server.call(`POST /runs/${id}/invoke/count`, '{"by":2}');
    expect([counted.status, counted.json]).toEqual([200, {}]);
    const missing = await server.call(`POST /runs/${id}/invoke/count`, "{}");
    expect([missing.status, missing.json]).toEqual([400, { hint: "Missing required field: by." }]);
    expect((await server.frame(id)).data).toEqual({ count: 2 });
  });

  it("17: a tool whose run moves on meanwhile says so", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let called = false;
    const workflow = f5().tool("LINT", "slow", {
      handler: async ({ data }) => {
        called = true;
        await promise;
        data.late = true;
      },
    });
    await using server = serve(workflow);
    const id = await server.run("start");
    const slow = server.call(`POST /runs/${id}/invoke/slow`);
    await until("the tool is called", () => called);
    await server.call(`POST /runs/${id}/transitions/lint_done`, '{"passed":true,"issues":0}');
    resolve();
    const { status, json } = await slow;
    expect([status, json]).toEqual([409, {
      hint:
        "The run came into state 'DONE' meanwhile: what tool 'slow' changed in its data is not kept.",
    }]);
    expect((await server.frame(id)).data).toEqual({ passed: true, issues: 0 });
  });

  it("18: addresses are those by which the server was asked", async () => {
    await using server = serve(f1());
    const { next_states, resource_url, stream_url } = await server.frame(await server.run());
    for (const url of [next_states[0]?.href, resource_url, stream_url]) {
      expect(url?.startsWith(server.url)).toBe(true);
    }
  });

  it("21: a state without ways out is completed where that is asked for", async () => {
    await using server = serve(f1(), { deriveStatus: true });
    expect((await server.frame(await server.run("start"))).status).toBe("completed");
    await using plain = serve(f1());
    expect((await plain.frame(await plain.run("start"))).status).toBe("active");
  });

  it("22: GET / starts nothing where that is asked for", async () => {
    const store = new MemoryStore();
    await using server = serve(f2(), { store, index: "list" });
    const { json } = await server.call("GET /");
    expect(json).toEqual({
      workflows: [{
        workflow_id: "wf-cli",
        start: { method: "POST", href: `${server.url}/runs` },
      }],
    });
    expect(store.size).toBe(0);
  });

  it("4: HEAD / starts nothing", async () => {
    const store = new MemoryStore();
    const handler = createHandler(f1(), { store });
    const { status } = await handler(new Request("http://localhost/", { method: "HEAD" }));
    expect([status, store.size]).toEqual([200, 0]);
  });
});

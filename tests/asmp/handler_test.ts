import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { type Answer, frames, serve } from "./_server.ts";
import { createHandler, type HandlerOptions, MemoryStore, Workflow } from "../../asmp/mod.ts";
import { f1, f2, f3, f4, f5, f8 } from "./fixtures.ts";
import { until } from "./_until.ts";

const body = '{"a":"x","n":1}';

/** Asks a handler without a server. */
async function ask(
  handler: (request: Request) => Promise<Response>,
  request: string,
  headers?: HeadersInit,
) {
  const [method = "", url = ""] = request.split(" ");
  return (await handler(new Request(url, { method, headers }))).json();
}

describe("createHandler()", () => {
  it("createHandler() answers with and without a slash at the end, and HEAD like GET", async () => {
    await using server = serve(f1());
    const id = await server.run();
    for (const path of ["", "/cli", "/cli.json"]) {
      const [plain, slash, head] = [
        await server.call(`GET /runs/${id}${path}`),
        await server.call(`GET /runs/${id}${path}/`),
        await server.call(`HEAD /runs/${id}${path}/`),
      ] as [Answer, Answer, Answer];
      expect([plain.status, slash.status, head.status]).toEqual([200, 200, 200]);
      expect(slash.text).toBe(plain.text);
      expect(head.headers.get("content-type")).toBe("application/json");
      expect(plain.headers.get("cache-control")).toBe("no-store");
    }
    expect((await server.call("HEAD /runs/nope")).status).toBe(404);
    const { headers } = await server.call(`HEAD /runs/${id}/stream`);
    expect(headers.get("content-type")).toBe("application/x-ndjson");
    expect((await server.call(`POST /runs/${id}/transitions/start/`)).status).toBe(200);
  });

  it("createHandler() decodes actions, tools and paths of resources", async () => {
    const workflow = new Workflow("names", { initial: "A" })
      .transition("A", "go on / 100%", "B")
      .tool("B", "tool?", { handler: () => 1 })
      .resource("B", "logs/a b.txt", { mimeType: "text/plain", handler: () => "log" });
    await using server = serve(workflow);
    const id = await server.run();
    const { href } = (await server.frame(id)).next_states[0]!;
    expect(href).toBe(`${server.url}/runs/${id}/transitions/go%20on%20%2F%20100%25`);
    const moved = await (await fetch(href, { method: "POST" })).json();
    expect(await (await fetch(moved.tools[0].href, { method: "POST" })).json()).toEqual({
      result: 1,
    });
    expect(moved.resources[0].uri).toBe(`${server.url}/runs/${id}/resources/logs/a%20b.txt`);
    expect(await (await fetch(moved.resources[0].uri)).text()).toBe("log");
    const broken = await server.call(`POST /runs/${id}/transitions/%zz`);
    expect(broken.json).toEqual({
      hint: "Invalid transition: '%zz' not in next_states for state 'B'.",
    });
  });

  it("createHandler() gives results and resources of every kind", async () => {
    const bytes = new Uint8Array([0, 255]);
    const results: Record<string, unknown> = { none: undefined, null: null, list: [1], text: "t" };
    const workflow = new Workflow("kinds", { initial: "A" })
      .resource("A", "bytes", { mimeType: "image/png", handler: () => bytes })
      .resource("A", "list", { mimeType: "text/plain", handler: () => [1] })
      .resource("A", "broken", { handler: () => Promise.reject(new RangeError("gone")) });
    for (const [name, result] of Object.entries(results)) {
      workflow.tool("A", name, { handler: () => Promise.resolve(result) });
    }
    await using server = serve(workflow);
    const id = await server.run();
    const texts = [];
    for (const name of Object.keys(results)) {
      texts.push((await server.call(`POST /runs/${id}/invoke/${name}`)).text);
    }
    expect(texts).toEqual(["{}", '{"result":null}', '{"result":[1]}', '{"result":"t"}']);
    const image = await fetch(`${server.url}/runs/${id}/resources/bytes`);
    expect(image.headers.get("content-type")).toBe("image/png");
    expect(await image.bytes()).toEqual(bytes);
    const list = await server.call(`GET /runs/${id}/resources/list`);
    expect([list.text, list.headers.get("content-type")]).toEqual(["[1]", "application/json"]);
    const broken = await server.call(`GET /runs/${id}/resources/broken`);
    expect([broken.status, broken.json]).toEqual([500, { hint: "RangeError: gone" }]);
  });

  const fields: [string, string, HandlerOptions, number, object][] = [
    ["all that lack", "{}", {}, 400, { hint: "Missing required fields: a, n." }],
    ["no more than must be there", '{"a":"","n":null}', {}, 200, { data: { a: "", n: null } }],
    [
      "optional fields",
      '{"a":"x","n":1,"o":2,"q":true}',
      { checkTypes: true },
      200,
      { data: { a: "x", n: 1, o: 2, q: true } },
    ],
    ["null for an optional field", '{"a":"x","n":1,"o":null}', { checkTypes: true }, 200, {
      data: { o: null },
    }],
    ["the types of optional fields", '{"a":"x","n":1,"o":1.5,"q":1}', { checkTypes: true }, 400, {
      hint: "Invalid fields: o (expected integer (optional), got number), " +
        "q (expected boolean?, got number).",
    }],
    [
      "integers of any length",
      '{"a":"x","n":1,"o":98765432109876543210}',
      { checkTypes: true },
      200,
      {
        state: "DONE",
      },
    ],
    ["null for a field", '{"a":null,"n":1}', { checkTypes: true }, 400, {
      hint: "Invalid field: a (expected string, got null).",
    }],
    [
      "an array where its elements are named",
      '{"a":"x","n":1,"l":["y"]}',
      { checkTypes: true },
      200,
      {
        data: { l: ["y"] },
      },
    ],
    ["an element in place of an array", '{"a":"x","n":1,"l":"y"}', { checkTypes: true }, 400, {
      hint: "Invalid field: l (expected string[]?, got string).",
    }],
  ];
  for (const [name, sent, options, status, has] of fields) {
    it(`createHandler() looks at fields: ${name}`, async () => {
      const expects = {
        a: "string",
        n: "number",
        o: "integer (optional)",
        q: "boolean?",
        l: "string[]?",
      };
      const workflow = new Workflow("fields", { initial: "INIT" })
        .transition("INIT", "go", "DONE", { expects });
      await using server = serve(workflow, options);
      const answer = await server.call(`POST /runs/${await server.run()}/transitions/go`, sent);
      expect(answer.status).toBe(status);
      expect(answer.json).toMatchObject(has as Record<string, unknown>);
    });
  }

  it("createHandler() takes a body of 1 MiB, and no more", async () => {
    await using server = serve(f4());
    const id = await server.run();
    const long = (length: number) => `{"a":"${"x".repeat(length - 14)}","n":1}`;
    const chunked = (text: string) => new Blob([text]).stream();
    const url = `POST /runs/${id}/transitions/go`;
    const hint = "Body too large: at most 1048576 bytes are taken.";
    for (const sent of [long(2 ** 20 + 1), chunked(long(2 ** 20 + 1)), long(12_000_000)]) {
      const { status, json } = await server.call(url, sent);
      expect([status, json]).toEqual([413, { hint }]);
    }
    expect((await server.frame(id)).state).toBe("INIT");
    expect((await server.call(url, chunked(long(2 ** 20)))).status).toBe(200);
    await using small = serve(f4(), { maxBody: 10 });
    expect((await small.call("POST /runs", '{"data":{}}')).status).toBe(413);
  });

  it("createHandler() answers a key again as it did before", async () => {
    await using server = serve(f4());
    const id = await server.run();
    const url = `POST /runs/${id}/transitions/go`, key = { "idempotency-key": "k1" };
    const early = await server.call(url, "{}", key);
    expect(early.status).toBe(400); // nothing happened, so nothing is kept
    const first = await server.call(url, body, key);
    const again = await server.call(url, ` ${body} `, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await server.call(url, body)).status).toBe(403);
    const other = await server.call(url, '{"a":"y","n":1}', key);
    expect([other.status, other.json]).toEqual([422, {
      hint: 'Idempotency-Key "k1" was used for another request.',
    }]);
  });

  it("createHandler() does what comes twice with one key at once only once", async () => {
    const calls: string[] = [];
    const workflow = f5({}, calls).transition("LINT", "again", "LINT");
    await using server = serve(workflow);
    const id = await server.run("start");
    const url = `POST /runs/${id}/invoke/run_linter`, key = { "idempotency-key": "k" };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.call(url, '{"paths":[],"count":1}', key)),
    );
    expect(answers.map(({ status, json }) => [status, json.result.issues])).toEqual(
      Array(5).fill([200, 1]),
    );
    expect(calls).toEqual(["LINT"]);
  });

  it("createHandler() refuses a transition of a version that was not seen", async () => {
    await using server = serve(f1());
    const id = await server.run();
    const url = `POST /runs/${id}/transitions/start`;
    const { headers } = await server.call(`GET /runs/${id}`);
    const etag = headers.get("etag")!;
    const other = await server.call(url, "", { "if-match": '"17"' });
    expect([other.status, other.json]).toEqual([412, {
      hint: "The run has changed: it is in state 'INIT'.",
    }]);
    const same = await server.call(url, "", { "if-match": `"x", W/${etag.replace("W/", "")}` });
    expect(same.status).toBe(200);
    expect(same.headers.get("etag")).not.toBe(etag);
  });

  const hrefs: [string, string | undefined, HandlerOptions, HeadersInit, string, string?][] = [
    ["by the request", undefined, {}, {}, "http://localhost:81"],
    ["by the base URL", "https://a.example/x", {}, {}, "https://a.example/x"],
    [
      "by the request all the same",
      "https://a.example",
      { hrefs: "request" },
      {},
      "http://localhost:81",
    ],
    ["as paths", undefined, { hrefs: "relative" }, {}, ""],
    [
      "as paths of the base URL",
      "https://a.example/x/",
      { hrefs: "relative", basePath: "" },
      {},
      "/x",
    ],
    ["by no header", undefined, {}, { "x-forwarded-host": "evil.example" }, "http://localhost:81"],
    [
      "by the proxy's headers",
      undefined,
      { trustProxy: true },
      { "x-forwarded-proto": "https, http", "x-forwarded-host": "a.example" },
      "https://a.example",
    ],
    [
      "by no header of a proxy that makes no sense",
      undefined,
      { trustProxy: true },
      { "x-forwarded-proto": "javascript" },
      "http://localhost:81",
    ],
  ];
  for (const [name, baseUrl, options, headers, base] of hrefs) {
    it(`createHandler() writes addresses ${name}`, async () => {
      const handler = createHandler(f8({ baseUrl }), options);
      const path = baseUrl && options.basePath === undefined ? new URL(baseUrl).pathname : "";
      const frame = await ask(
        handler,
        `POST http://localhost:81${path.replace(/\/$/, "")}/runs`,
        headers,
      );
      expect(frame.next_states[0].href).toBe(`${base}/runs/${frame.run_id}/transitions/go`);
      // What must be a URI is left out where it would be a path.
      const absolute = base.startsWith("http");
      expect(frame.resource_url).toBe(absolute ? base : undefined);
      expect(frame.stream_url).toBe(absolute ? `${base}/runs/${frame.run_id}/stream` : undefined);
    });
  }

  it("createHandler() serves several workflows", async () => {
    const workflows = [f1(), f2(), f3({ baseUrl: "http://127.0.0.1/wizard" })];
    await using server = serve(workflows, { hrefs: "request", basePath: undefined });
    const { json: { workflows: list } } = await server.call("GET /");
    expect(list).toEqual(
      expect.arrayContaining([
        { workflow_id: "test-wf", start: { method: "POST", href: `${server.url}/test-wf/runs` } },
        { workflow_id: "wf-cli", start: { method: "POST", href: `${server.url}/wf-cli/runs` } },
        {
          workflow_id: "config-wizard-v1",
          start: { method: "POST", href: `${server.url}/wizard/runs` },
        },
      ]),
    );
    const started = await server.call("POST /runs", '{"workflow_id":"wf-cli","data":{"k":1}}');
    expect([started.status, started.json.workflow_id, started.json.data]).toEqual([201, "wf-cli", {
      k: 1,
    }]);
    const { run_id } = started.json;
    expect((await server.call(`GET /wf-cli/runs/${run_id}`)).status).toBe(200);
    // A run is found at its own workflow only.
    expect((await server.call(`GET /test-wf/runs/${run_id}`)).status).toBe(404);
    expect((await server.call(`GET /runs/${run_id}`)).status).toBe(404);
    const none = await server.call("POST /runs");
    expect([none.status, none.json]).toEqual([400, { hint: "Unknown workflow: null." }]);
    expect((await server.call("PUT /")).headers.get("allow")).toBe("GET, HEAD, POST");
    expect((await server.call("POST /test-wf/runs")).json.state).toBe("INIT");
  });

  it("createHandler() refuses two workflows of one id or one path", () => {
    expect(() => createHandler([f1(), f1()])).toThrow(
      new TypeError('Two workflows have the id "test-wf"'),
    );
    const baseUrl = "http://127.0.0.1/same";
    expect(() => createHandler([f1({ baseUrl }), f2({ baseUrl })])).toThrow(
      new TypeError('Two workflows have the path "/same"'),
    );
  });

  it("createHandler() tells of what is odd in a workflow", () => {
    const notes: string[] = [];
    createHandler(f8(), { note: (text) => notes.push(text) });
    expect(notes).toEqual(f8().lint());
  });

  it("createHandler() hides errors of its own, and tells of them", async () => {
    const notes: string[] = [];
    class BrokenStore extends MemoryStore {
      override get = () => Promise.reject(new Error("password is hunter2"));
    }
    const options = { store: new BrokenStore(), note: (text: string) => notes.push(text) };
    const handler = createHandler(f1(), options);
    const response = await handler(new Request("http://localhost/runs/1"));
    expect([response.status, await response.json()]).toEqual([500, { hint: "Internal error" }]);
    expect(notes).toEqual([
      "Cannot answer GET http://localhost/runs/1: Error: password is hunter2",
    ]);
  });

  it("createHandler() lets the hook see the whole request", async () => {
    const seen: unknown[] = [];
    const auth = async (token: string | undefined, request: Request) => {
      await Promise.resolve();
      seen.push([token, new URL(request.url).pathname]);
      return request.headers.get("cookie") === "s=1";
    };
    await using server = serve(f1(), { auth });
    expect((await server.call("GET /nowhere")).status).toBe(401);
    expect((await server.call("POST /runs", "", { cookie: "s=1" })).status).toBe(201);
    expect(seen).toEqual([[undefined, "/nowhere"], [undefined, "/runs"]]);
  });
});

describe("streams", () => {
  it("createHandler() streams each version that there is, to its end", async () => {
    await using server = serve(f3());
    const id = await server.run();
    const stream = await fetch(`${server.url}/runs/${id}/stream`);
    const actions = ["start", 'save {"value":"v"}', "confirm"];
    for (const action of actions) {
      const [name, sent] = action.split(" ");
      await server.call(`POST /runs/${id}/transitions/${name}`, sent);
    }
    const text = await stream.text();
    expect(frames(text).map(({ state }) => state)).toEqual([
      "INITIAL",
      "CONFIGURE",
      "CONFIRM",
      "DONE",
    ]);
    expect(text.match(/^\{"id":"\d+"/gm)).toEqual([0, 1, 2, 3].map((id) => `{"id":"${id}"`));
  });

  it("createHandler() begins a stream anew for an id that is none", async () => {
    await using server = serve(f1());
    const id = await server.run("start");
    for (const seen of ["x", "-1", ""]) {
      const { text } = await server.call(`GET /runs/${id}/stream`, undefined, {
        "last-event-id": seen,
      });
      expect(text).toMatch(/^\{"id":"1","run_id"/);
    }
  });

  it("createHandler() sends empty lines where a stream is silent", async () => {
    await using server = serve(f1(), { heartbeat: 10 });
    const id = await server.run();
    const stream = await fetch(`${server.url}/runs/${id}/stream`);
    let text = "";
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (/\n\n\n/.test(text)) break;
    }
    expect(frames(text)).toHaveLength(1);
  });

  it("createHandler() watches a run no longer than somebody reads", async () => {
    let watchers = 0;
    class WatchedStore extends MemoryStore {
      override async watch(id: string, changed: () => void) {
        const stop = await super.watch(id, changed);
        watchers++;
        return () => {
          watchers--;
          stop();
        };
      }
    }
    await using server = serve(f1(), { store: new WatchedStore() });
    const id = await server.run();
    const stop = new AbortController();
    const stream = await fetch(`${server.url}/runs/${id}/stream`, { signal: stop.signal });
    const reader = stream.body!.getReader();
    await reader.read();
    expect(watchers).toBe(1);
    stop.abort();
    await until("the watching ends", () => watchers === 0);
  });

  it("createHandler() ends its streams when it is closed", async () => {
    const server = serve(f1());
    const id = await server.run();
    const stream = await fetch(`${server.url}/runs/${id}/stream`);
    const text = stream.text();
    await server[Symbol.asyncDispose]();
    expect(frames(await text)).toHaveLength(1);
  });

  it("createHandler() gives a slow reader the newest version", async () => {
    const workflow = new Workflow("loop", { initial: "A" }).transition("A", "a", "A")
      .transition("A", "end", "B");
    const handler = createHandler(workflow);
    const { run_id } = await ask(handler, "POST http://localhost/runs");
    const stream = await handler(new Request(`http://localhost/runs/${run_id}/stream`));
    for (let i = 0; i < 500; i++) {
      await ask(handler, `POST http://localhost/runs/${run_id}/transitions/a`);
    }
    await ask(handler, `POST http://localhost/runs/${run_id}/transitions/end`);
    const lines = (await stream.text()).trimEnd().split("\n").map((line) => JSON.parse(line));
    const ids = lines.map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(lines.length).toBeLessThan(100);
    expect(lines.at(-1)).toMatchObject({ id: "501", state: "B" });
  });
});

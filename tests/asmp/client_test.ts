// AsmpClient against servers written by hand: requests it makes, and answers it does not take.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { AsmpClient, jsonOf } from "../../asmp/client.ts";
import type { AsmpClientOptions } from "../../asmp/client_options.ts";
import {
  AsmpActionError,
  AsmpConnectionError,
  AsmpHttpError,
  AsmpNoRunError,
  AsmpOriginError,
  AsmpReplyError,
  AsmpTimeoutError,
} from "../../asmp/client_errors.ts";
import { DONE, frame, serve } from "./_stub.ts";

/** What a promise is rejected with. */
async function failure(promise: Promise<unknown>): Promise<Error> {
  return await promise.then(() => new Error("nothing was thrown"), (error) => error);
}

/** A client in the same process that gets one answer to everything. */
function answered(answer: () => Response, options?: AsmpClientOptions): AsmpClient {
  return new AsmpClient(answer, options);
}

describe("AsmpClient", () => {
  // Rows 60 and 62 of spec/asmp.md.
  it("AsmpClient says what a call without a run lacks", async () => {
    const client = answered(() => Response.json(frame()));
    const which = "No run_id; call startRun first or pass runId";
    for (const call of [client.getFrame(), client.getCli(), client.stream().next()]) {
      const error = await failure(call);
      expect(error).toBeInstanceOf(AsmpNoRunError);
      expect(error.message).toBe(which);
    }
    expect((await failure(client.transition("go"))).message).toBe("No run_id");
  });

  it("AsmpClient does not post an action that the state has not", async () => {
    await using server = serve(() => Response.json(frame()));
    const client = new AsmpClient(server.url);
    await client.startRun();
    const error = await failure(client.transition("bad"));
    expect(error).toBeInstanceOf(AsmpActionError);
    expect(error.message).toBe("Action 'bad' not in next_states: go");
    expect(server.log).toEqual(["POST /runs", "GET /runs/r1"]);
  });

  it("AsmpClient takes an action in one request once it knows the frame", async () => {
    await using server = serve((request) =>
      Response.json(frame(request.url.endsWith("/go") ? DONE : {}))
    );
    const client = new AsmpClient(`${server.url}/`);
    await client.startRun({ a: 1 });
    expect((await client.transition("go", '{"n":12345678901234567890}')).state).toBe("DONE");
    expect(server.log).toEqual(["POST /runs", "POST /runs/r1/transitions/go"]);
    expect(server.requests.map(({ body }) => body)).toEqual([
      '{"data":{"a":1}}',
      '{"n":12345678901234567890}',
    ]);
    const other = new AsmpClient(server.url);
    await other.transition("go", {}, { runId: "r1" });
    expect(server.log.slice(2)).toEqual(["GET /runs/r1", "POST /runs/r1/transitions/go"]);
  });

  it("AsmpClient asks for the frame again after the server refused", async () => {
    await using server = serve((request) =>
      request.url.endsWith("/go")
        ? Response.json({ hint: "Somebody was faster." }, { status: 409 })
        : Response.json(frame())
    );
    const client = new AsmpClient(server.url);
    await client.startRun();
    const error = await failure(client.transition("go"));
    expect(error).toMatchObject({ status: 409, hint: "Somebody was faster.", refused: true });
    expect(error.message).toBe('HTTP 409: {"hint":"Somebody was faster."}');
    await failure(client.transition("go"));
    expect(server.log.slice(2)).toEqual(["GET /runs/r1", "POST /runs/r1/transitions/go"]);
  });

  const hints: [string, string, string | undefined][] = [
    ["the common shape", '{"hint":"a\\u001b[2J b"}', "a\x1b[2J b"],
    ["the shape of FastAPI", '{"detail":{"hint":"kaboom"}}', "kaboom"],
    ["a detail without one", '{"detail":"Not Found"}', undefined],
    ["a hint that is no text", '{"hint":5}', undefined],
    ["null", "null", undefined],
    ["text", "404 Not Found", undefined],
  ];
  for (const [name, body, hint] of hints) {
    it(`AsmpClient gives the hint of an error as it came: ${name}`, async () => {
      const client = answered(() => new Response(body, { status: 404 }));
      const error = await failure(client.startRun());
      expect(error).toBeInstanceOf(AsmpHttpError);
      expect((error as AsmpHttpError).hint).toBe(hint);
      expect(error.message).toBe(`HTTP 404: ${body}`);
    });
  }

  it("AsmpClient cuts the page of an error short in the message", async () => {
    const page = "x".repeat(2001);
    const error = await failure(answered(() => new Response(page, { status: 502 })).startRun());
    expect(error.message).toBe(`HTTP 502: ${"x".repeat(2000)}…`);
    expect((error as AsmpHttpError).body).toBe(page);
  });

  const junk: [string, unknown, string][] = [
    ["no object", 5, "expected an object, got 5"],
    ["an array", [], "expected an object, got []"],
    ["no run", { ...frame(), run_id: undefined }, "run_id: expected a string, got nothing"],
    ["an empty run_id", frame({ run_id: "" }), 'run_id: expected one word, got ""'],
    ["a run_id of lines", frame({ run_id: "a\nb" }), 'run_id: expected one word, got "a\\nb"'],
    ["another run_id", frame({ run_id: 5 }), "run_id: expected a string, got 5"],
    [
      "an unknown status",
      frame({ status: "odd" }),
      'status: expected one of active, processing, awaiting_input, completed, failed, got "odd"',
    ],
    ["no next_states", frame({ next_states: null }), "next_states: expected an array, got null"],
    [
      "a way that is none",
      frame({ next_states: ["go"] }),
      'next_states[0]: expected an object, got "go"',
    ],
    [
      "a way without an address",
      frame({ next_states: [{ action: "go" }] }),
      "next_states[0].href: expected a string, got nothing",
    ],
    [
      "another method",
      frame({ next_states: [{ action: "go", href: "x", method: "DELETE" }] }),
      'next_states[0].method: expected "POST"',
    ],
    [
      "fields that are none",
      frame({ next_states: [{ action: "go", href: "x", expects: { a: 1 } }] }),
      "next_states[0].expects.a: expected a string, got 1",
    ],
    ["tools that are none", frame({ tools: {} }), "tools: expected an array, got {}"],
    ["data that is none", frame({ data: [1] }), "data: expected an object, got [1]"],
    ["milestones", frame({ milestones: ["a", 1] }), "milestones[1]: expected a string, got 1"],
  ];
  for (const [name, value, problem] of junk) {
    it(`AsmpClient refuses a frame that is none: ${name}`, async () => {
      const error = await failure(answered(() => Response.json(value)).startRun());
      expect(error).toBeInstanceOf(AsmpReplyError);
      expect(error.message).toBe(`Invalid reply from "http://localhost/runs": ${problem}`);
    });
  }

  it("AsmpClient refuses what is not JSON, not UTF-8 or too large", async () => {
    const start = (body: BodyInit, options?: AsmpClientOptions) =>
      failure(answered(() => new Response(body), options).startRun());
    const url = 'Invalid reply from "http://localhost/runs":';
    expect((await start("<html>")).message).toContain(`${url} not JSON: `);
    expect((await start(new Uint8Array([0x22, 0xff, 0x22]))).message).toBe(
      `${url} it is not UTF-8`,
    );
    expect((await start(endless("x"), { maxBody: 1000 })).message)
      .toBe(`${url} it is larger than 1000 bytes`);
  });

  it("AsmpClient takes names and ids of forms that the schema does not have", async () => {
    // Defect 20: no SDK checks them, and servers make use of it.
    const odd = frame({ run_id: "run-1é", workflow_id: "X", state: "in between" });
    const client = answered(() => Response.json(odd));
    expect((await client.startRun()).state).toBe("in between");
  });

  it("AsmpClient takes null for what is left out", async () => {
    const absent = { data: null, tools: null, resources: null, active_skill: null };
    const client = answered(() =>
      Response.json(frame({
        ...absent,
        next_states: [{ action: "go", href: "x", expects: null, is_critical: null }],
      }))
    );
    const next = [{ action: "go", method: "POST", href: "x", is_critical: false }];
    expect(await client.startRun()).toEqual(frame({ next_states: next }));
  });

  it("AsmpClient keeps the text of a frame", async () => {
    const text = JSON.stringify(frame()).replace("{", '{"data":{"n":12345678901234567890},');
    const client = answered(() => new Response(text));
    expect(jsonOf(await client.startRun())).toBe(text);
    expect(jsonOf(await client.getCli())).toBe(text);
  });

  it("AsmpClient sends its headers", async () => {
    await using server = serve(() => Response.json(frame()));
    const client = new AsmpClient(server.url, { headers: { Authorization: "Bearer t" } });
    await client.startRun();
    const { headers } = server.requests[0]!;
    expect(headers.get("authorization")).toBe("Bearer t");
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("accept")).toBe("application/json");
  });

  it("AsmpClient refuses an address that is not of HTTP", () => {
    expect(() => new AsmpClient("not-a-url")).toThrow(
      new TypeError('"not-a-url" is not an address of HTTP'),
    );
    expect(() => new AsmpClient("file:///etc/passwd")).toThrow(TypeError);
    expect(() => new AsmpClient("http://ada:secret@h")).toThrow(
      new TypeError("An address with a name or a password is not taken: send a header"),
    );
  });

  it("AsmpClient gives results and resources of every kind", async () => {
    const bodies: Record<string, Response> = {
      echo: new Response('{"result":{"n":12345678901234567890}}'),
      nothing: Response.json({}),
      null: Response.json({ result: null }),
      data: new Response("[1.10]", { headers: { "content-type": "application/json; charset=x" } }),
      problem: new Response("1", { headers: { "content-type": "application/problem+json" } }),
      text: new Response("# Report"),
      "a/b c": new Response("nested"),
      bytes: new Response(new Uint8Array([0xff, 0])),
    };
    const asked: string[] = [];
    const client = new AsmpClient((request) => {
      const path = new URL(request.url).pathname;
      asked.push(path);
      return bodies[decodeURIComponent(path.replace(/^\/runs\/r1\/(invoke|resources)\//, ""))]!
        .clone();
    });
    const run = { runId: "r1", parse: (json: string) => json };
    expect(await client.invokeTool("echo", { a: 1 }, run)).toBe('{"n":12345678901234567890}');
    expect(await client.invokeTool("nothing", {}, run)).toBe(undefined);
    expect(await client.invokeTool("null", {}, run)).toBe("null");
    expect(await client.readResource("data", run)).toBe("[1.10]");
    expect(await client.readResource("problem", { runId: "r1" })).toBe(1);
    expect(await client.readResource("problem", run)).toBe("1");
    expect(await client.readResource("text", run)).toBe("# Report");
    expect(await client.readResource("a/b c", run)).toBe("nested");
    expect(await client.readResource("bytes", run)).toEqual(new Uint8Array([0xff, 0]));
    expect(asked[7]).toBe("/runs/r1/resources/a/b%20c");
  });
});

describe("AsmpClient and addresses", () => {
  /** Takes the one action of a frame, and gives the address that was posted to. */
  async function posted(base: string, members: Record<string, unknown>, href: string) {
    const next_states = [{ action: "go", method: "POST", href }];
    const urls: string[] = [];
    const client = new AsmpClient((request) => {
      urls.push(request.url);
      return Response.json(frame({ ...members, next_states }));
    }, { baseUrl: base });
    await client.startRun();
    await client.transition("go");
    return urls[1];
  }

  // What an address in a frame stands for: base URL, resource_url, address, what is requested.
  const addresses: [string, string | undefined, string, string][] = [
    ["http://h/api", undefined, "runs/r1/transitions/go", "http://h/api/runs/r1/transitions/go"],
    ["http://h/api/", undefined, "/api/x", "http://h/api/x"],
    ["http://h/api", "http://h/other", "x", "http://h/other/x"],
    ["http://h/api", "http://h/other/", "http://h/y", "http://h/y"],
    ["http://h/api", "nonsense", "x", "http://h/api/x"],
  ];
  for (const [base, resource_url, href, expected] of addresses) {
    it(`AsmpClient resolves ${href} against ${resource_url ?? base}`, async () => {
      expect(await posted(base, { resource_url }, href)).toBe(expected);
    });
  }

  const elsewhere: [string, Record<string, unknown>][] = [
    ["transition", { next_states: [{ action: "go", href: "http://127.0.0.1:1/x" }] }],
    ["scheme", { next_states: [{ action: "go", href: "file:///etc/passwd" }] }],
    ["port", { next_states: [{ action: "go", href: "//127.0.0.1:2/x" }] }],
    ["a name that begins alike", {
      resource_url: "http://localhost:3000",
      next_states: [{ action: "go", href: "http://localhost:3000.example/x" }],
    }],
    ["nothing", { next_states: [{ action: "go", href: "http://" }] }],
  ];
  for (const [name, members] of elsewhere) {
    it(`AsmpClient does not request an address of another origin: ${name}`, async () => {
      await using server = serve(() => Response.json(frame(members)));
      const client = new AsmpClient(server.url);
      await client.startRun();
      const error = await failure(client.transition("go"));
      expect(error).toBeInstanceOf(AsmpOriginError);
      expect(error.message).toContain(`: it is not of "${server.url}"`);
      expect(server.log).toEqual(["POST /runs"]);
    });
  }

  it("AsmpClient guards tools, resources and streams alike", async () => {
    const href = "http://127.0.0.1:1/x";
    await using server = serve(() =>
      Response.json(
        frame({ tools: [{ name: "t", href }], resources: [{ uri: href }], stream_url: href }),
      )
    );
    const client = new AsmpClient(server.url);
    await client.startRun();
    for (
      const call of [client.invokeTool("t"), client.readResource(href), client.stream().next()]
    ) {
      expect((await failure(call)).message).toBe(
        `Refused "http://127.0.0.1:1/x": it is not of "${server.url}"`,
      );
    }
  });

  it("AsmpClient finds its way where the server is configured with another address", async () => {
    // Defect 18: the server believes that it is at localhost:3000.
    for (const href of ["runs/r1/go", "http://localhost:3000/api/runs/r1/go"]) {
      await using server = serve(() =>
        Response.json(
          frame({
            resource_url: "http://localhost:3000/api",
            next_states: [{ action: "go", href }],
          }),
        )
      );
      const client = new AsmpClient(`${server.url}/here`);
      await client.startRun();
      await client.transition("go");
      expect(server.log).toEqual(["POST /here/runs", "POST /here/runs/r1/go"]);
    }
  });

  it("AsmpClient requests another origin that it is allowed", async () => {
    await using other = serve(() => Response.json(frame(DONE)));
    const next_states = [{ action: "go", href: `${other.url}/x` }];
    await using server = serve(() => Response.json(frame({ next_states })));
    const client = new AsmpClient(server.url, { origins: [other.url] });
    await client.startRun();
    expect((await client.transition("go")).state).toBe("DONE");
    expect(other.log).toEqual(["POST /x"]);
  });

  it("AsmpClient follows no redirect", async () => {
    await using other = serve(() => Response.json(frame()));
    await using server = serve(() => Response.redirect(`${other.url}/runs`, 307));
    const error = await failure(new AsmpClient(server.url).startRun());
    expect(error.message).toBe(
      `Invalid reply from "${server.url}/runs": it redirects to "${other.url}/runs", ` +
        "which is not followed",
    );
    expect(other.log).toEqual([]);
  });
});

describe("AsmpClient and time", () => {
  it("AsmpClient gives up on a server that does not answer", async () => {
    await using server = serve(() => new Promise<Response>(() => {}));
    const client = new AsmpClient(server.url, { timeout: 50 });
    const error = await failure(client.startRun());
    expect(error).toBeInstanceOf(AsmpTimeoutError);
    expect(error.message).toBe(`No answer within 50 ms: "${server.url}/runs"`);
  });

  it("AsmpClient gives up on an answer that does not end", async () => {
    const client = answered(() => new Response(new ReadableStream()), { timeout: 50 });
    expect(await failure(client.startRun())).toBeInstanceOf(AsmpTimeoutError);
  });

  it("AsmpClient ends a call by its signal", async () => {
    const client = answered(() => new Response(new ReadableStream()));
    const controller = new AbortController();
    const call = client.getFrame({ runId: "r1", signal: controller.signal });
    controller.abort(new Error("enough"));
    expect((await failure(call)).message).toBe("enough");
    expect((await failure(client.getFrame({ runId: "r1", signal: controller.signal }))).message)
      .toBe("enough");
  });

  it("AsmpClient says that nobody listens", async () => {
    // Row 83.
    const port = closedPort();
    const error = await failure(new AsmpClient(`http://127.0.0.1:${port}`).startRun());
    expect(error).toBeInstanceOf(AsmpConnectionError);
    expect(error.message).toBe(
      `Connect failed: "http://127.0.0.1:${port}/runs": nothing listens there: ` +
        "check the address, and whether the server is running",
    );
  });

  it("AsmpClient says why a connection failed, however deep it is told", async () => {
    const cause = new Error("http://h/runs: client error: dns error: no such name");
    const client = answered(() => {
      throw new TypeError("fetch failed", { cause });
    });
    expect((await failure(client.startRun())).message).toBe(
      'Connect failed: "http://localhost/runs": dns error: no such name',
    );
  });

  it("AsmpClient streams for longer than a request may take", async () => {
    // Defect 19: the time limit of a request cut streams.
    await using server = serve(() => lines([frame({ id: "0" }), frame({ ...DONE, id: "1" })], 150));
    const client = new AsmpClient(server.url, { timeout: 100 });
    const states: string[] = [];
    for await (const { state } of client.stream({ runId: "r1" })) states.push(state);
    expect(states).toEqual(["INIT", "DONE"]);
  });

  it("AsmpClient takes up a stream that breaks off, behind its last event", async () => {
    const asked: (string | null)[] = [];
    const client = new AsmpClient(({ headers }) => {
      asked.push(headers.get("last-event-id"));
      return asked.length === 1
        ? broken(`${JSON.stringify(frame({ id: "7" }))}\n`)
        : lines([{ progress: "45%", hint: "…" }, frame({ ...DONE, id: "8" })]);
    });
    const states: string[] = [];
    for await (const { state } of client.stream({ runId: "r1" })) states.push(state);
    expect(states).toEqual(["INIT", "DONE"]);
    expect(asked).toEqual([null, "7"]);
  });

  it("AsmpClient ends a stream by its signal, and where the caller has enough", async () => {
    const controller = new AbortController();
    const endlessLines = () => new Response(endless(`${JSON.stringify(frame())}\n`, 1));
    const client = answered(endlessLines);
    for await (const _ of client.stream({ runId: "r1" })) break;
    const stream = client.stream({ runId: "r1", signal: controller.signal });
    await stream.next();
    const next = stream.next();
    controller.abort(new Error("enough"));
    expect((await failure(next)).message).toBe("enough");
  });

  it("AsmpClient refuses lines that are no frames, and a line without an end", async () => {
    const next = (body: BodyInit, maxBody?: number) =>
      failure(answered(() => new Response(body), { maxBody }).stream({ runId: "r1" }).next());
    const url = 'Invalid reply from "http://localhost/runs/r1/stream":';
    expect((await next("{oops\n")).message).toContain(`${url} not JSON: `);
    expect((await next('{"run_id":"r1"}\n')).message)
      .toBe(`${url} workflow_id: expected a string, got nothing`);
    expect((await next(endless("x"), 1000)).message).toBe(`${url} it is larger than 1000 bytes`);
  });
});

/** A body that repeats a text: without an end, or so many times and then nothing more comes. */
function endless(text: string, times = Infinity): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      if (times-- > 0) controller.enqueue(new TextEncoder().encode(text));
      else return new Promise(() => {});
    },
  });
}

/** A stream of values, so many ms apart. */
function lines(values: unknown[], apart = 0): Response {
  const left = [...values];
  return new Response(
    new ReadableStream({
      async pull(controller) {
        const value = left.shift();
        if (value === undefined) return controller.close();
        controller.enqueue(new TextEncoder().encode(`${JSON.stringify(value)}\n`));
        await new Promise((resolve) => setTimeout(resolve, apart));
      },
    }),
  );
}

/** A body that breaks off. */
function broken(text: string): Response {
  let sent = false;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (sent) return controller.error(new Error("broken"));
        sent = true;
        controller.enqueue(new TextEncoder().encode(text));
      },
    }),
  );
}

/** A port on which nobody listens. */
function closedPort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

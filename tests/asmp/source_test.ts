// A run as tools, driven by the Runner against live servers: rows 61 and 69 of spec/asmp.md, the
// statuses of section 9.1, and names, questions and replies.
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import type { Elicitor, Tool } from "../../agenttool/mod.ts";
import { Runner } from "../../cli/mod.ts";
import { AsmpClient, createHandler, Workflow } from "../../asmp/mod.ts";
import { asmpSource, asmpTools, type AsmpToolsOptions } from "../../asmp/source.ts";
import { f1, f3, f4, f5, f8, f9 } from "./fixtures.ts";
import { DONE, frame, serve as stub } from "./_stub.ts";

/** A client of a workflow in this process. */
function clientOf(workflow: Workflow): AsmpClient {
  return new AsmpClient(createHandler(workflow));
}

/** Runs one command of a set of tools. */
async function run(tools: Tool[], line: string[], ask?: Elicitor) {
  const out = new TransformStream<Uint8Array, Uint8Array>();
  const err = new TransformStream<Uint8Array, Uint8Array>();
  const printed = [new Response(out.readable).text(), new Response(err.readable).text()];
  const runner = new Runner({
    name: "kit",
    tools,
    stdout: out.writable,
    stderr: err.writable,
    ask,
  });
  const status = await runner.run(line);
  await Promise.all([out.writable.close(), err.writable.close()]);
  const [stdout = "", stderr = ""] = await Promise.all(printed);
  return { status, stdout, stderr };
}

/** A run that has taken actions, each with its body. */
async function started(
  workflow: Workflow,
  actions: [string, object?][] = [],
  options: AsmpToolsOptions = {},
) {
  const client = clientOf(workflow);
  const { run_id: id } = await client.startRun();
  for (const [action, body] of actions) await client.transition(action, { ...body });
  const program = "drive";
  const tools = await asmpTools(client, id, { program, ...options });
  return { client, id, tools };
}

function names(tools: Tool[]): string[] {
  return tools.map(({ name }) => name);
}

describe("AsmpClient", () => {
  it("AsmpClient drives F1 over HTTP", async () => {
    // Row 61.
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      createHandler(f1()),
    );
    const client = new AsmpClient(`http://127.0.0.1:${server.addr.port}`);
    await client.startRun();
    expect((await client.getCli()).options).toHaveLength(1);
    expect((await client.transition("start")).state).toBe("DONE");
    expect((await client.getFrame()).state).toBe("DONE");
    expect((await client.getCli()).options).toHaveLength(0);
    await server.shutdown();
  });

  it("AsmpClient drives a server in its own process", async () => {
    // Row 69.
    const workflow = new Workflow("embedded-wf", { initial: "INIT" })
      .transition("INIT", "start", "STAGE")
      .tool("STAGE", "t", { handler: ({ body: { n } }) => ({ n }) })
      .resource("STAGE", "r", { mimeType: "text/plain", handler: () => "resource-content" });
    const client = clientOf(workflow);
    await client.startRun();
    await client.transition("start");
    expect(await client.invokeTool("t", { n: 42 })).toEqual({ n: 42 });
    expect(await client.readResource("r")).toBe("resource-content");
    expect(await client.readResource((await client.getFrame()).resources![0]!.uri))
      .toBe("resource-content");
  });

  it("AsmpClient finds a server in its own process that has a path", async () => {
    const client = clientOf(f1({ baseUrl: "http://example.com/a/b" }));
    expect(client.baseUrl).toBe("http://localhost/a/b");
    await client.startRun();
    expect((await client.transition("start")).state).toBe("DONE");
  });

  it("AsmpClient streams a run to its end", async () => {
    const client = clientOf(f8());
    await client.startRun();
    await client.transition("third");
    const states: string[] = [];
    for await (const { state } of client.stream()) states.push(state);
    expect(states.at(-1)).toBe("DONE");
  });
});

describe("asmpTools()", () => {
  it("asmpTools() makes a command of each action, in the order shown", async () => {
    const { tools } = await started(f9());
    expect(names(tools)).toEqual(["c", "a", "b"]);
    expect(tools.map(({ description }) => description)).toEqual([
      "See\n\nh",
      "Ay (key enter)\n\nh",
      "Go on from S\n\nh",
    ]);
  });

  it("asmpTools() makes commands of tools and resources of the state", async () => {
    const { tools } = await started(f5(), [["start"]]);
    expect(names(tools)).toEqual(["lint_done", "run_linter", "read"]);
    expect(tools.map(({ parameters }) => JSON.parse(String(parameters)))).toEqual([
      {
        type: "object",
        properties: { passed: { type: "boolean" }, issues: { type: "number" } },
        required: ["passed", "issues"],
      },
      {
        type: "object",
        properties: { paths: { type: "array", items: { type: "string" } } },
        required: ["paths"],
      },
      {
        type: "object",
        properties: { path: { type: "string", enum: ["lint-report"] } },
        required: ["path"],
      },
    ]);
  });

  it("asmpTools() says what is critical and what changes nothing", async () => {
    const { tools } = await started(f8());
    expect(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))).toEqual({
      third: undefined,
      go: undefined,
      skip_ahead: { destructive: true },
    });
    const { tools: stage } = await started(f5(), [["start"]]);
    expect(stage[2]!.annotations).toEqual({ readOnly: true });
  });

  it("asmpTools() says that a person is to be asked before a critical action", async () => {
    const { tools } = await started(f8());
    expect((await run(tools, ["help"])).stdout).toContain(
      "- `third`: Third! (key 3)\n- `go`: Go on from INIT\n" +
        "- `skip_ahead`: Critical, ask a person first: Go on from INIT\n",
    );
    const workflow = new Workflow("critical-wf", { initial: "A" })
      .transition("A", "go", "A")
      .transition("A", "drop", "B", { critical: true, expects: { sure: "boolean", why: "object" } })
      .transition("A", "leave", "B");
    const { tools: [go] } = await started(workflow);
    expect((await run([go!], ["go"])).stdout).toContain(`
Next:
  drive go
  # critical: ask a person before this command
  drive drop --sure=BOOLEAN --why:=JSON
  drive leave
`);
  });

  it("asmpTools() takes no placeholder of a line for an answer", async () => {
    const { tools, client } = await started(f5(), [["start"]]);
    const { status, stderr } = await run(tools, ["lint_done", "--passed=BOOLEAN", "--issues", "1"]);
    expect(status).toBe(2);
    expect(stderr).toContain("BOOLEAN");
    expect((await client.getFrame()).state).toBe("LINT");
  });

  it("asmpTools() gives names that clash a prefix", async () => {
    const handler = () => null;
    const workflow = new Workflow("clash-wf", { initial: "A" })
      .transition("A", "read", "B")
      .transition("A", "help", "B")
      .transition("A", "lint", "B")
      .transition("A", "action.lint", "B")
      .transition("A", "-x", "B")
      .transition("A", "plain", "B")
      .tool("A", "lint", { handler })
      .tool("A", "schema", { handler })
      .resource("A", "r", { handler });
    const { tools } = await started(workflow);
    expect(names(tools)).toEqual([
      "action.read",
      "action.help",
      "action.action.lint",
      "action.lint",
      "action.-x",
      "plain",
      "tool.lint",
      "tool.schema",
      "resource.read",
    ]);
    expect(await run(tools, ["action.action.lint"])).toEqual({
      status: 0,
      stdout: "Proceed.\ndone\n",
      stderr: "",
    });
  });

  it("asmpTools() lists an action that is defined twice once", async () => {
    const { tools } = await started(f8(), [["go", { a: "x", n: 1 }]]);
    expect(names(tools)).toEqual(["reject", "approve", "dup", "echo", "boom", "read"]);
  });

  it("asmpTools() takes a frame that is known and saves a request", async () => {
    await using server = stub(() => Response.json(frame()));
    const client = new AsmpClient(server.url);
    await asmpTools(client, await client.startRun());
    expect(server.log).toEqual(["POST /runs", "GET /runs/r1/cli"]);
  });

  it("asmpTools() needs two requests for an action", async () => {
    await using server = stub(() => Response.json(frame()));
    const tools = await asmpTools(server.url, "r1");
    server.log.length = 0;
    await run(tools, ["go"]);
    expect(server.log).toEqual(["POST /runs/r1/transitions/go", "GET /runs/r1/cli"]);
  });

  it("asmpTools() ends a reply with the command lines that can be typed next", async () => {
    const { tools } = await started(f3());
    expect(await run(tools, ["start"])).toEqual({
      status: 0,
      stdout: `Set value
Enter your config value, then choose Save.
  1. Save (save) [enter]
Value (string):

Next:
  drive save --value STRING
`,
      stderr: "",
    });
  });

  it("asmpTools() ends what a tool and a resource give in the same way", async () => {
    const { tools } = await started(f5(), [["start"]]);
    const next = `
Next:
  drive lint_done --passed=BOOLEAN --issues NUMBER
  drive run_linter --paths STRING
  drive read --path lint-report
`;
    expect((await run(tools, ["run_linter", "--paths", "a", '{"count":2}'])).stdout)
      .toBe(`{"passed":true,"issues":2}\n${next}`);
    expect((await run(tools, ["read", "--path", "lint-report"])).stdout)
      .toBe(`{"summary":"Lint report","data":{}}\n${next}`);
  });

  it("asmpTools() gives one object with json, numbers as they are", async () => {
    const client = clientOf(f5());
    const { run_id: id } = await client.startRun('{"n":12345678901234567890}');
    await client.transition("start");
    const tools = await asmpTools(client, id, { json: true });
    const { stdout } = await run(tools, ["run_linter", '{"paths":[],"count":1.10}']);
    expect(stdout).toContain('"data":{"n":12345678901234567890}');
    const reply = JSON.parse(stdout);
    expect(Object.keys(reply)).toEqual(["run_id", "frame", "cli", "result"]);
    expect(reply.result).toEqual({ passed: true, issues: 1.1 });
    expect(reply.frame.state).toBe("LINT");
    expect(reply.cli.run_id).toBe(id);
    const moved = await run(tools, ["lint_done", '{"passed":true,"issues":0}']);
    expect(Object.keys(JSON.parse(moved.stdout))).toEqual(["run_id", "frame", "cli"]);
    expect(moved.stdout.trimEnd()).not.toContain("\n");
  });

  it("asmpTools() sends big integers and every member as they are written", async () => {
    const { tools, client, id } = await started(f4());
    await run(tools, ["go", "--a", "007", "--n", "12345678901234567890"]);
    const { jsonOf } = await import("../../asmp/client.ts");
    expect(jsonOf(await client.getFrame({ runId: id })))
      .toContain('"data":{"a":"007","n":12345678901234567890}');
  });

  it("asmpTools() sends an object as one", async () => {
    const workflow = new Workflow("object-wf", { initial: "A" })
      .transition("A", "go", "B", { expects: { o: "object" } });
    const client = new AsmpClient(createHandler(workflow, { checkTypes: true }));
    const tools = await asmpTools(client, await client.startRun(), { json: true });
    const { stdout } = await run(tools, ["go", '--o:={"n":1.10}']);
    expect(stdout).toContain('"data":{"o":{"n":1.10}}');
  });

  it("asmpTools() saves a resource that is no text", async () => {
    const png = new Uint8Array([0x89, 0x50, 0xff]);
    const workflow = new Workflow("bytes-wf", { initial: "A" })
      .resource("A", "logo.png", { mimeType: "image/png", handler: () => png });
    const { tools } = await started(workflow);
    const { stdout } = await run(tools, ["read", "--path", "logo.png"]);
    const [path = "", ...rest] = stdout.split("\n");
    expect(await Deno.readFile(path)).toEqual(png);
    expect(rest.join("\n")).toBe("Next:\n  drive read --path logo.png\n");
    await Deno.remove(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  });

  it("asmpTools() follows a state that is processing", async () => {
    const { tools } = await started(f8());
    const { status, stdout, stderr } = await run(tools, ["third"]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "All done\nProceed.\ndone\n" });
    expect(stderr).toBe("BUSY: Proceed.\nBUSY\n");
  });

  it("asmpTools() does not wait for what takes too long, and says how to look again", async () => {
    const workflow = new Workflow("slow-wf", { initial: "A" })
      .transition("A", "go", "B")
      .transition("B", "stop", "C")
      .status("B", "processing");
    const { tools } = await started(workflow, [], { patience: 50 });
    expect((await run(tools, ["go"])).stdout).toBe(
      "Choose an action\nProceed.\n  1. stop (stop)\nprocessing\n\nNext:\n  drive\n  drive stop\n",
    );
  });

  it("asmpTools() asks again for a stream that ends before the work does", async () => {
    // The reference's streams end after four frames.
    const busy = { state: "BUSY", status: "processing", hint: "At work." };
    let streams = 0;
    await using server = stub(({ url }) => {
      if (url.endsWith("/stream")) {
        const members = ++streams > 1 ? DONE : { ...busy, milestones: ["half"] };
        return new Response(`${JSON.stringify(frame({ id: "0", ...members }))}\n\n`);
      }
      if (url.endsWith("/go")) return Response.json(frame(busy));
      return Response.json(frame(streams > 1 ? DONE : {}));
    });
    const tools = await asmpTools(server.url, "r1");
    expect(await run(tools, ["go"])).toEqual({
      status: 0,
      stdout: "Go on.\ndone\n",
      stderr: "BUSY: At work.\nhalf\n",
    });
    expect(streams).toBe(2);
  });

  it("asmpTools() shows what was done also where no command lines can be had", async () => {
    await using server = stub(({ url }) =>
      url.endsWith("/cli") && server.log.length > 2
        ? new Response("oops", { status: 500 })
        : Response.json(frame(url.endsWith("/go") ? { ...DONE, hint: "Gone." } : {}))
    );
    const tools = await asmpTools(server.url, "r1");
    expect(await run(tools, ["go"])).toEqual({ status: 0, stdout: "Gone.\ndone\n", stderr: "" });
  });
});

describe("asmpTools() and questions", () => {
  it("asmpTools() asks for what is missing", async () => {
    const { tools, client, id } = await started(f4());
    const asked: unknown[] = [];
    const ask: Elicitor = (question) => {
      asked.push(question);
      return Promise.resolve({ action: "accept", content: { n: 5 } });
    };
    expect((await run(tools, ["go", "--a", "x"], ask)).status).toBe(0);
    expect(asked).toEqual([{
      message: "Proceed.",
      schema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
    }]);
    expect((await client.getFrame({ runId: id })).data).toEqual({ a: "x", n: 5 });
  });

  it("asmpTools() ends with status 3 where nobody can be asked, and an answer goes on", async () => {
    // Row 74.
    const { tools, client, id } = await started(f3(), [["start"]]);
    const { status, stdout } = await run(tools, ["save"]);
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      message: "Enter your config value, then choose Save.",
      schema: {
        type: "object",
        properties: { value: { type: "string", description: "Value (string)" } },
        required: ["value"],
      },
      answers_given: 0,
      error: "Nothing was sent: value is missing",
    });
    expect((await client.getFrame({ runId: id })).state).toBe("CONFIGURE");
    expect((await run(tools, ["--answer", '{"value":"v1"}', "save"])).status).toBe(0);
    expect((await client.getFrame({ runId: id })).data).toEqual({ value: "v1" });
  });

  it("asmpTools() sends nothing where a question is declined", async () => {
    const { tools, client, id } = await started(f4());
    for (const answer of ["decline", "accept"]) {
      expect(await run(tools, ["--answer", answer, "go"])).toEqual({
        status: 2,
        stdout: "",
        stderr: "Error: Nothing was sent: a, n are missing\n",
      });
    }
    expect((await client.getFrame({ runId: id })).state).toBe("INIT");
  });

  it("asmpTools() asks for no field that may lack", async () => {
    const workflow = new Workflow("optional-wf", { initial: "A" })
      .transition("A", "go", "B", { expects: { a: "string?", b: "number (optional)" } });
    const { tools } = await started(workflow);
    expect((await run(tools, ["go"])).status).toBe(0);
  });

  it("asmpTools() offers what there is to read", async () => {
    const { tools } = await started(f8(), [["go", { a: "x", n: 1 }]]);
    const { status, stdout } = await run(tools, ["read"]);
    expect(status).toBe(3);
    expect(JSON.parse(stdout).schema.properties.path.enum).toEqual(["txt", "nomime", "js"]);
    expect((await run(tools, ["read", "--path", "nothing"])).stderr)
      .toBe('Error: There is no "nothing" to read: there is "txt", "nomime", "js"\n');
  });
});

describe("asmpTools() and failures", () => {
  const refusals: [number, string, number][] = [
    [400, "Error: No.\n", 2],
    [401, "Error: No.\n", 2],
    [403, "Error: No.\n", 2],
    [404, "Error: No.\n", 2],
    [408, "Error: No.\n", 1],
    [409, "Error: No.\n", 2],
    [429, "Error: No.\n", 2],
    [500, "Error: No.\n", 1],
    [503, "Error: No.\n", 1],
  ];
  for (const [code, stderr, status] of refusals) {
    it(`asmpTools() ends with status ${status} where the server says ${code}`, async () => {
      await using server = stub(({ url }) =>
        url.endsWith("/go")
          ? Response.json({ hint: "No." }, { status: code })
          : Response.json(frame())
      );
      const tools = await asmpTools(server.url, "r1");
      expect(await run(tools, ["go"])).toEqual({ status, stdout: "", stderr });
    });
  }

  it("asmpTools() does not run what the run has left behind", async () => {
    // Two drivers: one of them is late.
    const { tools, client, id } = await started(f1());
    await client.transition("start", {}, { runId: id });
    expect(await run(tools, ["start"])).toEqual({
      status: 2,
      stdout: "",
      stderr: "Error: Action 'start' not in next_states: \n",
    });
  });

  it("asmpTools() fails with the words of a tool that threw", async () => {
    const { tools } = await started(f8(), [["go", { a: "x", n: 1 }]]);
    expect(await run(tools, ["boom"])).toEqual({
      status: 1,
      stdout: "",
      stderr: "Error: Error: kaboom\n",
    });
  });

  it("asmpTools() says where it is not known whether something was done", async () => {
    await using server = stub(({ url }) =>
      url.endsWith("/go") ? new Response("<html>") : Response.json(frame())
    );
    const tools = await asmpTools(server.url, "r1");
    const { status, stderr } = await run(tools, ["go"]);
    expect(status).toBe(1);
    expect(stderr).toContain(`Error: Invalid reply from "${server.url}/runs/r1/transitions/go": `);
    expect(stderr).toContain("; whether it was done is not known\n");
  });

  it("asmpTools() does not request what a hostile frame leads to", async () => {
    const next_states = [{ action: "go", href: "http://127.0.0.1:1/admin" }];
    await using server = stub(() => Response.json(frame({ next_states })));
    const tools = await asmpTools(server.url, "r1");
    expect(await run(tools, ["go"])).toEqual({
      status: 1,
      stdout: "",
      stderr: `Error: Refused "http://127.0.0.1:1/admin": it is not of "${server.url}"\n`,
    });
  });

  it("asmpTools() keeps command lines whole, whatever a server calls its actions", async () => {
    const next_states = ["$(id)", "a b", "it's\n\x1b[2J"].map((action) => ({ action, href: "x" }));
    const cli = { options: [{ action: "$(id)", label: "one\ntwo\x1b[2J" }] };
    await using server = stub(({ url }) =>
      Response.json(url.endsWith("/cli") ? cli : frame({ next_states }))
    );
    const tools = await asmpTools(server.url, "r1", { program: "drive" });
    expect((await run(tools, ["a b"])).stdout).toBe(`Choose an action
Go on.
  1. one two\\x1b[2J ($(id))
  2. a b (a b)
  3. it's \\x1b[2J (it's \\x1b[2J)

Next:
  drive '$(id)'
  drive 'a b'
  drive 'it'\\''s\\n\\x1b[2J'
`);
  });
});

describe("asmpSource()", () => {
  let server: Deno.HttpServer<Deno.NetAddr>, url: string;
  const handler = createHandler(f3({ baseUrl: "http://localhost:3000/wizard" }));
  beforeAll(() => {
    server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
    url = `http://127.0.0.1:${server.addr.port}/wizard`;
  });
  afterAll(() => server.shutdown());

  it("asmpSource() starts a run only when its tool is called", async () => {
    const tools = await asmpSource(`asmp+${url}/`);
    expect(names(tools)).toEqual(["start"]);
    const { status, stdout } = await run(tools, ["start", '{"data":{"value":"old"}}']);
    expect(status).toBe(0);
    const [id = ""] = stdout.split("\n");
    expect(stdout).toBe(`${id}
Config wizard
Press 1 to start.
  1. Start wizard (start) [1]

Next:
  toolcli run asmp+${url}/runs/${id} start
`);
    expect((await new AsmpClient(url).getFrame({ runId: id })).data).toEqual({ value: "old" });
    expect(names(await asmpSource(`asmp+${url}/runs/${id}`))).toEqual(["start"]);
  });

  it("asmpSource() refuses what is no address", async () => {
    await expect(asmpSource("asmp+ftp://x/")).rejects.toThrow(
      new TypeError('"ftp://x/" is not an address of HTTP'),
    );
    await expect(asmpSource("asmp+http://h/runs/%zz")).rejects.toThrow(
      new TypeError('"%zz" is no id of a run'),
    );
  });

  it("asmpSource() says what the server says of a run that it has not", async () => {
    await expect(asmpSource(`asmp+${url}/runs/nope`)).rejects.toMatchObject({
      name: "NotRunError",
      message: "Run not found",
    });
  });

  it("asmpSource() refuses a run that has ended", async () => {
    const client = new AsmpClient(url);
    const { run_id: id } = await client.startRun();
    await client.transition("start");
    await client.transition("save", { value: "v" });
    await client.transition("cancel");
    await expect(asmpSource(`asmp+${url}/runs/${id}`)).rejects.toMatchObject({
      name: "NotRunError",
      message: "The run has ended",
    });
  });
});

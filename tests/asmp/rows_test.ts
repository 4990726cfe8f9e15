// spec/asmp.md 12: the rows of the server, as tables against a live one.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import type { Workflow } from "../../asmp/mod.ts";
import type { HandlerOptions } from "../../asmp/mod.ts";
import { f1, f2, f3, f4, f5, f6, f8, f9 } from "./fixtures.ts";
import { frames, serve } from "./_server.ts";

/** A row: a run that has come so far, one request, and what the server answers. */
interface Row {
  /** Its number in the specification, and what it is about. */
  row: string;
  workflow: Workflow;
  options?: HandlerOptions;
  /** Actions taken before, each with its body. */
  after?: string[];
  /** The request: `ID` stands for the run. */
  call: string;
  body?: string;
  headers?: Record<string, string>;
  status: number;
  /** What the answer has among other things. */
  has?: Record<string, unknown>;
  /** All of the answer. */
  is?: unknown;
  /** The run's state afterwards. */
  state?: string;
}

const NOT_FOUND = { hint: "Run not found" };
const invalid = (action: string, state: string) => ({
  hint: `Invalid transition: '${action}' not in next_states for state '${state}'.`,
});
const go = 'go {"a":"x","n":42}';

const ROWS: Row[] = [
  {
    row: "1: data to begin with",
    workflow: f1(),
    call: "POST /runs",
    body: '{"data":{"foo":"bar"}}',
    status: 201,
    has: { state: "INIT", workflow_id: "test-wf", data: { foo: "bar" } },
  },
  {
    row: "2: no body",
    workflow: f1(),
    call: "POST /runs",
    status: 201,
    has: { data: {}, milestones: [] },
  },
  { row: "3", workflow: f1(), call: "GET /runs/ID", status: 200, has: { state: "INIT" } },
  {
    row: "4",
    workflow: f1(),
    call: "GET /runs/nonexistent-run-id",
    status: 404,
    is: NOT_FOUND,
  },
  {
    row: "5",
    workflow: f1(),
    call: "POST /runs/ID/transitions/start",
    body: "{}",
    status: 200,
    has: { state: "DONE" },
    state: "DONE",
  },
  {
    row: "6",
    workflow: f1(),
    call: "POST /runs/ID/transitions/nonexistent",
    status: 403,
    is: invalid("nonexistent", "INIT"),
    state: "INIT",
  },
  {
    row: "7",
    workflow: f1(),
    call: "POST /runs/nope/transitions/start",
    status: 404,
    is: NOT_FOUND,
  },
  {
    row: "8: a second time",
    workflow: f1(),
    after: ["start"],
    call: "POST /runs/ID/transitions/start",
    status: 403,
    is: invalid("start", "DONE"),
  },
  {
    row: "9",
    workflow: f2(),
    call: "GET /",
    status: 200,
    has: { next_states: [{ action: "start" }, { action: "skip" }] },
  },
  {
    row: "10: defaults",
    workflow: f1(),
    call: "GET /runs/ID/cli",
    status: 200,
    is: {
      prompt: "Choose an action",
      hint: "Start",
      options: [{ action: "start", label: "start" }],
      run_id: "ID",
    },
  },
  { row: "11", workflow: f1(), call: "GET /runs/nope/cli", status: 404, is: NOT_FOUND },
  {
    row: "12: nothing to do",
    workflow: f1(),
    after: ["start"],
    call: "GET /runs/ID/cli",
    status: 200,
    is: { prompt: "Choose an action", hint: "Done", options: [], run_id: "ID" },
  },
  {
    row: "13: a hook",
    workflow: f2(),
    call: "GET /runs/ID/cli",
    status: 200,
    is: {
      prompt: "What do you want to do?",
      hint: "Pick start or skip.",
      options: [
        { action: "start", label: "Start workflow", keys: "1" },
        { action: "skip", label: "Skip", keys: "2" },
      ],
      run_id: "ID",
    },
  },
  {
    row: "14",
    workflow: f3(),
    call: "GET /runs/ID/cli",
    status: 200,
    is: {
      prompt: "Config wizard",
      hint: "Press 1 to start.",
      options: [{ action: "start", label: "Start wizard", keys: "1" }],
      run_id: "ID",
    },
  },
  {
    row: "15: free input",
    workflow: f3(),
    after: ["start"],
    call: "GET /runs/ID/cli",
    status: 200,
    is: {
      prompt: "Set value",
      hint: "Enter your config value, then choose Save.",
      options: [{ action: "save", label: "Save", keys: "enter" }],
      input_hint: "Value (string):",
      run_id: "ID",
    },
  },
  {
    row: "16",
    workflow: f3(),
    after: ["start"],
    call: "POST /runs/ID/transitions/save",
    body: "{}",
    status: 400,
    is: { hint: "Missing required field: value." },
    state: "CONFIGURE",
  },
  {
    row: "17",
    workflow: f3(),
    after: ["start"],
    call: "POST /runs/ID/transitions/save",
    body: '{"value":"v1"}',
    status: 200,
    has: {
      state: "CONFIRM",
      data: { value: "v1" },
      next_states: [{ action: "confirm" }, { action: "cancel" }],
    },
  },
  {
    row: "18",
    workflow: f3(),
    after: ["start", 'save {"value":"v1"}'],
    call: "GET /runs/ID/cli",
    status: 200,
    has: {
      options: [
        { action: "confirm", label: "Yes, apply", keys: "y" },
        { action: "cancel", label: "No, cancel", keys: "n" },
      ],
    },
  },
  {
    row: "19",
    workflow: f3(),
    after: ["start", 'save {"value":"v1"}'],
    call: "POST /runs/ID/transitions/confirm",
    status: 200,
    has: { state: "DONE", next_states: [], status: "active" },
  },
  {
    row: "20",
    workflow: f3(),
    after: ["start", 'save {"value":"v1"}'],
    call: "POST /runs/ID/transitions/cancel",
    status: 200,
    has: { state: "CANCELLED", hint: "Configuration cancelled." },
  },
  {
    row: "22: a hook with no options",
    workflow: f9().cli("S", { options: [] }),
    call: "GET /runs/ID/cli",
    status: 200,
    has: {
      options: [
        { action: "a", label: "a" },
        { action: "b", label: "b" },
        { action: "c", label: "c" },
      ],
    },
  },
  {
    row: "23: empty texts are kept",
    workflow: f8(),
    after: [go],
    call: "GET /runs/ID/cli",
    status: 200,
    has: { prompt: "", hint: "", input_hint: "Reason:" },
  },
  {
    row: "24",
    workflow: f1(),
    call: "GET /runs/ID/cli.json",
    status: 200,
    is: {
      prompt: "Choose an action",
      hint: "Start",
      options: [{ action: "start", label: "start" }],
      run_id: "ID",
    },
  },
  {
    row: "26: what is not expected is not kept",
    workflow: f4(),
    call: "POST /runs/ID/transitions/go",
    body: '{"a":"x","n":42,"extra":"not-stored"}',
    status: 200,
    has: { data: { a: "x", n: 42 } },
  },
  {
    row: "27",
    workflow: f4(),
    call: "POST /runs/ID/transitions/go",
    body: '{"a":"x"}',
    status: 400,
    is: { hint: "Missing required field: n." },
    state: "INIT",
  },
  {
    row: "28",
    workflow: f4(),
    call: "POST /runs/ID/transitions/go",
    body: '{"a":',
    status: 400,
    is: { hint: "Invalid body: not valid JSON: Unexpected end of JSON text." },
    state: "INIT",
  },
  {
    row: "30: types are not checked",
    workflow: f4(),
    call: "POST /runs/ID/transitions/go",
    body: '{"a":5,"n":"x"}',
    status: 200,
    has: { data: { a: 5, n: "x" } },
  },
  {
    row: "30: types are checked",
    workflow: f4(),
    options: { checkTypes: true },
    call: "POST /runs/ID/transitions/go",
    body: '{"a":5,"n":"x"}',
    status: 400,
    is: {
      hint: "Invalid fields: a (expected string, got number), n (expected number, got string).",
    },
    state: "INIT",
  },
  {
    row: "31",
    workflow: f4(),
    call: "POST /runs/ID/transitions/go",
    body: "null",
    status: 400,
    is: { hint: "Invalid body: expected a JSON object, got null." },
    state: "INIT",
  },
  {
    row: "35",
    workflow: f5(),
    call: "POST /runs/ID/invoke/run_linter",
    body: '{"paths":[]}',
    status: 403,
    is: { hint: "Tool 'run_linter' not available in state 'INIT'." },
  },
  {
    row: "36",
    workflow: f5(),
    after: ["start", 'lint_done {"passed":true,"issues":0}'],
    call: "POST /runs/ID/invoke/run_linter",
    body: '{"paths":[]}',
    status: 403,
    is: { hint: "Tool 'run_linter' not available in state 'DONE'." },
  },
  {
    row: "38",
    workflow: f5(),
    call: "GET /runs/ID/resources/lint-report",
    status: 403,
    is: { hint: "Resource 'lint-report' not available in state 'INIT'." },
  },
  {
    row: "39",
    workflow: f8(),
    after: [go],
    call: "POST /runs/ID/invoke/boom",
    status: 500,
    is: { hint: "Error: kaboom" },
    state: "WORK",
  },
  {
    row: "42",
    workflow: f6(),
    after: ["start"],
    call: "POST /runs/ID/invoke/validate_document",
    body: '{"file_url":"https://example.com/contracts/doc.pdf"}',
    status: 200,
    is: { result: { valid: true, suggested_name: "doc.pdf" } },
  },
  {
    row: "43",
    workflow: f6(),
    after: ["start"],
    call: "POST /runs/ID/invoke/validate_document",
    body: '{"file_url":""}',
    status: 200,
    is: { result: { valid: false, message: "file_url is empty" } },
  },
  {
    row: "45: at INITIAL",
    workflow: f6(),
    call: "GET /runs/ID/cli",
    status: 200,
    has: { options: [{ action: "start", label: "start" }] },
  },
  {
    row: "45: at UPLOAD",
    workflow: f6(),
    after: ["start"],
    call: "GET /runs/ID/cli",
    status: 200,
    has: { options: [{ action: "submit_doc", label: "submit_doc" }] },
  },
  {
    row: "47: without lines",
    workflow: f8(),
    call: "POST /runs/ID/transitions/third",
    status: 200,
    has: { state: "BUSY", status: "processing" },
  },
  {
    row: "51",
    workflow: f8(),
    after: [go, "approve"],
    call: "POST /runs/ID/transitions/approve",
    status: 403,
    is: invalid("approve", "DONE"),
  },
  {
    row: "52: the first of two",
    workflow: f8(),
    after: [go],
    call: "POST /runs/ID/transitions/dup",
    status: 200,
    has: { state: "DONE", status: "completed" },
  },
  {
    row: "53: critical",
    workflow: f8(),
    call: "GET /runs/ID",
    status: 200,
    has: {
      next_states: [
        { action: "go", is_critical: false },
        { action: "skip_ahead", is_critical: true },
        { action: "third", is_critical: false },
      ],
    },
  },
  {
    row: "5.3: merged options",
    workflow: f9(),
    call: "GET /runs/ID/cli",
    status: 200,
    is: {
      prompt: "Choose an action",
      hint: "h",
      options: [
        { action: "c", label: "See" },
        { action: "a", label: "Ay", keys: "enter" },
        { action: "b", label: "b" },
      ],
      run_id: "ID",
    },
  },
];

describe("the specification's rows", () => {
  for (const { row, workflow, options, after = [], ...expected } of ROWS) {
    it(`createHandler() answers row ${row}`, async () => {
      await using server = serve(workflow, options);
      const id = await server.run(...after);
      const path = expected.call.replace("ID", id);
      const { status, text, json } = await server.call(path, expected.body, expected.headers);

      expect(`${status} ${text}`).toMatch(new RegExp(`^${expected.status} `));
      if (expected.is) expect(JSON.parse(text.replace(id, "ID"))).toEqual(expected.is);
      if (expected.has) expect(json).toMatchObject(expected.has);
      if (expected.state) expect((await server.frame(id)).state).toBe(expected.state);
    });
  }

  it("createHandler() answers row 1: where the run is", async () => {
    await using server = serve(f1());
    const { json, headers } = await server.call("POST /runs");
    expect(headers.get("location")).toBe(`${server.url}/runs/${json.run_id}`);
  });

  it("createHandler() answers row 9: each time with a new run", async () => {
    await using server = serve(f2());
    const first = await server.call("GET /"), second = await server.call("GET /");
    expect(first.json.run_id).not.toBe(second.json.run_id);
    expect((await server.frame(first.json.run_id)).state).toBe("INIT");
  });

  it("createHandler() answers row 25: a frame has no CLI object in it", async () => {
    await using server = serve(f2());
    expect(Object.keys(await server.frame(await server.run()))).toEqual([
      "run_id",
      "workflow_id",
      "resource_url",
      "state",
      "status",
      "hint",
      "next_states",
      "data",
      "milestones",
      "stream_url",
    ]);
  });

  it("createHandler() answers row 26: what is not expected is not in the data", async () => {
    await using server = serve(f4());
    const id = await server.run('go {"a":"x","n":42,"extra":"not-stored"}');
    expect((await server.frame(id)).data).toEqual({ a: "x", n: 42 });
  });

  it("createHandler() answers row 32: tools and resources of a state", async () => {
    await using server = serve(f5());
    const id = await server.run("start");
    const { state, tools, resources } = await server.frame(id);
    expect(state).toBe("LINT");
    expect(tools).toEqual([{
      name: "run_linter",
      href: `${server.url}/runs/${id}/invoke/run_linter`,
      description: "Runs the linter",
      expects: { paths: "array" },
    }]);
    expect(resources).toEqual([{
      uri: `${server.url}/runs/${id}/resources/lint-report`,
      name: "Lint report",
      mime_type: "application/json",
    }]);
  });

  it("createHandler() answers row 33: no members for what a state has not", async () => {
    await using server = serve(f5());
    const done = ["start", 'lint_done {"passed":true,"issues":0}'];
    for (const id of [await server.run(), await server.run(...done)]) {
      const frame = await server.frame(id);
      expect("tools" in frame || "resources" in frame).toBe(false);
    }
  });

  it("createHandler() answers rows 34 and 35: a tool is called in its state only", async () => {
    const calls: string[] = [];
    await using server = serve(f5({}, calls));
    const body = '{"paths":["src/"],"count":2}';
    await server.call(`POST /runs/${await server.run()}/invoke/run_linter`, body);
    expect(calls).toEqual([]);
    const id = await server.run("start");
    const { status, json } = await server.call(`POST /runs/${id}/invoke/run_linter`, body);
    expect([status, json]).toEqual([200, { result: { passed: true, issues: 2 } }]);
    expect(calls).toEqual(["LINT"]);
  });

  it("createHandler() answers row 37: a resource sees the run's data", async () => {
    await using server = serve(f5());
    const { json: { run_id: id } } = await server.call("POST /runs", '{"data":{"key":"val"}}');
    await server.call(`POST /runs/${id}/transitions/start`);
    const { status, headers, json } = await server.call(`GET /runs/${id}/resources/lint-report`);
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(json).toEqual({ summary: "Lint report", data: { key: "val" } });
  });

  it("createHandler() answers row 40: a resource that is text", async () => {
    await using server = serve(f8());
    const id = await server.run(go);
    const { status, headers, text } = await server.call(`GET /runs/${id}/resources/txt`);
    expect([status, headers.get("content-type"), text]).toEqual([200, "text/markdown", "# Text"]);
    const nomime = await server.call(`GET /runs/${id}/resources/nomime`);
    expect(nomime.headers.get("content-type")).toBe("application/octet-stream");
  });

  it("createHandler() answers row 44: what a tool finds is there in the next state", async () => {
    await using server = serve(f6());
    const doc = '{"file_url":"https://example.com/confidential.pdf"}';
    const id = await server.run("start", `submit_doc ${doc}`);
    const analysis = await server.call(`POST /runs/${id}/invoke/run_analysis`);
    expect(analysis.json).toEqual({ result: { risks: ["confidential"] } });
    const { json: { state } } = await server.call(`POST /runs/${id}/transitions/complete_analysis`);
    expect(state).toBe("REVIEW");
    const summary = await server.call(`POST /runs/${id}/invoke/risk_summary`);
    expect(summary.json).toEqual({ result: { count: 1 } });
  });

  it("createHandler() answers row 46: work, line by line", async () => {
    await using server = serve(f8());
    const id = await server.run();
    const { status, headers, text } = await server.call(
      `POST /runs/${id}/transitions/third`,
      undefined,
      { accept: "application/x-ndjson" },
    );
    expect([status, headers.get("content-type")]).toEqual([202, "application/x-ndjson"]);
    expect(frames(text).map(({ state, status, milestones }) => [state, status, milestones]))
      .toEqual([
        ["BUSY", "processing", []],
        ["BUSY", "processing", ["BUSY"]],
        ["DONE", "completed", ["BUSY"]],
      ]);
  });

  it("createHandler() answers rows 49 and 50: a stream, and what is newer in it", async () => {
    await using server = serve(f8());
    const id = await server.run();
    const stream = await fetch(`${server.url}/runs/${id}/stream`);
    expect(stream.headers.get("content-type")).toBe("application/x-ndjson");
    await server.call(`POST /runs/${id}/transitions/skip_ahead`);
    const lines = (await stream.text()).trimEnd().split("\n").map((line) => JSON.parse(line));
    expect(lines.map(({ id, state }) => [id, state])).toEqual([["0", "INIT"], ["1", "DONE"]]);
    frames(JSON.stringify(lines[0]));

    const newest = await server.call(`GET /runs/${id}/stream`, undefined, { "last-event-id": "1" });
    expect(newest.text).toBe("");
    const newer = await server.call(`GET /runs/${id}/stream`, undefined, { "last-event-id": "0" });
    expect(JSON.parse(newer.text)).toMatchObject({ id: "1", state: "DONE" });
  });

  it("createHandler() answers row 53: a skill", async () => {
    await using server = serve(f8());
    expect((await server.frame(await server.run(go))).active_skill).toEqual({
      name: "s",
      url: `${server.url}/skills/s/SKILL.md`,
      context_summary: "ctx",
    });
  });

  it("createHandler() answers row 54: an OpenAPI document", async () => {
    await using server = serve(f1());
    const { status, json } = await server.call("GET /openapi.json");
    expect(status).toBe(200);
    expect(json.openapi).toBe("3.0.3");
    expect(json.info).toEqual({
      title: "Agent State Machine Protocol (ASMP)",
      version: "1.0.0",
      "x-workflow-id": "test-wf",
    });
    expect(json.servers).toEqual([{ url: server.url, description: "ASMP server" }]);
    expect(json.paths).toHaveProperty(["/runs", "post"]);
    // Each reference leads somewhere; the reference's own document has one that does not.
    const references = [
      ...JSON.stringify(json).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
    ];
    expect(new Set(references.map(([, name]) => name))).toEqual(
      new Set(Object.keys(json.components.schemas)),
    );
    expect(Object.keys(json.components.schemas)).toEqual(["StateFrame", "CliResponse", "Hint"]);
  });

  it("createHandler() answers row 56: below a path", async () => {
    await using server = serve(f1(), { basePath: "/api/asmp" });
    const { status, json } = await server.call("POST /api/asmp/runs");
    expect(status).toBe(201);
    expect(json.next_states[0].href).toBe(
      `${server.url}/runs/${json.run_id}/transitions/start`,
    );
    expect((await server.call(`GET /api/asmp/runs/${json.run_id}`)).status).toBe(200);
    for (const path of ["/runs", "/api/asmpruns", "/api/asmp2/runs", "/api"]) {
      expect([path, (await server.call(`POST ${path}`)).status]).toEqual([path, 404]);
    }
  });
});

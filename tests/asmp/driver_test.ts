// toolcli asmp as a process of its own, against live servers: rows 70 to 87 of spec/asmp.md by
// meaning, and the defects of section 8 that a driver can have (10, 11, 18).
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { createHandler, type Workflow } from "../../asmp/mod.ts";
import { f3, f7, f8 } from "./fixtures.ts";
import { frame, serve as stub } from "./_stub.ts";
import { type Outcome, toolcli } from "./_toolcli.ts";

/** A server of a workflow on a port of its own. */
interface Live {
  url: string;
  /** Starts a run and takes actions, each with its body. */
  run(...actions: [string, object?][]): Promise<string>;
  /** The frame of a run, as it comes. */
  text(id: string): Promise<string>;
  close(): Promise<void>;
}

function live(workflow: Workflow): Live {
  const handler = createHandler(workflow);
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
  const url = `http://127.0.0.1:${server.addr.port}`;
  const text = async (path: string, body?: object) => {
    const init = body && { method: "POST", body: JSON.stringify(body) };
    return await (await fetch(`${url}${path}`, init)).text();
  };
  return {
    url,
    async run(...actions) {
      const { run_id: id } = JSON.parse(await text("/runs", {}));
      for (const [action, body = {}] of actions) {
        await text(`/runs/${id}/transitions/${action}`, body);
      }
      return id;
    },
    text: (id) => text(`/runs/${id}`),
    async close() {
      handler.close();
      await server.shutdown();
    },
  };
}

describe("toolcli asmp", () => {
  let wizard: Live, probe: Live, steps: Live;
  beforeAll(() => {
    wizard = live(f3());
    probe = live(f8());
    steps = live(f7());
  });
  afterAll(async () => {
    for (const server of [wizard, probe, steps]) await server.close();
  });

  const asmp = (server: Live, ...words: string[]): Promise<Outcome> =>
    toolcli(["asmp", server.url, ...words]);

  it("toolcli asmp starts a run, prints its id and what comes next", async () => {
    // Rows 70 and 72.
    const { code, stdout, stderr } = await asmp(wizard, "--new", "--data", '{"a":1.10}');
    const [id = ""] = stdout.split("\n");
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `${id}
View in a browser: ${wizard.url}/runs/${id}/view
Config wizard
Press 1 to start.
  1. Start wizard (start) [1]

Next:
  toolcli asmp ${wizard.url} --run ${id} start
`,
      stderr: "",
    });
    expect(await wizard.text(id)).toContain('"data":{"a":1.10}');
  });

  it("toolcli asmp shows the address of a page only where the server tells of one", async () => {
    for (const link of ["", "<http://other.example/v>; rel=alternate; type=text/html"]) {
      await using server = stub(() => Response.json(frame(), { headers: link ? { link } : {} }));
      const { stdout } = await toolcli(["asmp", server.url, "--new"]);
      expect(stdout).toMatch(/^r1\nChoose an action\nGo on\.\n/);
    }
    const server = live(f3({ baseUrl: "http://localhost:3000" }));
    const [id, view] = (await asmp(server, "--new")).stdout.split("\n");
    expect(view).toBe(`View in a browser: ${server.url}/runs/${id}/view`);
    await server.close();
  });

  it("toolcli asmp drives the wizard by the command lines that it prints", async () => {
    // Rows 73 and 76; scp is the same word.
    const id = await wizard.run();
    const program = `toolcli asmp ${wizard.url} --run ${id}`;
    const lines: string[] = [];
    const step = async (...words: string[]) => {
      const { code, stdout, stderr } = await toolcli(["scp", wizard.url, "--run", id, ...words]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      lines.push(stdout);
    };
    await step("start");
    await step("save", "--value", "my value");
    await step("confirm");
    expect(lines).toEqual([
      `Set value
Enter your config value, then choose Save.
  1. Save (save) [enter]
Value (string):

Next:
  ${program} save --value STRING
`,
      `Apply configuration?
Confirm to apply or cancel.
  1. Yes, apply (confirm) [y]
  2. No, cancel (cancel) [n]

Next:
  ${program} confirm
  ${program} cancel
`,
      "Configuration applied.\ndone\n",
    ]);
    expect(await wizard.text(id)).toContain('"data":{"value":"my value"}');
  });

  // Rows 71, 76, 81 and 86 of section 12: what is typed in a state, and the state after it.
  const choices: [string, () => Live, [string, object?][], string, string][] = [
    ["a number", () => steps, [], "1", "DONE"],
    ["a label", () => wizard, [["start"], ["save", { value: "v" }]], "Yes, apply", "DONE"],
    ["a key", () => wizard, [["start"], ["save", { value: "v" }]], "N", "CANCELLED"],
  ];
  for (const [name, server, actions, word, state] of choices) {
    it(`toolcli asmp takes an option by ${name}`, async () => {
      const id = await server().run(...actions);
      expect((await asmp(server(), "--run", id, word)).code).toBe(0);
      expect(JSON.parse(await server().text(id)).state).toBe(state);
    });
  }

  // spec/asmp.md 10: fields as `field=value`, which a text of the shape of another one stays.
  const values: [words: string[], data: string][] = [
    [["value=my value"], '{"value":"my value"}'],
    [["value=a=b"], '{"value":"a=b"}'],
    [["value="], '{"value":""}'],
    [["--value", "value=x"], '{"value":"value=x"}'],
    [['{"value":"value=x"}'], '{"value":"value=x"}'],
  ];
  for (const [words, data] of values) {
    it(`toolcli asmp saves ${data} for ${words.join(" ")}`, async () => {
      const id = await wizard.run(["start"]);
      expect((await asmp(wizard, "--run", id, "save", ...words)).code).toBe(0);
      expect(await wizard.text(id)).toContain(`"data":${data}`);
    });
  }

  // Rows 74, 78, 79 and 86: what is no option moves nothing.
  const misses: [string, () => Live, [string, object?][], string[], RegExp][] = [
    ["a number out of range", () => wizard, [], ["9"], /: unknown command "9"/],
    ["an empty word", () => wizard, [], [""], /: unknown command ""/],
    ["a text", () => wizard, [["start"]], ["my value"], /: unknown command "my value"/],
    ["a hook's own action", () => probe, [], ["ghost"], /: unknown command "ghost"/],
    ["a misspelt action", () => probe, [], ["skip"], /: unknown command "skip"/],
    [
      "an unknown flag",
      () => wizard,
      [["start"]],
      ["save", "--valu", "x"],
      /: save: flag provided but not defined: -valu/,
    ],
    [
      "a field that is not there",
      () => wizard,
      [["start"]],
      ["save", "valu=x"],
      /: save: the JSON argument is not a JSON object/,
    ],
    [
      "a field given twice",
      () => wizard,
      [["start"]],
      ["save", "value=x", "value=y"],
      /: save: invalid value "y" for flag -value: given more than once/,
    ],
  ];
  for (const [name, server, actions, words, problem] of misses) {
    it(`toolcli asmp moves nothing for ${name}, and says what can be typed`, async () => {
      const id = await server().run(...actions);
      const before = await server().text(id);
      const { code, stdout, stderr } = await asmp(server(), "--run", id, ...words);
      expect(code).toBe(2);
      expect(stderr).toMatch(problem);
      expect(stdout).toMatch(/^Next:\n {2}toolcli asmp http:/);
      expect(await server().text(id)).toBe(before);
    });
  }

  it("toolcli asmp asks for a field by status 3, and takes --answer", async () => {
    // Defect 10: the reference's only field is called value, and an error ends with status 0.
    const id = await probe.run(["go", { a: "x", n: 1 }]);
    const { code, stdout, stderr } = await asmp(probe, "--run", id, "reject");
    expect(code).toBe(3);
    expect(JSON.parse(stdout).schema.required).toEqual(["reason"]);
    expect(stderr).toContain(`toolcli asmp ${probe.url} --run ${id}: the call asks a question`);
    const answer = ["--answer", '{"reason":"no"}'];
    const rejected = await asmp(probe, "--run", id, ...answer, "reject");
    // A run that fails is no success: spec/asmp.md 10.
    expect(rejected).toEqual({ code: 1, stdout: "Proceed.\nfailed\n", stderr: "" });
  });

  it("toolcli asmp takes JSON from standard input", async () => {
    const id = await probe.run();
    const words = ["asmp", probe.url, "--run", id, "--json", "go", "-"];
    const { code, stdout } = await toolcli(words, { stdin: '{"a":"x","n":12345678901234567890}' });
    expect(code).toBe(0);
    expect(stdout).toContain('"data":{"a":"x","n":12345678901234567890}');
    expect(Object.keys(JSON.parse(stdout))).toEqual(["run_id", "frame", "cli"]);
    expect(stdout.trimEnd()).not.toContain("\n");
  });

  it("toolcli asmp --json starts and shows a run in one object", async () => {
    const started = await asmp(wizard, "--new", "--json");
    const { run_id: id, frame, cli } = JSON.parse(started.stdout);
    expect([frame.run_id, cli.run_id, frame.state]).toEqual([id, id, "INITIAL"]);
    expect(await asmp(wizard, "--run", id, "--json")).toEqual(started);
  });

  it("toolcli asmp takes a critical action that is asked for", async () => {
    // Row 87.
    const id = await probe.run();
    expect(await asmp(probe, "--run", id, "skip_ahead")).toEqual({
      code: 0,
      stdout: "All done\nProceed.\ndone\n",
      stderr: "",
    });
  });

  it("toolcli asmp runs nothing of a run that has ended", async () => {
    // Defect 11: the reference's sessions of such workflows never end.
    const id = await wizard.run(["start"], ["save", { value: "v" }], ["confirm"]);
    expect(await asmp(wizard, "--run", id, "confirm")).toEqual({
      code: 2,
      stdout: "",
      stderr: 'Error: the run has ended in state "DONE"\n',
    });
    expect(await asmp(wizard, "--run", id)).toEqual({
      code: 0,
      stdout: "Configuration applied.\ndone\n",
      stderr: "",
    });
  });

  it("toolcli asmp gives help and schemas of the state", async () => {
    const id = await probe.run();
    const help = await asmp(probe, "--run", id, "help", "go");
    expect(help.code).toBe(0);
    expect(help.stdout).toContain(
      `toolcli asmp ${probe.url} --run ${id} go --a <string> --n <number>\n`,
    );
    const schema = await asmp(probe, "--run", id, "schema", "go");
    expect(JSON.parse(schema.stdout).required).toEqual(["a", "n"]);
    expect((await asmp(probe, "--run", id, "help")).stdout)
      .toContain("- `third`: Third! (key 3)\n- `go`: Go on from INIT\n");
  });

  const usage: [string, string[], string][] = [
    ["not-a-url", ["not-a-url", "--new"], '"not-a-url" is not an address of HTTP'], // row 84
    ["file", ["file:///etc/passwd", "--new"], '"file:///etc/passwd" is not an address of HTTP'],
    ["no address", ["--new"], "asmp needs the address of a server"],
    ["both", ["http://h", "--new", "--run", "r"], "give --new or --run, not both"],
    [
      "no run",
      ["http://h", "go"],
      "give --new to start a run, or --run ID to go on with one",
    ],
    ["data alone", ["http://h", "--run", "r", "--data", "{}"], "--data is for --new"],
    ["data", ["http://h", "--new", "--data", "[1]"], "--data takes a JSON object: no object"],
    [
      "member twice",
      ["http://h", "--new", "--data", '{"a":1,"a":2}'],
      '--data takes a JSON object: member "a" is given twice',
    ],
    ["no id", ["http://h", "--run"], "--run needs a value"],
    [
      "a header",
      ["http://h", "--new", "--header", "x"],
      '--header takes "Name: value": there is no colon in it',
    ],
    [
      "a variable",
      ["http://h", "--new", "--header", "A: ${NOT_SET_ANYWHERE}"],
      "--header: variable NOT_SET_ANYWHERE is not set",
    ],
    [
      "an option without a command",
      ["http://h", "--new", "--ask"],
      '"--ask" is an option of a command, and there is none',
    ],
  ];
  for (const [name, words, message] of usage) {
    it(`toolcli asmp refuses a command line: ${name}`, async () => {
      expect(await toolcli(["asmp", ...words])).toEqual({
        code: 2,
        stdout: "",
        stderr: `toolcli: ${message}\nRun \`toolcli --help\` for usage.\n`,
      });
    });
  }

  it("toolcli asmp says how a run is named, and creates nothing", async () => {
    await using server = stub(() => Response.json(frame()));
    const { code, stdout, stderr } = await toolcli(["asmp", server.url]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(
      /^toolcli: give --new to start a run, or --run ID to go on with one\n\nDrive a run of /,
    );
    expect(stderr).toContain("--new            start a run, and print its id");
    expect((await toolcli(["asmp", server.url, "help"])).code).toBe(0);
    expect(server.log).toEqual([]);
  });

  it("toolcli asmp sends headers, and repeats them as they were typed", async () => {
    await using server = stub(() => Response.json(frame()));
    const header = "Authorization: Bearer ${ASMP_TEST_TOKEN}";
    const { stdout } = await toolcli(["asmp", server.url, "--new", "--header", header], {
      env: { ASMP_TEST_TOKEN: "s3cret" },
    });
    expect(server.requests.map(({ headers }) => headers.get("authorization")))
      .toEqual(["Bearer s3cret", "Bearer s3cret"]);
    expect(stdout).not.toContain("s3cret");
    expect(stdout).toContain(
      `  toolcli asmp ${server.url} --header 'Authorization: Bearer \${ASMP_TEST_TOKEN}' --run r1 go\n`,
    );
  });

  it("toolcli asmp says that a server cannot be reached", async () => {
    // Rows 83 and 85.
    const server = live(f3());
    const id = await server.run();
    await server.close();
    for (const words of [["--new"], ["--run", id], ["--run", id, "start"]]) {
      const { code, stdout, stderr } = await asmp(server, ...words);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^Error: Connect failed: "[^"]+": nothing listens there: [^\n]+\n$/);
    }
  });

  it("toolcli asmp says what the server says of a run that it has not", async () => {
    expect(await asmp(wizard, "--run", "constructor", "start")).toEqual({
      code: 2,
      stdout: "",
      stderr: "Error: Run not found\n",
    });
  });

  it("toolcli asmp shows a server's hint as it came, with what can be typed", async () => {
    const hint = "Not on a Friday.\n\u001b[31mReally.";
    await using server = stub(({ url }) =>
      url.endsWith("/go") ? Response.json({ hint }, { status: 403 }) : Response.json(frame())
    );
    expect(await toolcli(["asmp", server.url, "--run", "r1", "go"])).toEqual({
      code: 2,
      stdout: `Next:\n  toolcli asmp ${server.url} --run r1 go\n`,
      stderr: `Error: ${hint}\n`,
    });
  });

  it("toolcli asmp follows a server that believes to be elsewhere", async () => {
    // Defect 18.
    const server = live(f3({ baseUrl: "http://localhost:3000" }));
    const id = await server.run();
    expect((await asmp(server, "--run", id, "start")).code).toBe(0);
    expect(JSON.parse(await server.text(id)).state).toBe("CONFIGURE");
    await server.close();
  });

  it("toolcli run takes a run as a source", async () => {
    const id = await wizard.run(["start"]);
    const source = `asmp+${wizard.url}/runs/${id}`;
    expect(await toolcli(["run", source, "save", "--value", "x"])).toEqual({
      code: 0,
      stdout: `Apply configuration?
Confirm to apply or cancel.
  1. Yes, apply (confirm) [y]
  2. No, cancel (cancel) [n]

Next:
  toolcli run ${source} confirm
  toolcli run ${source} cancel
`,
      stderr: "",
    });
  });

  it("toolcli asmp gives up on an endless answer", async () => {
    const chunk = new Uint8Array(1 << 20).fill(0x20);
    await using server = stub(() =>
      new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }))
    );
    expect(await toolcli(["asmp", server.url, "--new"])).toEqual({
      code: 1,
      stdout: "",
      stderr: `Error: Invalid reply from "${server.url}/runs": it is larger than 16777216 bytes\n`,
    });
  });
});

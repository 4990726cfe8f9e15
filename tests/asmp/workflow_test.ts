import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import {
  type CliHook,
  type CliOption,
  type RunStatus,
  type ToolOptions,
  type Work,
  Workflow,
} from "../../asmp/mod.ts";
import { humanize } from "../../asmp/_humanize.ts";
import { f1, f2, f3, f8, f9 } from "./fixtures.ts";
import { serve } from "./_server.ts";

const one = () => new Workflow("one", { initial: "S" }).transition("S", "a", "T");

describe("Workflow", () => {
  it("Workflow shows its states and transitions", () => {
    const workflow = f1({ baseUrl: "http://127.0.0.1:3000/api//" });
    expect(workflow.id).toBe("test-wf");
    expect(workflow.initial).toBe("INIT");
    expect(workflow.baseUrl).toBe("http://127.0.0.1:3000/api");
    expect([...workflow.states.keys()]).toEqual(["INIT", "DONE"]);
    expect(workflow.transitions).toEqual([{ from: "INIT", action: "start", to: "DONE" }]);
    expect(workflow.states.get("INIT")?.transitions).toEqual(workflow.transitions);
    expect(workflow.states.get("DONE")?.hint).toBe("Done");
  });

  const refused: [string, () => unknown, string][] = [
    [
      "an id with capitals",
      () => new Workflow("Test", { initial: "S" }),
      'Invalid workflow id "Test": expected two or more lower-case letters, digits and dashes, no dash at an end',
    ],
    ["an id of one letter", () => new Workflow("w", { initial: "S" }), 'Invalid workflow id "w": '],
    ["an id that ends with a dash", () => new Workflow("w-", { initial: "S" }), "Invalid workflow"],
    [
      "a state in lower case",
      () => new Workflow("wf", { initial: "start" }),
      'Invalid state "start": expected upper-case letters, digits and underscores, a letter first',
    ],
    ["a state to go to", () => one().transition("S", "b", "T-U"), 'Invalid state "T-U": '],
    ["a state of a hint", () => one().hint("_S", "Go"), 'Invalid state "_S": '],
    ["no action", () => one().transition("S", "", "T"), "Invalid action: it is empty"],
    [
      "a status",
      () => one().status("S", "done" as RunStatus),
      'Invalid status "done": expected one of active, processing, awaiting_input, completed, failed',
    ],
    [
      "expects that are a schema",
      () => one().transition("S", "b", "T", { expects: { a: { type: "string" } as never } }),
      'Invalid type of field "a": expected a string, got object',
    ],
    [
      "a misspelt member of a hook",
      () => one().cli("S", { inputHint: "x" } as CliHook),
      'Unknown member "inputHint": expected one of prompt, hint, options, input_hint',
    ],
    [
      "null in a hook",
      () => one().cli("S", { prompt: null } as unknown as CliHook),
      "Invalid prompt: expected a string, got null",
    ],
    [
      "an option without a label",
      () => one().cli("S", { options: [{ action: "a" } as CliOption] }),
      "Invalid label of option 1: expected a string, got undefined",
    ],
    [
      "keys that are a number",
      () =>
        one().cli("S", { options: [{ action: "a", label: "A", keys: 1 as unknown as string }] }),
      "Invalid keys of option 1: expected a string, got number",
    ],
    [
      "whether it is critical as a text",
      () => one().transition("S", "b", "T", { critical: "yes" as unknown as boolean }),
      "Invalid critical: expected a boolean, got string",
    ],
    [
      "a tool without a handler",
      () => one().tool("S", "t", {} as ToolOptions),
      "Invalid handler: expected a function, got undefined",
    ],
    [
      "a description that is no text",
      () => one().tool("S", "t", { description: 1 as unknown as string, handler: () => 1 }),
      "Invalid description: expected a string, got number",
    ],
    [
      "a media type that is no text",
      () => one().resource("S", "r", { mimeType: null as unknown as string, handler: () => 1 }),
      "Invalid mimeType: expected a string, got null",
    ],
    [
      "a version that is no text",
      () => one().skill("S", "s", { version: 2 as unknown as string }),
      "Invalid version: expected a string, got number",
    ],
    [
      "work that is none",
      () => one().work("S", "a" as unknown as Work),
      "Invalid work: expected a function, got string",
    ],
    ["a base URL", () => new Workflow("wf", { initial: "S", baseUrl: "x" }), "Invalid URL"],
  ];
  for (const [name, define, message] of refused) {
    it(`Workflow refuses ${name}`, () => expect(define).toThrow(message));
  }

  it("Workflow takes the second hook of a state in place of the first", async () => {
    await using server = serve(f2().cli("INIT", { prompt: "Well?" }));
    const { json } = await server.call(`GET /runs/${await server.run()}/cli`);
    expect([json.prompt, json.hint]).toEqual(["Well?", "Start or skip."]);
  });

  it("Workflow keeps both options of an action, as they are", async () => {
    const options = [
      { action: "a", label: "One", keys: "1", colour: "red" },
      { action: "a", label: "Two" },
    ];
    await using server = serve(one().cli("S", { options }));
    expect((await server.call(`GET /runs/${await server.run()}/cli`)).json.options).toEqual(
      options,
    );
  });

  it("Workflow makes labels readable where it is told to", async () => {
    const workflow = new Workflow("wf", { initial: "S", humanize: true })
      .transition("S", "submit_doc", "T")
      .transition("S", "skip_it", "T")
      .cli("S", { options: [{ action: "skip_it", label: "skip_it" }] });
    await using server = serve(workflow);
    expect((await server.call(`GET /runs/${await server.run()}/cli`)).json.options).toEqual([
      { action: "skip_it", label: "skip_it" },
      { action: "submit_doc", label: "Submit doc" },
    ]);
  });
});

describe("humanize()", () => {
  const names: [string, string][] = [
    ["submit_doc", "Submit doc"],
    ["mergeOK", "Merge OK"],
    ["run-lint", "Run lint"],
    ["a.b", "A b"],
    ["Start", "Start"],
    ["NASA_launch", "NASA launch"],
    ["plan_B", "Plan B"],
    ["éclair_au_café", "Éclair au café"],
    ["__", "__"],
    ["", ""],
  ];
  for (const [name, label] of names) {
    it(`humanize() reads ${JSON.stringify(name)}`, () => expect(humanize(name)).toBe(label));
  }
});

describe("Workflow.lint()", () => {
  const three = (options: CliOption[]) =>
    new Workflow("wf", { initial: "S" })
      .transition("S", "a", "T").transition("S", "b", "T").transition("S", "c", "T")
      .cli("S", { options });
  const lints: [string, Workflow, string[]][] = [
    ["nothing in the wizard", f3(), []],
    ["an option without a transition", f9(), [
      'State "S": option "zz" has no transition and is not shown',
    ]],
    ["a digit that is another's number", f8(), [
      'State "INIT": option "ghost" has no transition and is not shown',
      'State "INIT": option "third": key "3" is not its own number 1',
    ]],
    [
      "the same keys twice, however they are written",
      three([{ action: "a", label: "A", keys: "Down  Enter" }, {
        action: "b",
        label: "B",
        keys: " down enter",
      }]),
      ['State "S": options "a" and "b" have the same keys "down enter"'],
    ],
    ["what is no key", three([{ action: "a", label: "A", keys: "y return f13" }]), [
      'State "S": option "a": "f13" is no key',
    ]],
    ["nothing wrong with characters", three([{ action: "a", label: "A", keys: "é" }]), []],
  ];
  for (const [name, workflow, problems] of lints) {
    it(`Workflow.lint() finds ${name}`, () => expect(workflow.lint()).toEqual(problems));
  }
});

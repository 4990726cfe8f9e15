import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { Ajv } from "ajv";
import SCHEMA from "../../asmp/cli_schema.json" with { type: "json" };
import { MemoryStore } from "../../asmp/mod.ts";
import { f1, f2, f3, f4, f5, f6, f7, f8, f9 } from "./fixtures.ts";
import { cliProblems } from "./_schemas.ts";
import { serve } from "./_server.ts";

const shipped = new Ajv().compile(SCHEMA);

describe("the schema of the CLI object", () => {
  // Row 100, and 2.2.
  const values: [string, unknown, boolean][] = [
    ["another member", { x: 1 }, false],
    ["an option without a label", { options: [{ action: "a" }] }, false],
    ["an option without an action", { options: [{ label: "a" }] }, false],
    ["keys that are a number", { options: [{ action: "a", label: "A", keys: 1 }] }, false],
    ["null for a prompt", { prompt: null }, false],
    ["an array", [], false],
    ["nothing", {}, true],
    ["more in an option", { options: [{ action: "a", label: "A", more: 1 }] }, true],
    ["all members", {
      prompt: "",
      hint: "h",
      options: [{ action: "a", label: "A", keys: "y" }],
      input_hint: "i",
      run_id: "r",
    }, true],
  ];
  for (const [name, value, valid] of values) {
    it(`cli_schema.json ${valid ? "takes" : "refuses"} ${name}`, () => {
      expect(shipped(value)).toBe(valid);
      // The one that all other tests use says the same.
      expect(cliProblems(value).length === 0).toBe(valid);
    });
  }

  for (const make of [f1, f2, f3, f4, f5, f6, f7, f8, f9]) {
    const workflow = make();
    it(`createHandler() shows every state of ${workflow.id}, failed or not`, async () => {
      const store = new MemoryStore();
      // Work that another process may be at is not begun.
      await using server = serve(workflow, { store: Object.assign(store, { shared: true }) });
      for (const state of workflow.states.keys()) {
        for (const failure of [undefined, "Error: no"]) {
          const id = crypto.randomUUID();
          const run = { workflow: workflow.id, state, data: "{}", milestones: [], failure };
          await store.create(id, run);
          const frame = await server.frame(id);
          const { status, json } = await server.call(`GET /runs/${id}/cli`);
          expect([status, shipped(json), json.run_id]).toEqual([200, true, id]);
          const actions = json.options.map(({ action }: { action: string }) => action);
          expect(actions.sort()).toEqual(frame.next_states.map(({ action }) => action).sort());
          expect(frame.status === "failed").toBe(failure !== undefined || state === "FAILED");
        }
      }
    });
  }
});

import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { defineTool } from "../../agenttool/mod.ts";
import { Runner } from "../../cli/mod.ts";
import { prompt } from "../../prompt/prompt.ts";

/** The specification's `delete`, which asks twice. */
const remove = defineTool({
  name: "delete",
  async execute(_args, call) {
    const sure = await call.ask({ message: "Delete the branch?" });
    if (sure.action !== "accept") return "kept";
    const why = await call.ask({
      message: "Why?",
      schema: {
        type: "object",
        properties: { reason: { type: "string" }, days: { type: "integer" } },
        required: ["reason"],
      },
    });
    if (why.action !== "accept") throw new Error("not deleted: no reason given");
    return `deleted: ${JSON.stringify(why.content)}`;
  },
});

const ROWS: [typed: string, status: number, stdout: string, stderr: string][] = [
  ["y\n\nmerged\n7\n", 0, 'deleted: {"reason":"merged","days":7}\n', ""],
  ["y\nmerged\n\n", 0, 'deleted: {"reason":"merged"}\n', ""],
  ["\n", 0, "kept\n", ""],
  ["", 0, "kept\n", ""],
  ["y\n!decline\n", 1, "", "Error: not deleted: no reason given\n"],
  ["y\n", 1, "", "Error: not deleted: no reason given\n"],
];

describe("prompt() in a Runner", () => {
  for (const [typed, status, stdout, stderr] of ROWS) {
    it(`prompt() answers the questions of a call with ${JSON.stringify(typed)}`, async () => {
      const out = collector(), err = collector(), asked = collector();
      const runner = new Runner({
        name: "kit",
        tools: [remove],
        ask: prompt(new Blob([typed]).stream(), asked.stream),
        stdout: out.stream,
        stderr: err.stream,
      });
      expect(await runner.run(["delete"])).toBe(status);
      expect([out.text(), err.text()]).toEqual([stdout, stderr]);
      expect(asked.text()).toContain("Delete the branch?\nContinue? [y/N] ");
    });
  }

  it("prompt() shows the specification's texts", async () => {
    const out = collector(), asked = collector();
    const runner = new Runner({
      name: "kit",
      tools: [remove],
      ask: prompt(new Blob(["y\n\nmerged\n7\n"]).stream(), asked.stream),
      stdout: out.stream,
      stderr: out.stream,
    });
    await runner.run(["delete"]);
    expect(asked.text()).toBe(
      "Delete the branch?\nContinue? [y/N] Why?\nType !decline or !cancel to end the form.\n" +
        "reason (string): An answer is required.\nreason (string): days (integer, optional): ",
    );
  });
});

/** A stream that keeps what is written. */
function collector() {
  let text = "";
  const stream = new WritableStream<Uint8Array>({
    write: (bytes) => void (text += new TextDecoder().decode(bytes)),
  });
  return { stream, text: () => text };
}

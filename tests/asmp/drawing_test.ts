/** The drawing of a workflow, and its mermaid text: spec/asmp.md 3.9. */

import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { drawing } from "../../asmp/_drawing.ts";
import { mermaid } from "../../asmp/_mermaid.ts";
import { Workflow } from "../../asmp/mod.ts";
import { f6, f8 } from "./fixtures.ts";
import { serve } from "./_server.ts";

const HOSTILE = `<img src=x> "q" &lt; \\N | ]`;

/** A workflow of a hundred steps, in a circle. */
function large(): Workflow {
  const workflow = new Workflow("large-wf", { initial: "S0" });
  for (let i = 0; i < 100; i++) workflow.transition(`S${i}`, `go_${i}`, `S${(i + 1) % 100}`);
  return workflow;
}

describe("mermaid()", () => {
  it("gives a line for each transition, and rounds the ends", () => {
    expect(mermaid(f6())).toBe(`flowchart LR
  start([Start]) --> INITIAL
  INITIAL -->|start| UPLOAD
  UPLOAD -->|submit_doc| ANALYZING
  ANALYZING -->|complete_analysis| REVIEW
  REVIEW -->|approve| COMPLETED
  REVIEW -->|reject| FAILED
  COMPLETED(COMPLETED)
  FAILED(FAILED)
`);
  });

  it("marks critical transitions and the current state", () => {
    const text = mermaid(f8(), "BUSY");
    expect(text).toContain("\n  INIT -->|skip_ahead *| DONE\n");
    expect(text).toMatch(/\n {2}classDef current \S+\n {2}class BUSY current\n$/);
    expect(mermaid(f8(), "NOWHERE")).not.toContain("current");
  });

  it("quotes what could be read as syntax", () => {
    const workflow = new Workflow("hostile-wf", { initial: "A" }).transition("A", HOSTILE, "B");
    expect(mermaid(workflow)).toContain(
      '\n  A -->|"#60;img src=x#62; #34;q#34; #38;lt; \\N | ]"| B\n',
    );
  });
});

describe("drawing()", () => {
  it("draws each state and transition once, and marks the current state", async () => {
    const workflow = f6();
    const svg = await drawing(workflow, "REVIEW");
    expect(svg.match(/class="node/g)?.length).toBe(7); // 6 and the start
    expect(svg.match(/class="edge/g)?.length).toBe(6);
    expect(svg).toMatch(/class="node current">\s*<title>REVIEW<\/title>/);
    expect(svg.match(/current/g)?.length).toBe(1);
    expect(svg).toContain('aria-label="The workflow, in state REVIEW"');
    expect(await drawing(workflow)).not.toContain("current");
    expect(await drawing(workflow, "NOWHERE")).not.toContain("current");
  });

  it("writes labels as the texts that they are", async () => {
    const workflow = new Workflow("hostile-wf", { initial: "A" }).transition("A", HOSTILE, "B");
    const svg = await drawing(workflow);
    expect(svg).toContain("> &lt;img src=x&gt; &quot;q&quot; &amp;lt; \\N | ] </text>");
    expect(svg).not.toContain("<img");
  });

  it("draws what was added since", async () => {
    const workflow = new Workflow("grows-wf", { initial: "A" });
    expect(await drawing(workflow)).not.toContain(">B<");
    workflow.transition("A", "go", "B");
    expect(await drawing(workflow, "B")).toContain(">B<");
  });

  it("draws of a large workflow what touches the state", async () => {
    const svg = await drawing(large(), "S50");
    const states = [...svg.matchAll(/<title>(S\d+)<\/title>/g)].map(([, name]) => name);
    expect(states.toSorted()).toEqual(["S49", "S50", "S51"]);
  });
});

describe("GET /visualize", () => {
  it("answers row 55 with a page without a script, and without addresses", async () => {
    const workflow = new Workflow("abc-wf", { initial: "A" })
      .transition("A", "x", "B").transition("B", "y", "C");
    await using served = serve(workflow);
    const id = await served.run("x");
    const { text, headers } = await served.call(`GET /visualize?run_id=${id}`);
    expect(text).toContain("flowchart LR\n  start([Start]) --> A\n  A -->|x| B\n");
    expect(text).toContain("\n  class B current\n");
    expect(text).toMatch(/class="node current">\s*<title>B<\/title>/);
    expect(text).not.toContain("<script");
    expect(text.replaceAll(/ xmlns(?::\w+)?="[^"]*"/g, "")).not.toContain("//");
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-\S{44}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    for (const unknown of ["", "?run_id=nope", "?run_id=constructor"]) {
      const plain = await served.call(`GET /visualize${unknown}`);
      expect([plain.status, plain.text.includes("class B current")]).toEqual([200, false]);
    }
  });
});

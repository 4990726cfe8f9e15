import { Workflow, type WorkflowOptions } from "../../asmp/mod.ts";

/** What a fixture may be made with beside what the specification gives it. */
export type FixtureOptions = Partial<WorkflowOptions>;

/** F1: one step. */
export function f1(options: FixtureOptions = {}): Workflow {
  return new Workflow("test-wf", { initial: "INIT", ...options })
    .transition("INIT", "start", "DONE")
    .hint("INIT", "Start")
    .hint("DONE", "Done");
}

/** F2: two ways, with a hook. */
export function f2(options: FixtureOptions = {}): Workflow {
  return new Workflow("wf-cli", { initial: "INIT", ...options })
    .transition("INIT", "start", "DONE")
    .transition("INIT", "skip", "DONE")
    .hint("INIT", "Start or skip.")
    .cli("INIT", {
      prompt: "What do you want to do?",
      hint: "Pick start or skip.",
      options: [
        { action: "start", label: "Start workflow", keys: "1" },
        { action: "skip", label: "Skip", keys: "2" },
      ],
    });
}

/** F3: the configuration wizard. */
export function f3(options: FixtureOptions = {}): Workflow {
  return new Workflow("config-wizard-v1", { initial: "INITIAL", ...options })
    .transition("INITIAL", "start", "CONFIGURE")
    .transition("CONFIGURE", "save", "CONFIRM", { expects: { value: "string" } })
    .transition("CONFIRM", "confirm", "DONE")
    .transition("CONFIRM", "cancel", "CANCELLED")
    .hint("INITIAL", "Start the config wizard.")
    .hint("CONFIGURE", "Enter a value and save.")
    .hint("CONFIRM", "Confirm to apply or cancel.")
    .hint("DONE", "Configuration applied.")
    .hint("CANCELLED", "Configuration cancelled.")
    .cli("INITIAL", {
      prompt: "Config wizard",
      hint: "Press 1 to start.",
      options: [{ action: "start", label: "Start wizard", keys: "1" }],
    })
    .cli("CONFIGURE", {
      prompt: "Set value",
      hint: "Enter your config value, then choose Save.",
      input_hint: "Value (string):",
      options: [{ action: "save", label: "Save", keys: "enter" }],
    })
    .cli("CONFIRM", {
      prompt: "Apply configuration?",
      hint: "Confirm to apply or cancel.",
      options: [
        { action: "confirm", label: "Yes, apply", keys: "y" },
        { action: "cancel", label: "No, cancel", keys: "n" },
      ],
    });
}

/** F4: two fields. */
export function f4(options: FixtureOptions = {}): Workflow {
  return new Workflow("fields-wf", { initial: "INIT", ...options })
    .transition("INIT", "go", "DONE", { expects: { a: "string", n: "number" } });
}

/** F5: a stage with a tool and a resource; `calls` gets the state of each call. */
export function f5(options: FixtureOptions = {}, calls: string[] = []): Workflow {
  return new Workflow("stage-wf", { initial: "INIT", ...options })
    .transition("INIT", "start", "LINT")
    .transition("LINT", "lint_done", "DONE", {
      expects: { passed: "boolean", issues: "number" },
    })
    .tool("LINT", "run_linter", {
      description: "Runs the linter",
      expects: { paths: "array" },
      handler: ({ state, body }) => {
        calls.push(state);
        return { passed: body.paths[0] !== "fail", issues: body.count ?? 0 };
      },
    })
    .resource("LINT", "lint-report", {
      name: "Lint report",
      mimeType: "application/json",
      handler: ({ data }) => ({ summary: "Lint report", data }),
    });
}

/** F6: a legal review. */
export function f6(options: FixtureOptions = {}): Workflow {
  return new Workflow("legal-review-v1", { initial: "INITIAL", ...options })
    .transition("INITIAL", "start", "UPLOAD")
    .transition("UPLOAD", "submit_doc", "ANALYZING", { expects: { file_url: "string" } })
    .transition("ANALYZING", "complete_analysis", "REVIEW")
    .transition("REVIEW", "approve", "COMPLETED")
    .transition("REVIEW", "reject", "FAILED", { expects: { reason: "string" } })
    .status("ANALYZING", "processing")
    .status("COMPLETED", "completed")
    .status("FAILED", "failed")
    .tool("UPLOAD", "validate_document", {
      expects: { file_url: "string" },
      handler: ({ body: { file_url } }) =>
        file_url === ""
          ? { valid: false, message: "file_url is empty" }
          : { valid: true, suggested_name: file_url.split("/").at(-1) },
    })
    .tool("ANALYZING", "run_analysis", {
      handler: ({ data }) => {
        data.risks = data.file_url.includes("confidential") ? ["confidential"] : [];
        return { risks: data.risks };
      },
    })
    .tool("REVIEW", "risk_summary", { handler: ({ data }) => ({ count: data.risks.length }) })
    .resource("UPLOAD", "upload_instructions", {
      mimeType: "text/plain",
      handler: () => "Send the URL of a PDF.",
    })
    .resource("ANALYZING", "analysis_status", { handler: () => ({ running: true }) })
    .resource("REVIEW", "audit_report", { handler: ({ data }) => ({ risks: data.risks }) });
}

/** F7: one step to an end that says so. */
export function f7(options: FixtureOptions = {}): Workflow {
  return new Workflow("two-step", { initial: "INIT", ...options })
    .transition("INIT", "start", "DONE")
    .status("DONE", "completed")
    .hint("DONE", "Done.");
}

/** F8: the probe, with work in BUSY in place of the reference's simulation. */
export function f8(options: FixtureOptions = {}): Workflow {
  return new Workflow("probe", { initial: "INIT", ...options })
    .transition("INIT", "go", "WORK", { expects: { a: "string", n: "number" } })
    .transition("INIT", "skip_ahead", "DONE", { critical: true })
    .transition("INIT", "third", "BUSY")
    .transition("BUSY", "fin", "DONE")
    .transition("WORK", "reject", "FAILED", { expects: { reason: "string" } })
    .transition("WORK", "approve", "DONE")
    .transition("WORK", "dup", "DONE")
    .transition("WORK", "dup", "FAILED")
    .status("BUSY", "processing")
    .status("DONE", "completed")
    .status("FAILED", "failed")
    .work("BUSY", async ({ milestone }) => {
      await milestone("BUSY");
      return "fin";
    })
    .cli("INIT", {
      options: [
        { action: "third", label: "Third!", keys: "3" },
        { action: "ghost", label: "Ghost" },
      ],
    })
    .cli("WORK", { prompt: "", hint: "", input_hint: "Reason:" })
    .cli("DONE", { prompt: "All done" })
    .skill("WORK", "s", { contextSummary: "ctx" })
    .tool("WORK", "echo", { handler: ({ body }) => body })
    .tool("WORK", "boom", {
      handler: () => {
        throw new Error("kaboom");
      },
    })
    .resource("WORK", "txt", { mimeType: "text/markdown", handler: () => "# Text" })
    .resource("WORK", "nomime", { handler: () => "plain" })
    .resource("WORK", "js", { handler: () => ({ js: true }) });
}

/** F9: options in an order of their own. */
export function f9(options: FixtureOptions = {}): Workflow {
  return new Workflow("order-wf", { initial: "S", ...options })
    .transition("S", "a", "T")
    .transition("S", "b", "T")
    .transition("S", "c", "T")
    .hint("S", "h")
    .cli("S", {
      options: [
        { action: "c", label: "See" },
        { action: "zz", label: "Z" },
        { action: "a", label: "Ay", keys: "enter" },
      ],
    });
}

// A pipeline as a workflow: tools and resources that only some states have, a state in which the
// server works, and an action to think about twice.
// Serve it: toolcli serve examples/ci_cd.ts --asmp --port 3000
// Drive it: toolcli asmp http://127.0.0.1:3000 --new --data '{"branch":"main"}'
// In your own program, import from "@x/toolcli/asmp".
import { serveWorkflow, Workflow } from "@x/toolcli/asmp";

/** How long each suite takes, in ms. */
const SUITE_MS = 300;

const pipeline = new Workflow("ci-cd-v1", { initial: "LINT" })
  .transition("LINT", "lint_done", "TEST", { expects: { passed: "boolean", issues: "integer?" } })
  .transition("TEST", "tests_passed", "REVIEW")
  .transition("TEST", "tests_failed", "FAILED")
  .transition("REVIEW", "deploy", "DEPLOYED", { expects: { target: "string" }, critical: true })
  .transition("REVIEW", "reject", "FAILED", { expects: { reason: "string" } })
  .status("DEPLOYED", "completed")
  .status("FAILED", "failed")
  .hint("LINT", "Run the linter on what has changed, then say how it went.")
  .hint("TEST", "The tests are running.")
  .hint("REVIEW", "Read the test report, then deploy or reject.")
  .hint("DEPLOYED", "The branch is live.")
  .hint("FAILED", "The branch is not deployed.")
  .cli("REVIEW", {
    prompt: "Deploy?",
    options: [
      { action: "deploy", label: "Deploy it", keys: "d" },
      { action: "reject", label: "Send it back", keys: "r" },
    ],
  })
  .tool("LINT", "run_linter", {
    description: "Lint files: a path with a blank in it is an issue.",
    expects: { paths: "array" },
    handler: ({ body, data }) => {
      const issues = body.paths.filter((path: string) => path.includes(" ")).length;
      data.linted = body.paths;
      return { passed: issues === 0, issues };
    },
  })
  .resource("LINT", "rules", {
    name: "What the linter looks for",
    mimeType: "text/markdown",
    handler: () => "- a path has no blanks\n",
  })
  .work("TEST", async ({ data, milestone, signal }) => {
    const suites = ["unit", "integration"];
    for (const suite of suites) {
      await new Promise((resolve) => setTimeout(resolve, SUITE_MS));
      signal.throwIfAborted();
      await milestone(`${suite} tests`);
    }
    data.report = { suites, passed: data.passed };
    return data.passed ? "tests_passed" : "tests_failed";
  })
  .resource("REVIEW", "report", {
    name: "Test report",
    handler: ({ data }) => data.report,
  });

export default pipeline;

if (import.meta.main) {
  const port = Number(Deno.args[0] ?? 3000);
  const { url } = serveWorkflow(pipeline, { port });
  console.error(`Serving on ${url}`);
}

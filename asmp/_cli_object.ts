import { humanize } from "./_humanize.ts";
import { hintOf, stateOf } from "./_frame.ts";
import type { Run } from "./store.ts";
import { type CliOption, DEFAULT_PROMPT } from "./wire.ts";
import type { Workflow } from "./workflow.ts";
import type { WorkflowState } from "./workflow_state.ts";

/** What was said of a state, without the run's id at the end: states never change. */
const texts: WeakMap<WorkflowState, string> = new WeakMap();

/**
 * How a client shows a run, as JSON text: what the author said, and defaults for the rest. See
 * spec/asmp.md 5.
 *
 * @param workflow The workflow.
 * @param runId The run's id.
 * @param run The run.
 * @returns The text of a CLI object, with one option for each thing that may be done.
 */
export function cliText(workflow: Workflow, runId: string, run: Run): string {
  const state = stateOf(workflow, run);
  // Why its work failed is the run's own.
  const shared = run.failure === undefined;
  let text = shared ? texts.get(state) : undefined;
  if (text === undefined) {
    const { cli: { prompt = DEFAULT_PROMPT, hint = hintOf(workflow, run), input_hint } = {} } =
      state;
    const options = cliOptions(workflow, run.state);
    text = JSON.stringify({ prompt, hint, options, input_hint }).slice(0, -1);
    if (shared) texts.set(state, text);
  }
  return `${text},"run_id":${JSON.stringify(runId)}}`;
}

/** The author's options that have a transition, in his order, then the other transitions. */
export function cliOptions(workflow: Workflow, name: string): CliOption[] {
  const state = workflow.states.get(name);
  const actions = (state?.transitions ?? []).map(({ action }) => action);
  const options = (state?.cli?.options ?? []).filter(({ action }) => actions.includes(action));
  const shown = new Set(options.map(({ action }) => action));
  const rest = actions
    .filter((action) => !shown.has(action))
    .map((action) => ({ action, label: workflow.humanize ? humanize(action) : action }));
  return [...options, ...rest];
}

import { humanize } from "./_humanize.ts";
import type { CliObject, CliOption } from "./wire.ts";
import type { Workflow } from "./workflow.ts";

/** What is shown above the options where the author says nothing. */
const PROMPT = "Choose an action";

/**
 * How a client shows a run in a state: what the author said, and defaults for the rest. See
 * spec/asmp.md 5.
 *
 * @param workflow The workflow.
 * @param name The state.
 * @param hint The hint of the run's frame.
 * @param runId The run.
 * @returns The object, one option for each thing that may be done.
 */
export function cliObject(
  workflow: Workflow,
  name: string,
  hint: string,
  runId: string,
): CliObject {
  const hook = workflow.states.get(name)?.cli;
  const object: CliObject = {
    prompt: hook?.prompt ?? PROMPT,
    hint: hook?.hint ?? hint,
    options: cliOptions(workflow, name),
  };
  if (hook?.input_hint !== undefined) object.input_hint = hook.input_hint;
  object.run_id = runId;
  return object;
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

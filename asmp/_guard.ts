import type { Run } from "./store.ts";
import type { Transition } from "./workflow_state.ts";

/**
 * Asks the guard of a transition.
 *
 * @param transition The transition.
 * @param runId The run.
 * @param run What is kept of it.
 * @param body The JSON text of what was sent.
 * @returns Why the transition is refused; nothing where it is not.
 */
export async function rejection(
  { guard, action }: Transition,
  runId: string,
  { state, data, milestones }: Run,
  body: string,
): Promise<string | undefined> {
  if (!guard) return undefined;
  const context = { runId, state, data: JSON.parse(data), milestones, body: JSON.parse(body) };
  const answer = await guard(context);
  if (answer === false) return `Transition '${action}' is not allowed now.`;
  return typeof answer === "string" ? answer : undefined;
}

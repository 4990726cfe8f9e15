import type { CliObject, CliOption, StateFrame } from "./wire.ts";

/** What was typed means several options. */
export class AmbiguousChoiceError extends Error {
  /** The class's name. */
  override name = "AmbiguousChoiceError";

  /**
   * Makes the error.
   *
   * @param typed What was typed.
   * @param actions The actions that it may mean.
   */
  constructor(readonly typed: string, readonly actions: readonly string[]) {
    const means = actions.map((action) => JSON.stringify(action)).join(" or ");
    super(`${JSON.stringify(typed)} may mean ${means}: type the action`);
  }
}

/**
 * The options of a run: those that the server shows and that there are, in its order, then the
 * actions that it does not show. See spec/asmp.md 5.3; not every server merges them.
 *
 * @param frame The run's frame.
 * @param cli What the server shows.
 * @returns The options.
 */
export function optionsOf({ next_states }: StateFrame, { options = [] }: CliObject): CliOption[] {
  const actions = new Set(next_states.map(({ action }) => action));
  const shown = options.filter(({ action }) => actions.has(action));
  for (const { action } of shown) actions.delete(action);
  return [...shown, ...[...actions].map((action) => ({ action, label: action }))];
}

/**
 * Finds the option that a person means: by its number, its action, its keys (in any case) or its
 * label (in any case), in that order. See spec/asmp.md 10.
 *
 * @param options The options.
 * @param typed What was typed.
 * @returns The action; nothing where none is meant.
 * @throws {AmbiguousChoiceError} Where several are.
 */
export function pick(options: readonly CliOption[], typed: string): string | undefined {
  const text = normal(typed);
  if (text === "") return undefined;
  if (/^\d+$/.test(text)) {
    const option = options[Number(text) - 1];
    if (option) return option.action;
  }
  const exact = options.find(({ action }) => action === typed.trim());
  if (exact) return exact.action;
  for (const name of ["keys", "label"] as const) {
    const found = options.filter((option) => normal(option[name] ?? "") === text);
    const actions = [...new Set(found.map(({ action }) => action))];
    if (actions.length > 1) throw new AmbiguousChoiceError(typed.trim(), actions);
    if (actions[0] !== undefined) return actions[0];
  }
}

function normal(text: string): string {
  return text.trim().replace(/\s+/g, " ").toLowerCase();
}

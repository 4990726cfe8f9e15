import type { Tool } from "./tool.ts";

/**
 * Asks anew for a list of tools that is known from an earlier time.
 *
 * @param name The tool that somebody looks for, or knows otherwise than the list does.
 * @param signal Ends the asking.
 * @returns All tools of the list as they are now, which are closed with those before them; nothing
 * where no such tool can be had.
 * @throws {Error} Where nothing can be learnt.
 */
export type Renew = (name: string, signal?: AbortSignal) => Promise<readonly Tool[] | undefined>;

/**
 * Watches where a list of tools comes from, without starting it.
 *
 * @param changed Is given all tools each time they are others; they are closed with those before.
 * @returns Ends the watch.
 */
export type Watch = (changed: (tools: Tool[]) => void) => () => void;

interface Known {
  readonly tools: readonly Tool[];
  readonly renew?: Renew;
  readonly watch?: Watch;
}

const LISTS = new WeakMap<Iterable<Tool>, Known>();

/**
 * Marks a list as one that may be out of date. What somebody makes of it, as by leaving tools out,
 * is another list: what that had to leave out is not known here.
 *
 * @param tools The list.
 * @param renew Asks anew for it.
 * @returns The list.
 */
export function renewable(tools: Tool[], renew: Renew): Tool[] {
  LISTS.set(tools, { ...LISTS.get(tools), tools: [...tools], renew });
  return tools;
}

/**
 * Marks a list as one that may change by itself.
 *
 * @param tools The list.
 * @param watch Watches where it comes from.
 * @returns The list.
 */
export function watchable(tools: Tool[], watch: Watch): Tool[] {
  LISTS.set(tools, { ...LISTS.get(tools), tools: [...tools], watch });
  return tools;
}

/**
 * Finds out whether a list may be out of date.
 *
 * @param tools The list.
 * @returns What asks anew for it; nothing where it cannot be, or was changed.
 */
export function renewalOf(tools: Iterable<Tool>): Renew | undefined {
  return knownOf(tools)?.renew;
}

/**
 * Finds out whether a list may change by itself.
 *
 * @param tools The list.
 * @returns What watches where it comes from; nothing where it cannot be, or the list was changed.
 */
export function watchOf(tools: Iterable<Tool>): Watch | undefined {
  return knownOf(tools)?.watch;
}

function knownOf(tools: Iterable<Tool>): Known | undefined {
  const known = LISTS.get(tools);
  if (!known) return undefined;
  const now = [...tools];
  const same = now.length === known.tools.length &&
    now.every((tool, index) => tool === known.tools[index]);
  return same ? known : undefined;
}

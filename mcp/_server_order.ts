import type { Tool } from "../agenttool/tool.ts";

/** A call that holds its turn, or waits for it. */
interface Turn {
  readonly tool: Tool;
  readonly ended: Promise<void>;
}

/**
 * The order of calls over all sessions of a server, by the rules of a batch: a call of a
 * `sequential` tool runs alone, and calls of tools that hold one `resource` run one after the other;
 * always in the order in which they came.
 */
export class Order {
  readonly #turns = new Set<Turn>();

  /**
   * Runs a call when its turn comes.
   *
   * @param tool The tool.
   * @param signal Gives the turn up while the call waits for it.
   * @param run Runs the call; it also runs where the turn was given up.
   * @returns What `run` gives.
   */
  async run<T>(tool: Tool, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    const earlier = [...this.#turns]
      .filter((turn) => conflict(turn.tool, tool))
      .map((turn) => turn.ended);
    let end = () => {};
    const turn: Turn = { tool, ended: new Promise((resolve) => end = resolve) };
    this.#turns.add(turn);
    try {
      if (earlier.length > 0) await Promise.race([Promise.all(earlier), aborted(signal)]);
      return await run();
    } finally {
      this.#turns.delete(turn);
      end();
    }
  }
}

function conflict(one: Tool, other: Tool): boolean {
  if (one.sequential || other.sequential) return true;
  return !!one.resource && one.resource === other.resource;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

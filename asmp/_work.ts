import { changesOf, merge } from "./_data.ts";
import { missingFields } from "./_fields.ts";
import { stateOf } from "./_frame.ts";
import { rejection } from "./_guard.ts";
import { type Site, thrown } from "./_site.ts";
import type { Run, RunStore, StoredRun } from "./store.ts";
import type { Work, WorkContext } from "./workflow_state.ts";

/** The run has left the state, so nothing of its work is kept. */
class LeftError extends Error {}

/** Runs that this process works on. Several servers may have one store. */
const working: WeakMap<RunStore, Map<string, AbortController>> = new WeakMap();

/**
 * Begins the work of the state that a run is in, where there is some and nobody is at it.
 *
 * @param site The site of the run.
 * @param id Its id.
 * @param stored The run.
 */
export function beginWork(site: Site, id: string, { run }: StoredRun): void {
  const { work } = stateOf(site.workflow, run);
  if (!work || run.failure !== undefined || site.signal.aborted) return;
  const runs = working.get(site.store) ?? new Map<string, AbortController>();
  working.set(site.store, runs);
  if (runs.has(id)) return;
  const controller = new AbortController();
  runs.set(id, controller);
  const abort = () => controller.abort(site.signal.reason);
  site.signal.addEventListener("abort", abort);
  new Task(site, id, run, controller).perform(work).finally(() => {
    site.signal.removeEventListener("abort", abort);
    if (runs.get(id) === controller) runs.delete(id);
  }).then((next) => next && beginWork(site, id, next));
}

/**
 * Takes work up again that was cut off by the end of its process.
 *
 * @param site The site of the run.
 * @param id Its id.
 * @param stored The run.
 */
export function resumeWork(site: Site, id: string, stored: StoredRun): void {
  // Another process may be at it, and nothing would tell.
  if (!site.store.shared) beginWork(site, id, stored);
}

/**
 * Stops the work on a run, which has left its state.
 *
 * @param site The site of the run.
 * @param id Its id.
 */
export function endWork({ store }: Site, id: string): void {
  const runs = working.get(store);
  const controller = runs?.get(id);
  runs?.delete(id);
  controller?.abort(new LeftError("The run has left the state"));
}

/** One run in one state, worked on. */
class Task {
  /** The run's data, as it was when it was last compared. */
  #seen: string;
  readonly #context: WorkContext;

  constructor(
    readonly site: Site,
    readonly id: string,
    readonly run: Run,
    readonly controller: AbortController,
  ) {
    this.#seen = run.data;
    this.#context = {
      runId: id,
      state: run.state,
      data: JSON.parse(run.data),
      milestones: run.milestones,
      milestone: (name) => this.#milestone(name),
      signal: controller.signal,
    };
  }

  /** Does the work. Resolves with the run in its next state, where it came so far. */
  async perform(work: Work): Promise<StoredRun | undefined> {
    const stopWatching = await this.#watch();
    try {
      // What it does before its first await must not hold up the answer that tells of the state; and
      // states that lead to each other must not keep all else waiting.
      await new Promise((resolve) => setTimeout(resolve, 0));
      this.controller.signal.throwIfAborted();
      return await this.#take(await work(this.#context));
    } catch (error) {
      if (!this.controller.signal.aborted) await this.#fail(thrown(error));
    } finally {
      stopWatching();
    }
  }

  /** A store that others share may see the run leave by another process. */
  async #watch(): Promise<() => void> {
    const { site: { store, note }, id } = this;
    if (!store.shared) return () => {};
    try {
      const look = async () => {
        const stored = await store.get(id);
        if (stored?.run.state !== this.run.state) this.#leave();
      };
      const stop = await store.watch(id, () => void look().catch(() => {}));
      // It may have left before it was watched.
      await look();
      return stop;
    } catch (error) {
      note(`Cannot watch run ${id}: ${thrown(error)}`);
      return () => {};
    }
  }

  #leave(): LeftError {
    const error = new LeftError("The run has left the state");
    this.controller.abort(error);
    return error;
  }

  async #milestone(name: string): Promise<void> {
    const changes = changesOf(this.#seen, this.#context.data);
    await this.#write((run) => ({
      ...run,
      data: merge(run.data, changes),
      milestones: [...run.milestones, name],
    }));
    this.#seen = merge(this.#seen, changes);
  }

  async #take(action: string): Promise<StoredRun> {
    const { site: { workflow }, id, run: { state } } = this;
    const transition = stateOf(workflow, this.run).transitions.find((one) => one.action === action);
    if (!transition) {
      throw new Error(`The work of state "${state}" chose "${action}", which is no action of it`);
    }
    const missing = missingFields(
      transition.expects ?? {},
      (name) => Object.hasOwn(this.#context.data, name),
    );
    if (missing.length > 0) {
      throw new Error(
        `The work of state "${state}" chose "${action}" without data for ${missing.join(", ")}`,
      );
    }
    const changes = changesOf(this.#seen, this.#context.data);
    return await this.#write(async (run) => {
      const data = merge(run.data, changes);
      const reason = await rejection(transition, id, { ...run, data }, "{}");
      if (reason !== undefined) throw new Error(reason);
      return { workflow: run.workflow, state: transition.to, data, milestones: run.milestones };
    });
  }

  async #fail(reason: string): Promise<void> {
    const { site: { note }, id } = this;
    try {
      await this.#write((run) => ({ ...run, failure: reason }));
    } catch (error) {
      if (!(error instanceof LeftError)) {
        note(`Cannot keep that the work of run ${id} failed: ${thrown(error)}`);
      }
    }
  }

  /** Others may write the run meanwhile: it is tried until it succeeds or the run has left. */
  async #write(change: (run: Run) => Run | Promise<Run>): Promise<StoredRun> {
    const { site: { store }, id } = this;
    for (;;) {
      this.controller.signal.throwIfAborted();
      const stored = await store.get(id);
      if (stored?.run.state !== this.run.state) throw this.#leave();
      const run = await change(stored.run);
      this.controller.signal.throwIfAborted();
      if (await store.replace(id, stored.version, run)) {
        return { run, version: stored.version + 1 };
      }
    }
  }
}

import { limitsOf, REPLIES } from "./_store_limits.ts";
import type { Run, RunStore, StoredReply, StoredRun, StoreLimits } from "./store.ts";

/** A stored run with what only the store needs. */
interface Entry extends StoredRun {
  /** When it is gone. */
  readonly until: number;
  replies?: Map<string, string>;
}

/**
 * Keeps runs in this process's memory.
 *
 * @example A run
 * ```ts
 * import { MemoryStore } from "@x/toolcli/asmp";
 * import { expect } from "@std/expect";
 *
 * const store = new MemoryStore({ maxRuns: 1 });
 * const run = { workflow: "wf", state: "A", data: "{}", milestones: [] };
 * expect(await store.create("1", run)).toBe(true);
 * expect(await store.create("2", run)).toBe(false);
 * ```
 */
export class MemoryStore implements RunStore {
  /** A write moves a run to the end, so those that expire first stand first. */
  readonly #runs: Map<string, Entry> = new Map();
  readonly #watchers: Map<string, Set<() => void>> = new Map();
  readonly #limits: Required<StoreLimits>;

  /**
   * Makes a store that is empty.
   *
   * @param limits How long runs are kept, and how many.
   */
  constructor(limits: StoreLimits = {}) {
    this.#limits = limitsOf(limits);
  }

  /** How many runs are kept. */
  get size(): number {
    this.#expire();
    return this.#runs.size;
  }

  /**
   * Keeps a new run, as version 1.
   *
   * @param id Its id.
   * @param run The run.
   * @returns Whether there was room for it.
   */
  create(id: string, run: Run): Promise<boolean> {
    this.#expire();
    if (this.#runs.size >= this.#limits.maxRuns || this.#runs.has(id)) {
      return Promise.resolve(false);
    }
    this.#runs.set(id, { run, version: 1, until: Date.now() + this.#limits.expireAfter });
    return Promise.resolve(true);
  }

  /**
   * Finds a run.
   *
   * @param id Its id.
   * @returns The run, where there is one and it has not expired.
   */
  get(id: string): Promise<StoredRun | undefined> {
    return Promise.resolve(this.#find(id));
  }

  /**
   * Writes a run where nobody else has since it was read.
   *
   * @param id Its id.
   * @param version The version that was read.
   * @param run What it becomes, as the next version.
   * @param reply A reply to keep with it.
   * @returns Whether it was written.
   */
  replace(id: string, version: number, run: Run, reply?: StoredReply): Promise<boolean> {
    const old = this.#find(id);
    if (old?.version !== version) return Promise.resolve(false);
    const until = Date.now() + this.#limits.expireAfter;
    const entry: Entry = { run, version: version + 1, until };
    const replies = old.replies ?? (reply && new Map());
    if (replies) entry.replies = replies;
    if (reply && replies) {
      replies.set(reply.key, reply.reply);
      if (replies.size > REPLIES) replies.delete(replies.keys().next().value!);
    }
    this.#runs.delete(id);
    this.#runs.set(id, entry);
    for (const changed of [...this.#watchers.get(id) ?? []]) changed();
    return Promise.resolve(true);
  }

  /**
   * Finds a reply that was kept.
   *
   * @param id The id of a run.
   * @param key An `Idempotency-Key`.
   * @returns The reply.
   */
  reply(id: string, key: string): Promise<string | undefined> {
    return Promise.resolve(this.#find(id)?.replies?.get(key));
  }

  /**
   * Tells that a run has been written, once for each write.
   *
   * @param id The id of a run.
   * @param changed Called after each write.
   * @returns Ends the telling.
   */
  watch(id: string, changed: () => void): Promise<() => void> {
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers);
    // The same function may watch twice.
    const watcher = () => changed();
    watchers.add(watcher);
    return Promise.resolve(() => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
    });
  }

  #find(id: string): Entry | undefined {
    const entry = this.#runs.get(id);
    if (!entry || entry.until > Date.now()) return entry;
    this.#runs.delete(id);
  }

  #expire(): void {
    const now = Date.now();
    for (const [id, { until }] of this.#runs) {
      if (until > now) break;
      this.#runs.delete(id);
    }
  }
}

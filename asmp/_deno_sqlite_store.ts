import type { DatabaseSync, StatementSync } from "node:sqlite";
import { openFile } from "./_deno_sqlite_file.ts";
import { WatchedRuns } from "./_watched_runs.ts";
import { joined, split } from "./_run_text.ts";
import { limitsOf, REPLIES } from "./_store_limits.ts";
import type { Run, RunStore, StoredReply, StoredRun, StoreLimits } from "./store.ts";

/** How often, in ms, writes of other processes are looked for while somebody watches. */
const POLL = 250;

/** How often, in ms, expired runs are looked for. */
const SWEEP = 60_000;

/** How many expired runs are removed at once: the process does nothing else meanwhile. */
const SWEPT = 1_000;

/** Runs in a file of SQLite: see `sqliteStore()`. */
export class SqliteStore implements RunStore {
  readonly #path: string;
  readonly #limits: Required<StoreLimits>;
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #watched: WatchedRuns = new WatchedRuns();
  #poll: ReturnType<typeof setInterval> | undefined;
  #swept = 0;
  #seen: unknown;

  constructor(path: string, limits: StoreLimits) {
    this.#path = path;
    this.#limits = limitsOf(limits);
    try {
      this.#database = openFile(path);
    } catch (error) {
      throw failure("open", path, error);
    }
    this.#statements = prepare(this.#database);
  }

  create(id: string, run: Run): Promise<boolean> {
    return this.#do("write to", () => {
      if (Date.now() - this.#swept > SWEEP) this.#sweep();
      const added = this.#add(id, run) || this.#sweep() && this.#add(id, run);
      if (added) this.#watched.tell(id, 1);
      return added;
    });
  }

  get(id: string): Promise<StoredRun | undefined> {
    return this.#do("read", () => {
      const row = this.#statements.get.get(id, this.#cutoff());
      if (row === undefined) return undefined;
      const { head, data, version } = row as { head: string; data: string; version: number };
      return { run: joined(head, data), version };
    });
  }

  replace(id: string, version: number, run: Run, reply?: StoredReply): Promise<boolean> {
    return this.#do("write to", () => {
      const written = reply === undefined
        ? this.#replace(id, version, run)
        : this.#transaction(() => {
          const written = this.#replace(id, version, run);
          if (written) this.#keep(id, version + 1, reply);
          return written;
        });
      if (written) this.#watched.tell(id, version + 1);
      return written;
    });
  }

  reply(id: string, key: string): Promise<string | undefined> {
    return this.#do("read", () => {
      const row = this.#statements.reply.get(id, key, this.#cutoff());
      return row?.reply as string | undefined;
    });
  }

  watch(id: string, changed: () => void): Promise<() => void> {
    return this.#do("read", () => {
      const end = this.#watched.add(id, this.#version(id), changed);
      this.#startPolling();
      return () => {
        end();
        if (this.#watched.size === 0) this.#stopPolling();
      };
    });
  }

  close(): Promise<void> {
    return this.#do("close", () => {
      this.#stopPolling();
      this.#watched.clear();
      this.#database.close();
    });
  }

  #do<T>(verb: string, job: () => T): Promise<T> {
    try {
      return Promise.resolve(job());
    } catch (error) {
      return Promise.reject(failure(verb, this.#path, error));
    }
  }

  /** Runs last written by then have expired. */
  #cutoff(): number {
    return Date.now() - this.#limits.expireAfter;
  }

  #add(id: string, run: Run): boolean {
    const { head, data } = split(run);
    const { maxRuns } = this.#limits;
    return this.#statements.add.run(id, Date.now(), head, data, maxRuns).changes === 1;
  }

  #replace(id: string, version: number, run: Run): boolean {
    const { head, data } = split(run);
    const { replace } = this.#statements;
    return replace.run(Date.now(), head, data, id, version, this.#cutoff()).changes === 1;
  }

  #keep(id: string, version: number, { key, reply }: StoredReply): void {
    this.#statements.keep.run(id, key, version, reply);
    this.#statements.forget.run(id, version - REPLIES);
  }

  #version(id: string): number {
    return Number(this.#statements.version.get(id)?.version ?? 0);
  }

  /** Removes expired runs, and says whether there were any. */
  #sweep(): boolean {
    const { changes } = this.#statements.sweep.run(this.#cutoff(), SWEPT);
    if (changes < SWEPT) this.#swept = Date.now();
    return changes > 0;
  }

  #transaction<T>(job: () => T): T {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = job();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  #startPolling(): void {
    if (this.#poll !== undefined) return;
    this.#seen = this.#statements.seen.get()?.data_version;
    const poll = setInterval(() => this.#look(), POLL);
    Deno.unrefTimer(poll);
    this.#poll = poll;
  }

  #stopPolling(): void {
    clearInterval(this.#poll);
    this.#poll = undefined;
  }

  /** Tells what other processes have written. */
  #look(): void {
    try {
      const seen = this.#statements.seen.get()?.data_version;
      if (seen === this.#seen) return;
      this.#seen = seen;
      for (const id of this.#watched.ids) this.#watched.tell(id, this.#version(id));
    } catch {
      // Whoever reads or writes is told; the next look may succeed.
    }
  }
}

type Statements = Record<
  "add" | "get" | "replace" | "keep" | "forget" | "reply" | "version" | "sweep" | "seen",
  StatementSync
>;

function prepare(database: DatabaseSync): Statements {
  const statement = (sql: string): StatementSync => database.prepare(sql);
  return {
    add: statement(`INSERT OR IGNORE INTO runs (id, version, written, head, data)
      SELECT ?, 1, ?, ?, ? WHERE (SELECT runs FROM total) < ?`),
    get: statement("SELECT head, data, version FROM runs WHERE id = ? AND written > ?"),
    replace: statement(`UPDATE runs SET version = version + 1, written = ?, head = ?, data = ?
      WHERE id = ? AND version = ? AND written > ?`),
    keep: statement("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?)"),
    forget: statement("DELETE FROM replies WHERE id = ? AND version <= ?"),
    reply: statement(`SELECT reply FROM replies JOIN runs USING (id)
      WHERE id = ? AND key = ? AND written > ?`),
    version: statement("SELECT version FROM runs WHERE id = ?"),
    sweep: statement(`DELETE FROM runs WHERE id IN
      (SELECT id FROM runs WHERE written <= ? LIMIT ?)`),
    seen: statement("PRAGMA data_version"),
  };
}

function failure(verb: string, path: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`Cannot ${verb} the store "${path}": ${reason}`, { cause: error });
}

import { DatabaseSync } from 'node:sqlite';
import { joined, split } from './_run_text.js';
import { limitsOf, REPLIES } from './_store_limits.js';

const BUSY = 5e3;
const APPLICATION_ID = 1634954608;
const VERSION = 1;
function openFile(path) {
  Deno.openSync(path, { write: true, create: true, mode: 384 }).close();
  const database = new DatabaseSync(path);
  try {
    database.exec(`
      PRAGMA busy_timeout = ${BUSY};
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA foreign_keys = ON;
    `);
    ensureTables(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
function ensureTables(database) {
  database.exec("BEGIN IMMEDIATE");
  try {
    const application = pragma(database, "application_id");
    const isNew = application === 0 && database.prepare("SELECT 1 FROM sqlite_schema").get() === void 0;
    if (isNew) database.exec(tables());
    else if (application !== APPLICATION_ID) throw new Error("file is another program's");
    else if (pragma(database, "user_version") !== VERSION) throw new Error("version is another");
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}
function pragma(database, name) {
  return database.prepare(`PRAGMA ${name}`).get()?.[name];
}
function tables() {
  return `
    CREATE TABLE runs (
      id TEXT PRIMARY KEY, version INTEGER NOT NULL, written INTEGER NOT NULL,
      head TEXT NOT NULL, data TEXT NOT NULL
    ) STRICT;
    CREATE INDEX runs_by_age ON runs (written);
    CREATE TABLE replies (
      id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, key TEXT NOT NULL,
      version INTEGER NOT NULL, reply TEXT NOT NULL,
      PRIMARY KEY (id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE total (runs INTEGER NOT NULL) STRICT;
    INSERT INTO total VALUES (0);
    CREATE TRIGGER run_added AFTER INSERT ON runs BEGIN UPDATE total SET runs = runs + 1; END;
    CREATE TRIGGER run_gone AFTER DELETE ON runs BEGIN UPDATE total SET runs = runs - 1; END;
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = ${VERSION};
  `;
}

class WatchedRuns {
  #runs = /* @__PURE__ */ new Map();
  /** How many runs are watched. */
  get size() {
    return this.#runs.size;
  }
  /** The runs that are watched. */
  get ids() {
    return [...this.#runs.keys()];
  }
  /**
   * @param id The id of a run.
   * @param version The version that it has.
   * @param changed Called once it has a newer one.
   * @returns Ends the watching; may be called more than once.
   */
  add(id, version, changed) {
    const run = this.#runs.get(id) ?? { version, listeners: /* @__PURE__ */ new Set() };
    this.#runs.set(id, run);
    const listener = () => changed();
    run.listeners.add(listener);
    return () => {
      const last = run.listeners.delete(listener) && run.listeners.size === 0;
      if (last && this.#runs.get(id) === run) this.#runs.delete(id);
    };
  }
  /**
   * Tells those who watch a run of its version, once.
   *
   * @param id The id of the run.
   * @param version The version that it has.
   */
  tell(id, version) {
    const run = this.#runs.get(id);
    if (run === void 0 || run.version >= version) return;
    run.version = version;
    for (const listener of [...run.listeners]) listener();
  }
  /** Forgets everybody. */
  clear() {
    this.#runs.clear();
  }
}

const POLL = 250;
const SWEEP = 6e4;
const SWEPT = 1e3;
class SqliteStore {
  #path;
  #limits;
  #database;
  #statements;
  #watched = new WatchedRuns();
  #poll;
  #swept = 0;
  #seen;
  constructor(path, limits) {
    this.#path = path;
    this.#limits = limitsOf(limits);
    try {
      this.#database = openFile(path);
    } catch (error) {
      throw failure("open", path, error);
    }
    this.#statements = prepare(this.#database);
  }
  create(id, run) {
    return this.#do("write to", () => {
      if (Date.now() - this.#swept > SWEEP) this.#sweep();
      const added = this.#add(id, run) || this.#sweep() && this.#add(id, run);
      if (added) this.#watched.tell(id, 1);
      return added;
    });
  }
  get(id) {
    return this.#do("read", () => {
      const row = this.#statements.get.get(id, this.#cutoff());
      if (row === void 0) return void 0;
      const { head, data, version } = row;
      return { run: joined(head, data), version };
    });
  }
  replace(id, version, run, reply) {
    return this.#do("write to", () => {
      const written = reply === void 0 ? this.#replace(id, version, run) : this.#transaction(() => {
        const written2 = this.#replace(id, version, run);
        if (written2) this.#keep(id, version + 1, reply);
        return written2;
      });
      if (written) this.#watched.tell(id, version + 1);
      return written;
    });
  }
  reply(id, key) {
    return this.#do("read", () => {
      const row = this.#statements.reply.get(id, key, this.#cutoff());
      return row?.reply;
    });
  }
  watch(id, changed) {
    return this.#do("read", () => {
      const end = this.#watched.add(id, this.#version(id), changed);
      this.#startPolling();
      return () => {
        end();
        if (this.#watched.size === 0) this.#stopPolling();
      };
    });
  }
  close() {
    return this.#do("close", () => {
      this.#stopPolling();
      this.#watched.clear();
      this.#database.close();
    });
  }
  #do(verb, job) {
    try {
      return Promise.resolve(job());
    } catch (error) {
      return Promise.reject(failure(verb, this.#path, error));
    }
  }
  /** Runs last written by then have expired. */
  #cutoff() {
    return Date.now() - this.#limits.expireAfter;
  }
  #add(id, run) {
    const { head, data } = split(run);
    const { maxRuns } = this.#limits;
    return this.#statements.add.run(id, Date.now(), head, data, maxRuns).changes === 1;
  }
  #replace(id, version, run) {
    const { head, data } = split(run);
    const { replace } = this.#statements;
    return replace.run(Date.now(), head, data, id, version, this.#cutoff()).changes === 1;
  }
  #keep(id, version, { key, reply }) {
    this.#statements.keep.run(id, key, version, reply);
    this.#statements.forget.run(id, version - REPLIES);
  }
  #version(id) {
    return Number(this.#statements.version.get(id)?.version ?? 0);
  }
  /** Removes expired runs, and says whether there were any. */
  #sweep() {
    const { changes } = this.#statements.sweep.run(this.#cutoff(), SWEPT);
    if (changes < SWEPT) this.#swept = Date.now();
    return changes > 0;
  }
  #transaction(job) {
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
  #startPolling() {
    if (this.#poll !== void 0) return;
    this.#seen = this.#statements.seen.get()?.data_version;
    const poll = setInterval(() => this.#look(), POLL);
    Deno.unrefTimer(poll);
    this.#poll = poll;
  }
  #stopPolling() {
    clearInterval(this.#poll);
    this.#poll = void 0;
  }
  /** Tells what other processes have written. */
  #look() {
    try {
      const seen = this.#statements.seen.get()?.data_version;
      if (seen === this.#seen) return;
      this.#seen = seen;
      for (const id of this.#watched.ids) this.#watched.tell(id, this.#version(id));
    } catch {
    }
  }
}
function prepare(database) {
  const statement = (sql) => database.prepare(sql);
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
    seen: statement("PRAGMA data_version")
  };
}
function failure(verb, path, error) {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`Cannot ${verb} the store "${path}": ${reason}`, { cause: error });
}

export { SqliteStore };

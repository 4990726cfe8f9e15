import { DatabaseSync } from "node:sqlite";

/** How long, in ms, a write waits for one of another process. */
const BUSY = 5_000;

/** Marks a file as ours, so that no other program's is written to: "asmp" in ASCII. */
const APPLICATION_ID = 0x61736d70;

/** The version of the tables. */
const VERSION = 1;

/**
 * Opens a file of runs, or makes it.
 *
 * @param path The file.
 * @returns It, with its tables.
 * @throws {Error} Where it cannot be opened, is another program's, or of another version.
 */
export function openFile(path: string): DatabaseSync {
  // Made here for its mode, which the files that SQLite puts beside it get too.
  Deno.openSync(path, { write: true, create: true, mode: 0o600 }).close();
  const database = new DatabaseSync(path);
  try {
    // So a commit reaches the operating system at once, and the disk with the next checkpoint.
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

function ensureTables(database: DatabaseSync): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    const application = pragma(database, "application_id");
    const isNew = application === 0 &&
      database.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
    if (isNew) database.exec(tables());
    else if (application !== APPLICATION_ID) throw new Error("file is another program's");
    else if (pragma(database, "user_version") !== VERSION) throw new Error("version is another");
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function pragma(database: DatabaseSync, name: string): unknown {
  return database.prepare(`PRAGMA ${name}`).get()?.[name];
}

/** The number of runs is kept, because counting them reads them all. See `split()` for a run. */
function tables(): string {
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

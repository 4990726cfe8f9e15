import type { RunStore, StoreLimits } from "./store.ts";

/**
 * Opens a file that keeps runs, and makes it, for its owner only, where there is none. Other
 * processes of the same machine may have it open too; each sees what the others write, watched runs
 * within a quarter of a second. One of them at most should serve a workflow with `work`, for it takes
 * up what a process before it left undone.
 *
 * What a method resolves with has reached the operating system: it is found again however the
 * process ends, killed too. A power loss or a crash of the system may take the newest writes along,
 * as far back as SQLite's last checkpoint; the file stays whole.
 *
 * @example A run that outlives its process
 * ```ts
 * import { sqliteStore } from "@x/toolcli/asmp";
 * import { expect } from "@std/expect";
 *
 * const path = `${await Deno.makeTempDir()}/runs.db`;
 * const first = await sqliteStore(path);
 * await first.create("id", { workflow: "wf", state: "A", data: '{"n":12345678901234567890}', milestones: [] });
 * await first.close?.();
 *
 * const again = await sqliteStore(path);
 * expect((await again.get("id"))?.run.data).toBe('{"n":12345678901234567890}');
 * await again.close?.();
 * ```
 *
 * @param path The file.
 * @param limits How many runs are kept, and how long.
 * @returns The store.
 * @throws {Error} Where the file cannot be opened, or is another program's.
 */
export async function sqliteStore(
  path: string,
  limits: StoreLimits = {},
): Promise<RunStore> {
  const { SqliteStore } = await import("./_deno_sqlite_store.ts");
  return new SqliteStore(path, limits);
}

/**
 * The end of a group of processes: one that a room of higher level started, and all that it started.
 *
 * @module
 */

/**
 * Sends a signal to a process's group.
 *
 * @param pid The group's first process.
 * @param signal The signal; on Windows every one ends the group.
 * @returns False where nobody is left in it.
 */
export function signalGroup(pid: number, signal: Deno.Signal): boolean {
  try {
    if (Deno.build.os === "windows") {
      // A tree of processes, which Windows does not end with its root.
      new Deno.Command("taskkill", { args: ["/T", "/F", "/PID", String(pid)] }).outputSync();
    } else Deno.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * Ends what is left of a group whose first process has ended.
 *
 * @param pid The group's first process.
 * @param grace How long, in ms, the others may take to end by themselves.
 */
export async function endGroup(pid: number, grace: number): Promise<void> {
  if (Deno.build.os === "windows" || !signalGroup(pid, "SIGTERM")) return;
  for (let waited = 0; waited < grace; waited += 10) {
    await pause(10);
    // It tells whether any are left, and lets a stopped process get the other signal.
    if (!signalGroup(pid, "SIGCONT") || onlyZombies(pid)) return;
  }
  signalGroup(pid, "SIGKILL");
}

/** Not `setTimeout`: the first call of it takes a quarter of the time that Deno takes to start. */
function pause(milliseconds: number): Promise<void> {
  const signal = AbortSignal.timeout(milliseconds);
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Whether all of a group have ended, and wait for a first process that collects their statuses late. */
function onlyZombies(group: number): boolean {
  if (Deno.build.os !== "linux") return false;
  try {
    for (const { name } of Deno.readDirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      const [state, , pgrp] = statusOf(name);
      if (pgrp === String(group) && state !== "Z" && state !== "X") return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** A process's state, parent and group; nothing where it is gone. */
function statusOf(pid: string): string[] {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ", 3);
  } catch {
    return [];
  }
}

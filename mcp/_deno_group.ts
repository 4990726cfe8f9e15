/**
 * The end of a group of processes: a server, and all that it started.
 *
 * @module
 */

/** Sends a signal to a process's group; false where nobody is left in it. */
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

/** Ends what is left of a group whose first process has ended, after a grace in ms. */
export async function endGroup(pid: number, grace: number): Promise<void> {
  if (Deno.build.os === "windows" || !signalGroup(pid, "SIGTERM")) return;
  for (let waited = 0; waited < grace; waited += 10) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    // It tells whether any are left, and lets a stopped process get the other signal.
    if (!signalGroup(pid, "SIGCONT") || onlyZombies(pid)) return;
  }
  signalGroup(pid, "SIGKILL");
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

/** Waits for the end of its input, whatever else comes, and then ends a group of processes. */
const GUARD = "trap '' HUP INT QUIT TERM; read -r _; " +
  'kill -s TERM -- "-$0" && sleep 1 && kill -s KILL -- "-$0"';

/**
 * Has a group end also where this process is ended before it can see to that: there are servers
 * that stay when their input ends.
 *
 * @param group The group.
 * @returns Ends the watch.
 */
export function guard(group: number): () => Promise<void> {
  if (Deno.build.os === "windows") return () => Promise.resolve();
  let child: Deno.ChildProcess;
  try {
    // In a group of its own, it would take twenty times as long to start.
    child = new Deno.Command("/bin/sh", {
      args: ["-c", GUARD, String(group)],
      clearEnv: true,
      cwd: "/",
      env: { PATH: "/usr/bin:/bin" },
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn();
  } catch {
    // Without a shell, what this process does itself has to do.
    return () => Promise.resolve();
  }
  child.unref();
  return async () => {
    child.ref();
    try {
      child.kill("SIGKILL");
    } catch {
      // Somebody else has ended it.
    }
    await child.stdin.close().catch(() => {});
    await child.status;
  };
}

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

/** Reads the number of a group, waits for the end of its input, and then ends the group. */
const GUARD = "trap '' HUP INT QUIT TERM; read -r group && { read -r _; " +
  'kill -s TERM -- "-$group" && sleep 1 && kill -s KILL -- "-$group"; }';

/**
 * Has a server end also where this process is ended before it can see to that: there are servers
 * that stay when their input ends.
 */
export class Guard {
  readonly #child?: Deno.ChildProcess;
  readonly #writer?: WritableStreamDefaultWriter<Uint8Array>;

  constructor() {
    if (Deno.build.os === "windows") return;
    try {
      // In a group of its own, it would take twenty times as long to start.
      this.#child = new Deno.Command("/bin/sh", {
        args: ["-c", GUARD],
        clearEnv: true,
        cwd: "/",
        env: { PATH: "/usr/bin:/bin" },
        stdin: "piped",
        stdout: "null",
        stderr: "null",
      }).spawn();
    } catch {
      // Without a shell, what this process does itself has to do.
      return;
    }
    this.#child.unref();
    this.#writer = this.#child.stdin.getWriter();
  }

  /** Names the group; `end` ends the guard without it. */
  watch(group: number): void {
    this.#writer?.write(new TextEncoder().encode(`${group}\n`)).catch(() => {});
  }

  async end(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    child.ref();
    try {
      child.kill("SIGKILL");
    } catch {
      // Somebody else has ended it.
    }
    await this.#writer!.close().catch(() => {});
    await child.status;
  }
}

/**
 * The processes that a process started, and those that they did, also in sessions of their own, as
 * browsers are started. Linux alone tells them; of the others a group has to be enough, or on
 * Windows the system's own way.
 */
export class Tree {
  readonly #root: number;
  /** Those noted, and when each started: a number may be another process's later. */
  readonly #known = new Map<number, string>();

  /** @param root The first process. */
  constructor(root: number) {
    this.#root = root;
  }

  /** Takes note of those there are. One whose parent has ended before is not found. */
  look(): void {
    if (Deno.build.os !== "linux") return;
    const found = [this.#root, ...this.#alive()];
    const seen = new Set(found);
    for (const pid of found) {
      for (const child of childrenOf(pid)) {
        if (seen.has(child)) continue;
        seen.add(child);
        found.push(child);
        const start = startOf(child);
        if (start !== undefined) this.#known.set(child, start);
      }
    }
  }

  /** Sends a signal to all that were noted and still run, but the first. */
  signal(signal: Deno.Signal): void {
    for (const pid of this.#alive()) {
      try {
        Deno.kill(pid, signal);
      } catch {
        // It has just ended.
      }
    }
  }

  /**
   * Ends all that were noted.
   *
   * @param grace How long, in ms, they may take to end by themselves.
   */
  async end(grace: number): Promise<void> {
    if (this.#alive().length === 0) return;
    this.look();
    this.signal("SIGTERM");
    for (let waited = 0; waited < grace && this.#alive().length > 0; waited += 10) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    this.look();
    this.signal("SIGKILL");
  }

  #alive(): number[] {
    return [...this.#known].filter(([pid, start]) => startOf(pid) === start).map(([pid]) => pid);
  }
}

/** The processes that a process started: Linux has them by its threads. */
function childrenOf(pid: number): number[] {
  try {
    return [...Deno.readDirSync(`/proc/${pid}/task`)].flatMap(({ name }) =>
      Deno.readTextFileSync(`/proc/${pid}/task/${name}/children`)
        .split(" ").filter((text) => text).map(Number)
    );
  } catch {
    return [];
  }
}

/** When a process started, in the system's words; nothing where it has ended. */
function startOf(pid: number): string | undefined {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    // Behind its name: see proc_pid_stat(5).
    const words = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return words[0] === "Z" || words[0] === "X" ? undefined : words[19];
  } catch {
    return undefined;
  }
}

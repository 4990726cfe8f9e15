/**
 * Waits for the end of its input, whatever else comes, and then ends a group of processes, and on
 * Linux what its first process started in groups of their own.
 */
const GUARD = "trap '' HUP INT QUIT TERM; read -r _; " +
  "tree() { for p in $(cat /proc/$1/task/*/children 2>/dev/null); do echo $p; tree $p; done; }; " +
  'all="-$0 $(tree $0)"; for p in $all; do kill -s TERM -- $p && any=1; done; ' +
  "[ $any ] && sleep 1 && kill -s KILL -- $all";

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

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

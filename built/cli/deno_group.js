const signalGroup = (function signalGroup(pid, signal) {
  try {
    if (Deno.build.os === "windows") {
      new Deno.Command("taskkill", { args: ["/T", "/F", "/PID", String(pid)] }).outputSync();
    } else Deno.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
});
const endGroup = (async function endGroup(pid, grace) {
  if (Deno.build.os === "windows" || !signalGroup(pid, "SIGTERM")) return;
  for (let waited = 0; waited < grace; waited += 10) {
    await pause(10);
    if (!signalGroup(pid, "SIGCONT") || onlyZombies(pid)) return;
  }
  signalGroup(pid, "SIGKILL");
});


function pause(milliseconds) {
  const signal = AbortSignal.timeout(milliseconds);
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
function onlyZombies(group) {
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
function statusOf(pid) {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ", 3);
  } catch {
    return [];
  }
}

export { endGroup, signalGroup };

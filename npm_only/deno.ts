/**
 * Runs Deno with the arguments given, and where the JSR registry does not answer, with this
 * folder's import map and lock file, so that npm alone serves. `TOOLCLI_REGISTRY`, `jsr` or `npm`,
 * is the answer where it is set; `DENO_COMPILE` names another Deno to compile with.
 *
 * Usage: `deno run -A npm_only/deno.ts test -A`
 *
 * @module
 */

const IMPORT_MAP = ["--import-map", `${import.meta.dirname}/import_map.json`];
const LOCK = ["--lock", `${import.meta.dirname}/deno.lock`, "--frozen"];

/** The subcommands that load this project's modules, tests and all. */
const LOCKED = ["bench", "cache", "check", "doc", "info", "test"];

/**
 * Those that may load a user's module, with packages that the lock file cannot know. They would
 * download, and `compile` would embed, every package in it, too.
 */
const UNLOCKED = ["compile", "run"];

Deno.exit(await main(Deno.args));

async function main([subcommand, ...args]: string[]): Promise<number> {
  if (subcommand === undefined) {
    console.error("usage: deno run -A npm_only/deno.ts SUBCOMMAND [ARGUMENTS]");
    return 2;
  }
  const registry = Deno.env.get("TOOLCLI_REGISTRY") || await findRegistry();
  if (registry !== "jsr" && registry !== "npm") {
    console.error(`TOOLCLI_REGISTRY must be "jsr" or "npm": got "${registry}"`);
    return 1;
  }
  if (registry === "npm") {
    if (LOCKED.includes(subcommand)) args.unshift(...IMPORT_MAP, ...LOCK);
    if (UNLOCKED.includes(subcommand)) args.unshift(...IMPORT_MAP);
  }
  return await runDeno(subcommand, args, registry);
}

/** Asks the registry for a package that every one of its kind has. */
async function findRegistry(): Promise<string> {
  const url = (Deno.env.get("JSR_URL") || "https://jsr.io").replace(/\/$/, "");
  try {
    const response = await fetch(`${url}/@std/cli/meta.json`, {
      signal: AbortSignal.timeout(1000),
    });
    // In its place a network's own page may answer, which is not JSON.
    await response.json();
    return response.ok ? "jsr" : "npm";
  } catch {
    return "npm";
  }
}

async function runDeno(subcommand: string, args: string[], registry: string): Promise<number> {
  // A terminal delivers an interrupt to the child as well: what it means is the child's to say.
  Deno.addSignalListener("SIGINT", () => {});
  if (Deno.build.os !== "windows") {
    for (const signal of ["SIGTERM", "SIGHUP"] as const) {
      Deno.addSignalListener(signal, () => {
        try {
          child.kill(signal);
        } catch {
          // It has ended.
        }
      });
    }
  }
  const compiler = subcommand === "compile" && Deno.env.get("DENO_COMPILE");
  const child = new Deno.Command(compiler || Deno.execPath(), {
    args: [subcommand, ...args],
    env: { TOOLCLI_REGISTRY: registry },
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  return (await child.status).code;
}

import { type Outcome, PACKAGES, path, run, type RunOptions } from "../examples/_run.ts";

export type { Outcome };

/** The words that run toolcli. */
export const TOOLCLI: string[] = [
  Deno.execPath(),
  "run",
  "-q",
  "-A",
  ...PACKAGES,
  path("built/mod.js"),
];

/** Runs toolcli with nobody at a terminal. */
export async function toolcli(
  args: string[],
  options: Pick<RunOptions, "stdin" | "env"> = {},
): Promise<Outcome> {
  return await run("built/mod.js", args, { flags: ["-A", ...PACKAGES], ...options });
}

import { fileURLToPath } from "node:url";

/** What a program came to. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** How to run a program. */
export interface RunOptions {
  /** Flags of `deno run`. */
  flags?: string[];
  cwd?: string;
  env?: Record<string, string>;
  stdin?: string;
}

/** The path of a file of this repository. */
export function path(name: string): string {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url));
}

/** The flags that a program with packages from JSR needs where these tests were run with them. */
export const PACKAGES: string[] = import.meta.resolve("@std/jsonc").startsWith("file:")
  ? ["--import-map", path("npm_only/import_map.json")]
  : [];

/** Runs a program of this repository. */
export async function run(
  program: string,
  args: string[],
  options: RunOptions = {},
): Promise<Outcome> {
  const { flags = [], cwd, env, stdin = "" } = options;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "--no-prompt", ...flags, path(program), ...args],
    cwd,
    env: { FILE_TOOLS_ROOT: "", NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = child.output();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin));
  // A program may end without reading its input.
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await output;
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

import { PACKAGES, path } from "../examples/_run.ts";

/** What a script came to. */
export interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

/** The command line of this folder's program. */
export const KIT: readonly string[] = [
  ...[Deno.execPath(), "run", "-A", "-q", "--no-check", ...PACKAGES],
  path("tests/robust/_kit.ts"),
];

/** The command line of toolcli. */
export const TOOLCLI: readonly string[] = [
  ...[Deno.execPath(), "run", "-A", "-q", "--no-check", ...PACKAGES],
  path("built/mod.js"),
];

/** This folder's program as a source of tools. */
export const SOURCE: string = path("tests/robust/_kit.ts");

/** What a shell reads as these words. */
export function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
}

/** A bash script's beginning in which `kit` and `toolcli` are the programs. */
export const PROGRAMS: string = `kit() { ${quoted(KIT)} "$@"; }\n` +
  `toolcli() { ${quoted(TOOLCLI)} "$@"; }\n`;

/** Runs a bash script in which `kit` and `toolcli` are the programs. */
export async function bash(script: string, env: Record<string, string> = {}): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", PROGRAMS + script],
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return { status: code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Whether there is a program of this name. */
export async function installed(name: string): Promise<boolean> {
  try {
    return (await new Deno.Command("sh", { args: ["-c", `command -v ${name}`] }).output()).success;
  } catch {
    return false;
  }
}

/** Waits for something to become true, and gives it. */
export async function eventually<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const end = Date.now() + 30_000;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`It did not become true: ${look}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

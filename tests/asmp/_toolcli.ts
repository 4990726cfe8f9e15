import { PACKAGES, path } from "../examples/_run.ts";

/** What the program came to. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** The words that run toolcli. */
export const TOOLCLI: string[] = [Deno.execPath(), "run", "-q", "-A", ...PACKAGES, path("mod.ts")];

/** Runs toolcli with nobody at a terminal. */
export async function toolcli(
  args: string[],
  { stdin, env = {} }: { stdin?: string; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const [program, ...words] = TOOLCLI;
  const child = new Deno.Command(program!, {
    args: [...words, ...args],
    env: { NO_COLOR: "1", ...env },
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

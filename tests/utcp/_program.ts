/** A program of tools that UTCP clients can call, run in a process of its own. */

const root = new URL("../../", import.meta.url);
/** The flags with which a module outside the project finds the project's packages, as these tests do. */
const PACKAGES: string[] = import.meta.resolve("@std/jsonc").startsWith("file:")
  ? ["--import-map", new URL("npm_only/import_map.json", root).pathname]
  : ["--config", new URL("deno.json", root).pathname];

/** The words that run a module. */
export function denoRun(path: string): string[] {
  return [Deno.execPath(), "run", "-A", ...PACKAGES, path];
}

/** One word of a shell command. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** Writes a module that imports the project by path, in a folder with a name to trip over. */
export async function writeProgram(dir: string, tools: string): Promise<string> {
  const folder = `${dir}/my tool's dir`;
  await Deno.mkdir(folder, { recursive: true });
  const path = `${folder}/kit.ts`;
  await Deno.writeTextFile(
    path,
    `import { defineRawTool, defineTool, main } from ${JSON.stringify(`${root}built/mod.js`)};
import { utcpExtension } from ${JSON.stringify(`${root}utcp/extension.ts`)};
const tools = ${tools};
await main({ name: "kit", tools, extensions: utcpExtension() });
`,
  );
  return path;
}

/** What a process printed, and its status. */
export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command. */
export async function run(
  [program, ...args]: string[],
  { stdin = "", env = {}, cwd }: {
    stdin?: string | Uint8Array<ArrayBuffer>;
    env?: Record<string, string>;
    cwd?: string;
  } = {},
): Promise<Run> {
  const child = new Deno.Command(program!, {
    args,
    env: { NO_COLOR: "1", ...env },
    cwd,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const written = writer.write(
    typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin,
  ).then(() => writer.close());
  const { code, stdout, stderr } = await child.output();
  await written.catch(() => {});
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

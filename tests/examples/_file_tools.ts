import { afterEach, beforeEach } from "@std/testing/bdd";
import { type Outcome, path, run, type RunOptions } from "./_run.ts";

/** The program under test. */
export const PROGRAM = "examples/file_tools.ts";

/** The flags that the program's first comment gives. */
export const FLAGS: string[] = (await Deno.readTextFile(path(PROGRAM)))
  .match(/ {5}deno run (--.*) examples\/file_tools\.ts help$/m)![1]!.split(" ");

/** Those of them that let it change nothing. */
export const READ_ONLY: string[] = FLAGS.filter((flag) => !flag.startsWith("--allow-write"));

/** Whether links can be made without a privilege. */
export const posix: boolean = Deno.build.os !== "windows";

/** Where each test has its files; `root` in it is what the tools are confined to. */
export let dir: string;

/** Gives each test of a file the same files. */
export function useFiles(): void {
  beforeEach(async () => {
    dir = await Deno.realPath(await Deno.makeTempDir());
    await write({
      "inside/notes.txt": "one\ntwo\n",
      "inside/src/main.ts": "const a = 1;\r\nconst B = A(1);\r\n",
      "inside/src/lib/util.ts": "export const a = 2;\n\n",
      "inside/.env": "KEY=a\n",
      "inside/.cache/old.ts": "const a = 3;\n",
      "outside/secret.txt": "secret\n",
    });
  });
  afterEach(() => Deno.remove(dir, { recursive: true }));
}

/** Writes files, and makes the folders that they need. */
export async function write(files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = `${dir}/${name}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.writeFile(file, bytes);
  }
}

/** Reads a file. */
export function read(name: string): Promise<string> {
  return Deno.readTextFile(`${dir}/${name}`);
}

/** Runs a command line in the root, with the permissions that it needs and no others. */
export function fileTools(args: string[], options: RunOptions = {}): Promise<Outcome> {
  const flags = args.includes("write_file") ? FLAGS : READ_ONLY;
  return run(PROGRAM, args, { flags, cwd: `${dir}/inside`, ...options });
}

/** A call that succeeded. */
export function ok(stdout: string, stderr = ""): Outcome {
  return { code: 0, stdout, stderr };
}

/** A call that failed. */
export function failed(message: string, code = 1): Outcome {
  return { code, stdout: "", stderr: `Error: ${message}\n` };
}

import { type Outcome, PACKAGES, run } from "../examples/_run.ts";

export type { Outcome };

/** A module with one tool, `name`, that says `text`. */
export function moduleOf(name: string, text: string): string {
  return `export const tools = [{ name: ${JSON.stringify(name)}, description: "Say ${text}.",
  execute: () => Promise.resolve({ content: [{ type: "text", text: ${JSON.stringify(text)} }] }) }];
`;
}

/** A folder with files, whose names may have slashes. */
export async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  for (const [name, text] of Object.entries(files)) {
    const at = name.lastIndexOf("/");
    if (at > 0) await Deno.mkdir(`${folder}/${name.slice(0, at)}`, { recursive: true });
    await Deno.writeTextFile(`${folder}/${name}`, text);
  }
  return folder;
}

/** Runs toolcli in a folder, with nobody at a terminal. */
export async function toolcliIn(
  cwd: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  return await run("built/mod.js", args, { flags: ["-A", ...PACKAGES], cwd, env });
}

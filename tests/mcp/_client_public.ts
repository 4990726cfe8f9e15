import type { McpServer } from "../../mcp/source.ts";

/** The versions of the public servers that the tests know. */
const VERSION = "2026.8.31";

/** Why the public servers cannot be had; empty where they can. */
export const NO_SERVERS: string = await installed();

/** A public server. */
export function publicServer(name: "everything" | "filesystem", ...args: string[]): McpServer {
  const main = `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`;
  return { command: "node", args: [`${folder()}/${main}`, ...args] };
}

function folder(): string {
  const temp = Deno.env.get("TMPDIR") ?? "/tmp";
  return `${temp}/toolcli-test-servers-${VERSION}`;
}

/** Installs the public servers once for all runs. */
async function installed(): Promise<string> {
  if (await Deno.stat(folder()).catch(() => undefined)) return "";
  const fresh = await Deno.makeTempDir();
  const packages = ["everything", "filesystem"]
    .map((name) => `@modelcontextprotocol/server-${name}@${VERSION}`);
  try {
    const { success, stderr } = await new Deno.Command("npm", {
      args: [
        ...["install", "--no-audit", "--no-fund", "--fetch-retries=0"],
        ...["--prefix", fresh, ...packages],
      ],
    }).output();
    if (!success) return ` (skipped: npm: ${new TextDecoder().decode(stderr).split("\n")[0]})`;
    // Another run may have been faster.
    await Deno.rename(fresh, folder()).catch(() => Deno.remove(fresh, { recursive: true }));
    return "";
  } catch (error) {
    return ` (skipped: ${(error as Error).message})`;
  }
}

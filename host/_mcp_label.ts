import { isRandom, isSecretName, shownAddress } from "../mcp/shown.ts";
import type { McpServer } from "../mcp/source.ts";

/** Programs that run another one, which says more about the server than they do. */
const LAUNCHERS = ["bun", "bunx", "deno", "node", "npx", "pnpx", "python", "python3", "uvx"];

/** What they take before what they run, and what names it. */
const COMMANDS = ["run", "x"];
const SWITCHES = ["-y", "--yes", "-q", "--quiet", "-A", "-u"];
const NAMING = ["-m", "-p", "--package", "--from"];

/**
 * Names a server for a reader. Arguments and addresses may hold secrets: only what a package or a
 * path to run looks like is shown of them.
 *
 * @param server The server.
 * @returns Its address without what may be secret, or its program.
 */
export function mcpLabel(server: McpServer): string {
  if ("url" in server) return shownAddress(server.url);
  const program = server.command.split(/[\\/]/).at(-1)!.replace(/\.(?:exe|cmd)$/i, "");
  const what = LAUNCHERS.includes(program) ? launched(server.args ?? []) : undefined;
  return what === undefined ? server.command : `${server.command} ${what}`;
}

/** What a launcher runs; nothing where that may be a flag's value. */
function launched(args: readonly string[]): string | undefined {
  for (const [index, arg] of args.entries()) {
    if (arg.startsWith("-") || COMMANDS.includes(arg)) continue;
    const before = args[index - 1] ?? "";
    const isValue = before.startsWith("-") && !before.includes("=") &&
      ![...SWITCHES, ...NAMING].includes(before);
    const isScript = /\.(?:[cm]?[jt]sx?|pyz?)$/.test(arg);
    if (isValue && (!isScript || isSecretName(before))) continue;
    if (arg.includes("://")) return shownAddress(arg);
    return /^[@\w./:\\-]+$/.test(arg) && (isScript || !isRandom(arg)) ? arg : undefined;
  }
}

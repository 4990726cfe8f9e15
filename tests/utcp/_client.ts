import type { CallTemplate } from "@utcp/sdk";
import { UtcpClient, type UtcpClientOptions } from "../../utcp/mod.ts";

/** A template that runs these commands. */
export function template(name: string, ...commands: string[]): CallTemplate {
  return {
    name,
    call_template_type: "cli",
    commands: commands.map((command) => ({ command })),
  };
}

const dir = Deno.makeTempDirSync();
addEventListener("unload", () => Deno.removeSync(dir, { recursive: true }));

/**
 * A template whose discovery prints this manual: from a file, for the placeholders in it are not
 * those of the command.
 */
export function discovery(name: string, manual: unknown): CallTemplate {
  const path = Deno.makeTempFileSync({ dir });
  Deno.writeTextFileSync(path, JSON.stringify(manual));
  return { ...template(name, `cat ${path}`), discover: true };
}

/** A tool of a manual. */
export function tool(name: string, command: string, more: object = {}): Record<string, unknown> {
  return { name, tool_call_template: template("", command), ...more };
}

/** Calls one tool of a client that lives as long as the call. */
export async function callOnce(
  config: UtcpClientOptions,
  name: string,
  args?: Record<string, unknown>,
): Promise<unknown> {
  const client = await UtcpClient.create(".", config);
  try {
    return await client.callTool(name, args);
  } finally {
    await client.close();
  }
}

/** What `console.error` is given while something runs. */
export async function errorsOf(run: () => Promise<unknown>): Promise<string[]> {
  const { error } = console;
  const lines: string[] = [];
  console.error = (...values: unknown[]) => lines.push(values.join(" "));
  try {
    await run();
  } finally {
    console.error = error;
  }
  return lines;
}

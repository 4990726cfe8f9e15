import type { ListedTool, McpServer } from "../mcp/source.ts";
import type { RunLimits } from "../utcp/source.ts";
import type { Selection } from "./_selection.ts";

/** Where a program's tools come from: read, checked, and nothing of it started. */
export interface Program {
  /** The file that says so, as given. */
  file: string;
  /** The program's name, where the file gives one. */
  name?: string;
  /** What the program is for, where the file says it. */
  description?: string;
  /** One for each source. */
  origins: Origin[];
  /** The line of the file that has a source, by the source's place; a compiled program has none. */
  lineOf?(at: string): number | undefined;
}

/** One source of tools. Paths in it are absolute, `${VARIABLE}`s are as written. */
export type Origin = OriginOfKind & Selection & {
  /** Where the file has it: `sources[1]`, `mcpServers.fs`. */
  at: string;
  /** What it is, for a reader; holds no secret. */
  label: string;
};

/** What differs between sources. */
export type OriginOfKind =
  /** Its address or path; a compiled program holds what it exports. */
  | { kind: "module"; module: string; exports?: () => Promise<Record<string, unknown>> }
  /** Its file, or what the file held; the `.env` files are read when a variable is asked for. */
  | {
    kind: "utcp";
    path: string;
    json?: string;
    variables?: Record<string, string>;
    envFiles?: string[];
    limits?: RunLimits;
  }
  /** A server; a compiled program holds the tools that it listed. */
  | { kind: "mcp"; server: McpServer; name: string; listed?: ListedTool[] }
  | { kind: "asmp"; address: string }
  /** What a server listed: its text, and what that holds where it has been parsed. */
  | { kind: "dump"; json: string; value?: unknown }
  /** One that cannot be used, and why. */
  | { kind: "none"; reason: string };

/**
 * The toolcli program as `deno compile` takes it: what `main.ts` imports by address is named here.
 *
 * @module
 */

import { toolcli } from "./main.ts";

/** The parts of the program. */
export const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import("./_asmp.ts"),
  () => import("./_asmp_source.ts"),
  () => import("./_compile.ts"),
  () => import("./_completions.ts"),
  () => import("./_docs.ts"),
  () => import("./_help.ts"),
  () => import("./_other_source.ts"),
  () => import("./_jsonc.ts"),
  () => import("./_list.ts"),
  () => import("./_mcp_source.ts"),
  () => import("./_parse_args.ts"),
  () => import("./_print.ts"),
  () => import("./_run.ts"),
  () => import("./_serve.ts"),
  () => import("./_unicode_width.ts"),
  () => import("./_utcp.ts"),
  () => import("./_utcp_source.ts"),
  () => import("./embedded.ts"),
  () => import("../asmp/deno_serve.ts"),
  () => import("../asmp/sqlite_store.ts"),
  () => import("../mcp/call_parts.ts"),
  () => import("../mcp/print_to_stderr.ts"),
  () => import("../mcp/server.ts"),
  () => import("../prompt/terminal_prompt.ts"),
  () => import("../utcp/extension.ts"),
];

if (import.meta.main) await toolcli();

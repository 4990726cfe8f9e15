import type { Loaders } from "./_load.ts";

/** What loads the sources of `toolcli run`; a compiled program has those that it needs. */
export const LOADERS: Loaders = {
  module: () => import("./_module.ts"),
  utcp: () => import("./_utcp_source.ts"),
  mcp: () => import("./_mcp_source.ts"),
  asmp: () => import("./_asmp_source.ts"),
  dump: () => import("./_dump.ts"),
};

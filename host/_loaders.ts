import type { Loaders } from "./_load.ts";
import { part } from "./_part.ts";

/** What loads the sources of toolcli; a compiled program has those that it needs. */
export const LOADERS: Loaders = {
  module: () => import("./_module.ts"),
  utcp: () => part("./_utcp_source.ts"),
  mcp: () => part("./_mcp_source.ts"),
  asmp: () => part("./_asmp_source.ts"),
  dump: () => import("./_dump.ts"),
};

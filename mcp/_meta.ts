/** Has in a tool's `_meta` how its calls are ordered: see spec/agenttool-contract.md 8.1. */
export const TOOL_META = "io.github.christopherdavenport.agenttool/tool";

/** Has in a result's `_meta` its record. */
export const RECORD_META = "io.github.christopherdavenport.agenttool/record";

/* @ts-self-types="../../mcp/source.ts" */
import '../mod.js';
export { knownMcpTools, mcpTools } from './_start.js';

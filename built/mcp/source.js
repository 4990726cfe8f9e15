/* @ts-self-types="../../mcp/source.ts" */
import '../mod.js';
export { mcpTools } from './_start.js';

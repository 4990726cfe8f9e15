/* @ts-self-types="../../mcp/source.ts" */
export { mcpTools } from './_start.js';

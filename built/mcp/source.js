/* @ts-self-types="../../mcp/source.ts" */
import '../cli/_start.js';
export { mcpTools } from './_start.js';

/* @ts-self-types="../../mcp/mod.ts" */
export { mcpHandler, serveMcpStdio } from './server.js';
export { mcpTools } from './_start.js';

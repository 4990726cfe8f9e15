/* @ts-self-types="../../mcp/mod.ts" */
export { mcpHandler, serveMcpStdio } from './server.js';
export { mcpTools } from '../host/_mcp_source.js';

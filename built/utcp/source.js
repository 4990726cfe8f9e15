/* @ts-self-types="../../utcp/source.ts" */
export { isDiscovery, placeholders, utcpTools } from '../host/_utcp_source.js';

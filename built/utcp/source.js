/* @ts-self-types="../../utcp/source.ts" */
export { isDiscovery, placeholders, utcpTools } from './_start.js';

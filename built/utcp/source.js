/* @ts-self-types="../../utcp/source.ts" */
import '../mod.js';
export { dotenv, isDiscovery, placeholders, utcpTools } from './_start.js';

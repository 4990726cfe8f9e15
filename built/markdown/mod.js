/* @ts-self-types="../../markdown/mod.ts" */
export { markdown } from '../mod.js';

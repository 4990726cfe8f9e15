/* @ts-self-types="../../markdown/mod.ts" */
export { markdown } from '../cli/_start.js';

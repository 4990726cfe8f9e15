/* @ts-self-types="../../prompt/mod.ts" */
export { prompt, terminalPrompt } from '../cli/_start.js';

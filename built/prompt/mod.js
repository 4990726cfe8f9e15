/* @ts-self-types="../../prompt/mod.ts" */
export { prompt, terminalPrompt } from '../mod.js';

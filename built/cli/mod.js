/* @ts-self-types="../../cli/mod.ts" */
export { ExitFailed, ExitNeedsAnswer, ExitOK, ExitUsage, Runner, commands, describe, main } from '../mod.js';

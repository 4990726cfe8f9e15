/* @ts-self-types="../../agenttool/mod.ts" */
export { Executor, NO_ARGS_SCHEMA, NobodyToAskError, NotRunError, PanicError, ToolError, ToolSet, ToolsChangedError, defineRawTool, defineTool, file, image, result, text, wrap } from '../mod.js';

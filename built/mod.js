/* @ts-self-types="../mod.ts" */
export { Executor, ExitFailed, ExitNeedsAnswer, ExitOK, ExitUsage, NO_ARGS_SCHEMA, NobodyToAskError, NotRunError, PanicError, Runner, ToolError, ToolSet, ToolsChangedError, commands, defineRawTool, defineTool, describe, file, image, main, markdown, prompt, result, text, wrap } from './cli/_start.js';

if (import.meta.main && /\/(?:mod\.ts|built\/mod\.js)$/.test(import.meta.url)) {
  import(new URL('host/main.js', import.meta.url).href).then(({ toolcli }) => toolcli());
}

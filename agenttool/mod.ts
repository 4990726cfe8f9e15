/**
 * The contract between agent tools and whatever calls them: define tools, put them in a set, run
 * calls in batches. It knows no protocol, no command line and no prompt.
 *
 * @module
 */

export type { Args, ToolParameters } from "./args.ts";
export { file, image, result, type ResultOptions, text } from "./content.ts";
export {
  defineRawTool,
  defineTool,
  type RawToolDefinition,
  type ToolDefinition,
  type ToolOptions,
} from "./define_tool.ts";
export {
  NobodyToAskError,
  NotRunError,
  PanicError,
  ToolError,
  type ToolErrorOptions,
  ToolsChangedError,
} from "./errors.ts";
export { Executor, type ExecutorEvent, type ExecutorOptions, type Job } from "./executor.ts";
export type { StandardIssue, StandardOutcome, StandardSchema } from "./standard_schema.ts";
export type {
  Annotations,
  Answer,
  AudioPart,
  Call,
  ContentPart,
  Elicitation,
  Elicitor,
  ImagePart,
  JsonSchema,
  ProgressUpdate,
  ResourceLinkPart,
  ResourcePart,
  Result,
  TextPart,
  Tool,
  ToolRecord,
} from "./tool.ts";
export { NO_ARGS_SCHEMA, ToolSet, wrap } from "./tool_set.ts";

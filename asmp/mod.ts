/**
 * ASMP: workflows that a server drives its clients through, state by state. Define a
 * {@linkcode Workflow} and serve it with {@linkcode createHandler}; drive a run of one with an
 * {@linkcode AsmpClient}, or have it as tools with {@linkcode asmpTools}.
 *
 * @module
 */

export { AsmpClient, type FetchHandler, jsonOf } from "./client.ts";
export {
  AsmpActionError,
  AsmpConnectionError,
  AsmpError,
  AsmpHttpError,
  AsmpNoRunError,
  AsmpOriginError,
  AsmpReplyError,
  AsmpTimeoutError,
} from "./client_errors.ts";
export type {
  AsmpBody,
  AsmpCallOptions,
  AsmpClientOptions,
  AsmpReadOptions,
} from "./client_options.ts";
export { type ServeOptions, serveWorkflow, type WorkflowServer } from "./deno_serve.ts";
export { createHandler, type Handler, type HandlerOptions } from "./handler.ts";
export { MemoryStore } from "./memory_store.ts";
export { redisStore } from "./redis_store.ts";
export { sqliteStore } from "./sqlite_store.ts";
export { asmpSource, asmpTools, type AsmpToolsOptions } from "./source.ts";
export type { Run, RunStore, StoredReply, StoredRun, StoreLimits } from "./store.ts";
export type {
  ActiveSkill,
  CliObject,
  CliOption,
  Expects,
  NextState,
  RunStatus,
  StageResource,
  StageTool,
  StateFrame,
} from "./wire.ts";
export { Workflow, type WorkflowOptions } from "./workflow.ts";
export type {
  CallContext,
  CliHook,
  Guard,
  ResourceOptions,
  RunContext,
  SkillOptions,
  ToolOptions,
  Transition,
  TransitionOptions,
  Work,
  WorkContext,
  WorkflowState,
} from "./workflow_state.ts";

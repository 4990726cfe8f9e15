import type { CliOption, Expects, RunStatus } from "./wire.ts";

/** A run, as the functions of a workflow see it. */
export interface RunContext {
  /** The run's id. */
  readonly runId: string;
  /** The state that it is in. */
  readonly state: string;
  /**
   * What it has gathered, parsed. What a tool or work changes in it is kept; members that are not
   * changed keep every digit of their numbers.
   */
  // deno-lint-ignore no-explicit-any -- what is in it is the author's
  data: Record<string, any>;
  /** What it has achieved. */
  readonly milestones: readonly string[];
}

/** A call, as a guard or a stage tool sees it. */
export interface CallContext extends RunContext {
  /** The fields that were sent, parsed. */
  // deno-lint-ignore no-explicit-any -- what is in it is the caller's
  readonly body: Record<string, any>;
}

/** A run, as the work of a state sees it. */
export interface WorkContext extends RunContext {
  /** Notes that something is achieved, and keeps what `data` is by then. */
  milestone(name: string): Promise<void>;
  /** Aborted when the run has left the state by another way, or the server ends. */
  readonly signal: AbortSignal;
}

/** What refuses a transition: by `false`, or by the reason, which the caller reads. */
export type Guard = (
  context: CallContext,
) => boolean | string | void | Promise<boolean | string | void>;

/** What a state that is processing does; it gives the action that the run then takes. */
export type Work = (context: WorkContext) => string | Promise<string>;

/** What a transition has beside its ends. */
export interface TransitionOptions {
  /** The fields of its body. A type that ends with `?` or says optional marks one that may lack. */
  expects?: Expects;
  /** Whether a client should have it confirmed. */
  critical?: boolean;
  /** Refuses it. */
  guard?: Guard;
}

/** A way from one state to another. */
export interface Transition extends TransitionOptions {
  /** The state that it starts from. */
  readonly from: string;
  /** Its name. */
  readonly action: string;
  /** The state that it leads to. */
  readonly to: string;
}

/** What a client shows of a state in place of the defaults. See spec/asmp.md 5. */
export interface CliHook {
  /** A short line above the options. */
  prompt?: string;
  /** What to do now. */
  hint?: string;
  /** Labels and keys for actions, in the order to show them. */
  options?: CliOption[];
  /** Shown where the state takes free input. */
  input_hint?: string;
}

/** Something to call in a state. */
export interface ToolOptions {
  /** What it does. */
  description?: string;
  /** The fields of its body. */
  expects?: Expects;
  /** What it does with them; what it gives is sent as JSON. */
  handler: (context: CallContext) => unknown;
}

/** Something to read in a state. */
export interface ResourceOptions {
  /** Its name. */
  name?: string;
  /** The media type of a text or of bytes; anything else is sent as JSON. */
  mimeType?: string;
  /** Gives the content. */
  handler: (context: RunContext) => unknown;
}

/** A SKILL.md to read in a state. */
export interface SkillOptions {
  /** Where it is, below `/skills/` of the workflow, or a whole URL; `NAME/SKILL.md` if left out. */
  path?: string;
  /** What it is about. */
  contextSummary?: string;
  /** Its version. */
  version?: string;
}

/** What a workflow has for one state. It never changes: a workflow that does has another one. */
export interface WorkflowState {
  /** The ways out, in the order of definition. */
  readonly transitions: readonly Transition[];
  /** What can be called, by name. */
  readonly tools: ReadonlyMap<string, ToolOptions>;
  /** What can be read, by path. */
  readonly resources: ReadonlyMap<string, ResourceOptions>;
  /** What to do. */
  readonly hint?: string;
  /** How it stands. */
  readonly status?: RunStatus;
  /** What a client shows of it. */
  readonly cli?: CliHook;
  /** What to read. */
  readonly skill?: SkillOptions & { name: string };
  /** What the server does on entry. */
  readonly work?: Work;
}

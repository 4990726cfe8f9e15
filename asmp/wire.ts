/** What a run is and what may be done next: the answer to most requests. See spec/asmp.md 2.1. */
export interface StateFrame {
  /** The run. */
  run_id: string;
  /** The workflow that it runs. */
  workflow_id: string;
  /** The state that it is in. */
  state: string;
  /** How that state stands. */
  status: RunStatus;
  /** What to do now. */
  hint: string;
  /** What may be done, in the order of definition. */
  next_states: NextState[];
  /** The address of the workflow. */
  resource_url?: string;
  /** What to read while the run is in this state. */
  active_skill?: ActiveSkill;
  /** What can be called in this state. */
  tools?: StageTool[];
  /** What can be read in this state. */
  resources?: StageResource[];
  /** What the run has gathered. */
  data?: Record<string, unknown>;
  /** What the run has achieved. */
  milestones?: string[];
  /** Where changes of the run are streamed. */
  stream_url?: string;
}

/** How a state stands. */
export type RunStatus = "active" | "processing" | "awaiting_input" | "completed" | "failed";

/** All of them. */
export const RUN_STATUSES: readonly RunStatus[] = [
  "active",
  "processing",
  "awaiting_input",
  "completed",
  "failed",
];

/** The prompt of a state whose author says nothing. */
export const DEFAULT_PROMPT = "Choose an action";

/** Field names and the words for their types, such as `string` or `number (optional)`. */
export type Expects = Record<string, string>;

/** One thing that may be done in a state. */
export interface NextState {
  /** Its name. */
  action: string;
  /** How it is requested. */
  method: "POST";
  /** Where it is requested. */
  href: string;
  /** The fields of its body. */
  expects?: Expects;
  /** Whether it should be confirmed first. */
  is_critical: boolean;
}

/** A SKILL.md to read in a state. */
export interface ActiveSkill {
  /** Its name. */
  name: string;
  /** Where it is. */
  url: string;
  /** What it is about. */
  context_summary?: string;
  /** Its version. */
  version?: string;
}

/** A tool of a state: calling it does not move the run. */
export interface StageTool {
  /** Its name. */
  name: string;
  /** Where it is called, by POST. */
  href: string;
  /** What it does. */
  description?: string;
  /** The fields of its body. */
  expects?: Expects;
}

/** Something that can be read in a state. */
export interface StageResource {
  /** Where it is read, by GET. */
  uri: string;
  /** Its name. */
  name?: string;
  /** Its media type. */
  mime_type?: string;
}

/** How a client shows a state as a command line: see spec/asmp.md 2.2. */
export interface CliObject {
  /** A short line above the options. */
  prompt?: string;
  /** What to do now. */
  hint?: string;
  /** One for each thing that may be done. */
  options?: CliOption[];
  /** Shown where the state takes free input. */
  input_hint?: string;
  /** The run. */
  run_id?: string;
}

/** One option of a {@linkcode CliObject}. */
export interface CliOption {
  /** The action that it stands for. */
  action: string;
  /** What a person reads. */
  label: string;
  /** Keys that choose it: see spec/asmp.md 5.5. */
  keys?: string;
}

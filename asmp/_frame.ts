import type { Run } from "./store.ts";
import type { NextState, RunStatus, StageResource, StageTool, StateFrame } from "./wire.ts";
import type { Workflow } from "./workflow.ts";
import type { WorkflowState } from "./workflow_state.ts";

/** Where things of a workflow are, for whoever made a request. */
export interface Addresses {
  /** What the addresses of runs begin with: a URL, or a path alone. */
  readonly base: string;
  /** The URL of the workflow. */
  readonly url: string;
}

/** What a frame is made with. */
export interface FrameOptions {
  /** Where things are. */
  readonly addresses: Addresses;
  /** Whether a state without ways out is completed unless the author says otherwise. */
  readonly deriveStatus: boolean;
}

/** A state that was never named: a run of an older version of the workflow may be in it. */
const NO_STATE: WorkflowState = { transitions: [], tools: new Map(), resources: new Map() };

/**
 * What is known of the state that a run is in.
 *
 * @param workflow The workflow.
 * @param run The run.
 * @returns The state.
 */
export function stateOf(workflow: Workflow, run: Run): WorkflowState {
  return workflow.states.get(run.state) ?? NO_STATE;
}

/**
 * How a run stands.
 *
 * @param workflow The workflow.
 * @param run The run.
 * @param deriveStatus Whether a state without ways out is completed.
 * @returns The status.
 */
export function statusOf(workflow: Workflow, run: Run, deriveStatus: boolean): RunStatus {
  if (run.failure !== undefined) return "failed";
  const { status, work, transitions } = stateOf(workflow, run);
  if (status) return status;
  if (work) return "processing";
  return deriveStatus && transitions.length === 0 ? "completed" : "active";
}

/**
 * What to do now.
 *
 * @param workflow The workflow.
 * @param run The run.
 * @returns The hint: why its work failed, where it did.
 */
export function hintOf(workflow: Workflow, run: Run): string {
  return run.failure ?? stateOf(workflow, run).hint ?? "Proceed.";
}

/**
 * Tells whether a run has ended: nothing is to be waited for.
 *
 * @param workflow The workflow.
 * @param run The run.
 * @param deriveStatus Whether a state without ways out is completed.
 * @returns Whether its status says so, or nothing can be done.
 */
export function hasEnded(workflow: Workflow, run: Run, deriveStatus: boolean): boolean {
  const status = statusOf(workflow, run, deriveStatus);
  return status === "completed" || status === "failed" ||
    stateOf(workflow, run).transitions.length === 0;
}

/**
 * The frame of a run as JSON text: its data stands in it as it is kept, digit for digit.
 *
 * @param workflow The workflow.
 * @param id The run's id.
 * @param run The run.
 * @param options What else it is made with.
 * @returns The text, on one line.
 */
export function frameText(
  workflow: Workflow,
  id: string,
  run: Run,
  { addresses, deriveStatus }: FrameOptions,
): string {
  const { base, url } = addresses;
  // A relative address would be no URI, which the schema asks for: clients then know it themselves.
  const absolute = base === url;
  const at = `${base}/runs/${id}`;
  const state = stateOf(workflow, run);
  const frame: StateFrame = {
    run_id: id,
    workflow_id: workflow.id,
    resource_url: absolute ? base : undefined,
    state: run.state,
    status: statusOf(workflow, run, deriveStatus),
    hint: hintOf(workflow, run),
    next_states: nextStates(state, at),
    active_skill: skill(state, url),
    tools: tools(state, at),
    resources: resources(state, at),
  };
  const tail = absolute ? `,"stream_url":${JSON.stringify(`${at}/stream`)}}` : "}";
  const milestones = run.milestones.length === 0 ? "[]" : JSON.stringify(run.milestones);
  return `${
    JSON.stringify(frame).slice(0, -1)
  },"data":${run.data},"milestones":${milestones}${tail}`;
}

function nextStates({ transitions }: WorkflowState, at: string): NextState[] {
  return transitions.map(({ action, expects, critical = false }) => ({
    action,
    method: "POST",
    href: `${at}/transitions/${encodeURIComponent(action)}`,
    expects,
    is_critical: critical,
  }));
}

function skill({ skill }: WorkflowState, url: string): StateFrame["active_skill"] {
  if (!skill) return undefined;
  const { name, path = `${name}/SKILL.md`, contextSummary, version } = skill;
  const whole = URL.canParse(path) ? path : `${url}/skills/${path.replace(/^\/+/, "")}`;
  return { name, url: whole, context_summary: contextSummary, version };
}

function tools({ tools }: WorkflowState, at: string): StageTool[] | undefined {
  if (tools.size === 0) return undefined;
  return [...tools].map(([name, { description, expects }]) => ({
    name,
    href: `${at}/invoke/${encodeURIComponent(name)}`,
    description,
    expects,
  }));
}

function resources({ resources }: WorkflowState, at: string): StageResource[] | undefined {
  if (resources.size === 0) return undefined;
  return [...resources].map(([path, { name, mimeType }]) => ({
    uri: `${at}/resources/${path.split("/").map(encodeURIComponent).join("/")}`,
    name,
    mime_type: mimeType,
  }));
}

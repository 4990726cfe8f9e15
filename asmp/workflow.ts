import { lintWorkflow } from "./_lint.ts";
import {
  checkCliHook,
  checkExpects,
  checkFunction,
  checkId,
  checkMembers,
  checkState,
  checkStatus,
  checkText,
} from "./_definitions.ts";
import type {
  CliHook,
  ResourceOptions,
  SkillOptions,
  ToolOptions,
  Transition,
  TransitionOptions,
  Work,
  WorkflowState,
} from "./workflow_state.ts";
import type { RunStatus } from "./wire.ts";

/** How a {@linkcode Workflow} is set up. */
export interface WorkflowOptions {
  /** The state that a new run is in. */
  initial: string;
  /** Where clients reach the workflow, with the path that it is mounted at. */
  baseUrl?: string;
  /** Whether labels that nobody wrote are made readable: `submit_doc` becomes `Submit doc`. */
  humanize?: boolean;
}

/**
 * A finite state machine that a server drives its clients through. States exist by being named.
 *
 * @example A wizard
 * ```ts
 * import { Workflow } from "@x/toolcli/asmp";
 * import { expect } from "@std/expect";
 *
 * const wizard = new Workflow("config-wizard", { initial: "CONFIGURE" })
 *   .transition("CONFIGURE", "save", "CONFIRM", { expects: { value: "string" } })
 *   .transition("CONFIRM", "confirm", "DONE")
 *   .transition("CONFIRM", "cancel", "CONFIGURE", { critical: true })
 *   .hint("CONFIGURE", "Enter a value and save.")
 *   .status("DONE", "completed");
 *
 * expect([...wizard.states.keys()]).toEqual(["CONFIGURE", "CONFIRM", "DONE"]);
 * ```
 */
export class Workflow {
  /** Its name: lower-case letters, digits and dashes. */
  readonly id: string;
  /** The state that a new run is in. */
  readonly initial: string;
  /** Where clients reach it, without a slash at the end. */
  readonly baseUrl?: string;
  /** Whether labels that nobody wrote are made readable. */
  readonly humanize: boolean;
  readonly #states: Map<string, WorkflowState> = new Map();
  readonly #transitions: Transition[] = [];

  /**
   * Makes a workflow of one state.
   *
   * @param id Its name: two or more lower-case letters, digits and dashes, no dash at an end.
   * @param options How it is set up.
   * @throws {SyntaxError} Where the name or the state is not written as it must be.
   * @throws {TypeError} Where the base URL is none.
   */
  constructor(id: string, options: WorkflowOptions) {
    this.id = checkId(id);
    this.initial = options.initial;
    this.humanize = options.humanize ?? false;
    if (options.baseUrl !== undefined) {
      new URL(options.baseUrl);
      this.baseUrl = options.baseUrl.replace(/\/+$/, "");
    }
    this.#change(options.initial);
  }

  /** All states, in the order in which they were first named. */
  get states(): ReadonlyMap<string, WorkflowState> {
    return this.#states;
  }

  /** All transitions, in the order of definition. */
  get transitions(): readonly Transition[] {
    return this.#transitions;
  }

  /**
   * Adds a way from one state to another. Of two with the same action the first is taken.
   *
   * @param from The state that it starts from.
   * @param action Its name.
   * @param to The state that it leads to.
   * @param options What else it has.
   * @returns The workflow.
   * @throws {TypeError} Where something is of the wrong type.
   * @throws {SyntaxError} Where a state's name is not upper-case letters, digits and underscores.
   */
  transition(from: string, action: string, to: string, options: TransitionOptions = {}): this {
    checkText("action", action);
    checkExpects(options.expects);
    checkMembers(options, ["critical"], "boolean");
    checkMembers(options, ["guard"], "function");
    const transition = { ...options, from, action, to };
    this.#change(from, ({ transitions }) => ({ transitions: [...transitions, transition] }));
    this.#transitions.push(transition);
    return this.#change(to);
  }

  /**
   * Says what to do in a state.
   *
   * @param state The state.
   * @param text The hint; a state without one says `Proceed.`
   * @returns The workflow.
   * @throws {TypeError} Where the hint is no string.
   * @throws {SyntaxError} Where the state's name is not upper-case letters, digits and underscores.
   */
  hint(state: string, text: string): this {
    checkText("hint", text, true);
    return this.#change(state, () => ({ hint: text }));
  }

  /**
   * Says how a state stands.
   *
   * @param state The state.
   * @param status The status; without one a state with work is `processing`, any other `active`.
   * @returns The workflow.
   * @throws {RangeError} Where there is no such status.
   * @throws {SyntaxError} Where the state's name is not upper-case letters, digits and underscores.
   */
  status(state: string, status: RunStatus): this {
    checkStatus(status);
    return this.#change(state, () => ({ status }));
  }

  /**
   * Says what a client shows of a state, in place of what was said before.
   *
   * @param state The state.
   * @param hook What to show; what is left out has its default. Options without a transition are
   * not shown, and a transition without an option has its action for a label.
   * @returns The workflow.
   * @throws {TypeError} Where it is no CLI object: see `cli_schema.json`.
   * @throws {SyntaxError} Where the state's name is not upper-case letters, digits and underscores.
   */
  cli(state: string, hook: CliHook): this {
    const cli = checkCliHook(hook);
    return this.#change(state, () => ({ cli }));
  }

  /**
   * Adds something to call in a state: it does not move the run.
   *
   * @param state The state.
   * @param name Its name.
   * @param options What it does.
   * @returns The workflow.
   * @throws {TypeError} Where something is of the wrong type.
   * @throws {SyntaxError} Where the state's name is not upper-case letters, digits and underscores.
   */
  tool(state: string, name: string, options: ToolOptions): this {
    checkText("name of a tool", name);
    checkExpects(options.expects);
    checkMembers(options, ["description"], "string");
    checkFunction("handler", options.handler);
    return this.#change(state, ({ tools }) => ({ tools: new Map([...tools, [name, options]]) }));
  }

  /**
   * Adds something to read in a state.
   *
   * @param state The state.
   * @param uri Its path below the run's resources, such as `report` or `logs/lint`.
   * @param options What it is.
   * @returns The workflow.
   * @throws {TypeError} Where something is of the wrong type.
   * @throws {SyntaxError} Where the state's name is not upper-case letters, digits and underscores.
   */
  resource(state: string, uri: string, options: ResourceOptions): this {
    checkText("URI of a resource", uri);
    checkMembers(options, ["name", "mimeType"], "string");
    checkFunction("handler", options.handler);
    return this.#change(
      state,
      ({ resources }) => ({ resources: new Map([...resources, [uri, options]]) }),
    );
  }

  /**
   * Names a SKILL.md to read while a run is in a state.
   *
   * @param state The state.
   * @param name The skill's name.
   * @param options Where it is, and what it is about.
   * @returns The workflow.
   * @throws {TypeError} Where something is of the wrong type.
   * @throws {SyntaxError} Where the state's name is not upper-case letters, digits and underscores.
   */
  skill(state: string, name: string, options: SkillOptions = {}): this {
    checkText("name of a skill", name);
    checkMembers(options, ["path", "contextSummary", "version"], "string");
    return this.#change(state, () => ({ skill: { ...options, name } }));
  }

  /**
   * Says what the server does when a run comes into a state, which then is `processing`. Where it
   * throws, or gives an action that the state has not, the run stays in the state as `failed`, with
   * the reason for a hint; its actions can still be taken by a client. Work that was cut off by the
   * end of its process is begun again when the run is next asked for.
   *
   * @param state The state.
   * @param work What is done; it gives the action to take.
   * @returns The workflow.
   * @throws {TypeError} Where the work is no function.
   * @throws {SyntaxError} Where the state's name is not upper-case letters, digits and underscores.
   */
  work(state: string, work: Work): this {
    checkFunction("work", work);
    return this.#change(state, () => ({ work }));
  }

  /**
   * Looks for what is allowed, but hardly meant: keys of CLI options that clash, that are no keys,
   * or that are another option's number; options without a transition.
   *
   * @returns What was found, a sentence each.
   */
  lint(): string[] {
    return lintWorkflow(this);
  }

  #change(
    name: string,
    change: (state: WorkflowState) => Partial<WorkflowState> = () => ({}),
  ): this {
    const state = this.#states.get(name) ??
      { transitions: [], tools: new Map(), resources: new Map() };
    this.#states.set(checkState(name), { ...state, ...change(state) });
    return this;
  }
}

import type { AsmpClient } from "./client.ts";
import { pause } from "./_pause.ts";
import { optionsOf } from "./pick.ts";
import type { CliObject, CliOption, StateFrame } from "./wire.ts";

/** In ms, before a stream that ended is asked for again. */
const STREAM_PAUSE = 500;

/** A run as its driver knows it: the last frame, and what is shown of it. */
export class AsmpRun {
  /** The client. */
  readonly client: AsmpClient;
  #frame: StateFrame;
  #cli: CliObject;

  /**
   * Makes a run of what is known of it.
   *
   * @param client The client.
   * @param frame Its frame.
   * @param cli What is shown of it.
   */
  constructor(client: AsmpClient, frame: StateFrame, cli: CliObject) {
    this.client = client;
    this.#frame = frame;
    this.#cli = cli;
  }

  /**
   * Asks the server for a run.
   *
   * @param client The client.
   * @param run Its id; or its frame, which is then not asked for.
   * @param signal Ends the asking.
   * @returns The run.
   * @throws {AsmpError} Where the server does not give it.
   */
  static async open(
    client: AsmpClient,
    run: string | StateFrame,
    signal?: AbortSignal,
  ): Promise<AsmpRun> {
    const runId = typeof run === "string" ? run : run.run_id;
    const [frame, cli] = await Promise.all([
      typeof run === "string" ? client.getFrame({ runId, signal }) : run,
      client.getCli({ runId, signal }),
    ]);
    return new AsmpRun(client, frame, cli);
  }

  /** Its id. */
  get id(): string {
    return this.#frame.run_id;
  }

  /** Its last frame. */
  get frame(): StateFrame {
    return this.#frame;
  }

  /** What is shown of it. */
  get cli(): CliObject {
    return this.#cli;
  }

  /** What can be chosen. */
  get options(): CliOption[] {
    return optionsOf(this.#frame, this.#cli);
  }

  /** Whether it has ended: its status says so, or nothing can be done any more. */
  get ended(): boolean {
    const { status, next_states } = this.#frame;
    return status === "completed" || status === "failed" || next_states.length === 0;
  }

  /**
   * Asks the server for it again.
   *
   * @param signal Ends the asking.
   * @throws {AsmpError} Where the server does not give it.
   */
  async refresh(signal?: AbortSignal): Promise<void> {
    const { frame, cli } = await AsmpRun.open(this.client, this.id, signal);
    this.#frame = frame;
    this.#cli = cli;
  }

  /**
   * Takes an action.
   *
   * @param action The action.
   * @param body Its fields as JSON text.
   * @param signal Ends the call.
   * @throws {AsmpError} Where the server does not take it.
   */
  async take(action: string, body: string, signal?: AbortSignal): Promise<void> {
    this.#frame = await this.client.transition(action, body, { runId: this.id, signal });
    // The action is taken, also where what to show of it cannot be had: then it has the defaults.
    this.#cli = await this.client.getCli({ runId: this.id, signal }).catch(() => ({}));
  }

  /**
   * While it is processing, follows its stream, but for no longer than a limit.
   *
   * @param limit The limit, in ms.
   * @param tell Is told what comes about: hints and milestones.
   * @param signal Ends the waiting.
   * @throws {AsmpError} Where the server does not give the stream.
   */
  async settle(
    limit: number,
    tell: (line: string) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    if (this.#frame.status !== "processing") return;
    const told = new Set(this.#frame.milestones);
    const changed = ({ status, state, hint, milestones = [] }: StateFrame) => {
      const begun = status === "processing" ? [`${state}: ${hint}`] : [];
      for (const line of [...begun, ...milestones]) {
        if (told.has(line)) continue;
        told.add(line);
        tell(line);
      }
    };
    changed(this.#frame);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), limit);
    const ends = AbortSignal.any(signal ? [late.signal, signal] : [late.signal]);
    try {
      while (await this.#follow(changed, ends)) await pause(STREAM_PAUSE, ends);
    } catch (error) {
      if (!late.signal.aborted || signal?.aborted) throw error;
    } finally {
      clearTimeout(timer);
    }
    await this.refresh(signal); // a line of a stream has more members than a frame
    changed(this.#frame);
  }

  /** Gives whether the stream ended before the processing did, as the reference's streams do. */
  async #follow(changed: (frame: StateFrame) => void, signal: AbortSignal): Promise<boolean> {
    for await (const frame of this.client.stream({ runId: this.id, signal })) {
      if (frame.status !== "processing") return false;
      changed(frame);
    }
    return true;
  }
}

import { cancelled, messageOf, ToolError } from "../agenttool/errors.ts";
import type { Call, Result } from "../agenttool/tool.ts";
import { resultOf } from "./_client_content.ts";
import { EXCHANGE, type Exchange } from "./_client_exact.ts";
import {
  ask,
  askAll,
  askVisits,
  type ElicitAnswer,
  type ElicitParams,
  URL_REQUIRED,
} from "./_client_questions.ts";
import { NO_LIMIT, type Session } from "./_client_session.ts";
import { Problem } from "./_problem.ts";
import type { ListedTool } from "./source.ts";

/** How often one call may come back with questions. */
const MAX_ROUNDS = 10;

/** How often in a row one call may ask what is not accepted: there are servers that insist. */
const MAX_REFUSALS = 100;

/** How long, in ms, until a call is sent again that came back without a question. */
const PACE = 250;

/** What is known of a call while it runs. */
interface Running {
  /** How many of its last questions were not accepted. */
  refusals: number;
  /** Ends what it waits for. */
  giveUp: (reason: Error) => void;
}

/** The calls of one session. */
export class Calls {
  readonly #session: Session;
  readonly #running = new Map<Call, Running>();

  constructor(session: Session) {
    this.#session = session;
    session.onQuestion = (params) => this.#answer(params);
  }

  /** How many run. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * Calls a tool.
   *
   * @param explain Says of an error of ours what it means.
   * @throws {ToolError} Where the tool says that it failed, or did not answer.
   */
  async run(
    listed: ListedTool,
    call: Call,
    explain: (error: unknown) => Promise<string>,
  ): Promise<Result> {
    let exchange: Exchange;
    this.#running.set(call, { refusals: 0, giveUp: () => {} });
    try {
      exchange = await this.#rounds(listed, call);
    } catch (error) {
      if (call.signal.aborted) throw cancelled();
      const name = JSON.stringify(listed.name);
      throw new ToolError(`mcp: call ${name}: ${await explain(error)}`);
    } finally {
      this.#running.delete(call);
    }
    return resultOf(exchange);
  }

  /** Sends a call again with the answers to the questions that it comes back with. */
  async #rounds(listed: ListedTool, call: Call): Promise<Exchange> {
    let answers: Record<string, unknown> = {};
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const exchange: Exchange = { args: call.args || "{}" };
      let result: Record<string, unknown>;
      try {
        result = await this.#send(listed, call, exchange, answers);
      } catch (error) {
        const asks = this.#session.answered(error, URL_REQUIRED);
        if (asks && await askVisits(call, error.data)) continue;
        throw error;
      }
      if (result.resultType !== "input_required") return exchange;
      const { inputRequests = {}, requestState } = result;
      const inputResponses = await askAll(call, Object(inputRequests));
      call.signal.throwIfAborted();
      answers = {
        ...Object.keys(inputResponses).length > 0 && { inputResponses },
        ...requestState !== undefined && { requestState },
      };
      if (!answers.inputResponses) await new Promise((resolve) => setTimeout(resolve, PACE));
    }
    throw new Error(`the server asked for input more than ${MAX_ROUNDS} times`);
  }

  async #send(
    { name, schema }: ListedTool,
    call: Call,
    exchange: Exchange,
    answers: Record<string, unknown>,
  ): Promise<Record<string, unknown>> {
    const { client, modern } = this.#session;
    const lost = new AbortController();
    exchange.lost = () => lost.abort(new Error("the answer broke off"));
    this.#running.get(call)!.giveUp = (reason) => lost.abort(reason);
    try {
      return await client.callTool(
        {
          name,
          arguments: JSON.parse(exchange.args!),
          ...answers,
          [EXCHANGE]: exchange,
        } as Parameters<typeof client.callTool>[0],
        {
          signal: AbortSignal.any([call.signal, lost.signal]),
          timeout: NO_LIMIT,
          allowInputRequired: true,
          onprogress: ({ progress, total, message }) => call.progress({ progress, total, message }),
          // With it the SDK asks for no list; over HTTP it says which arguments become headers.
          toolDefinition: {
            name,
            inputSchema: modern ? JSON.parse(schema) : { type: "object" },
          },
        },
      );
    } catch (error) {
      throw lost.signal.aborted ? lost.signal.reason : error;
    }
  }

  /** Before 2026-07-28 a question names no call: with several it could reach the wrong person. */
  async #answer(params: ElicitParams): Promise<ElicitAnswer> {
    const [running, another] = this.#running;
    if (!running || another || running[1].refusals === MAX_REFUSALS) return { action: "cancel" };
    const [call, state] = running;
    const answer = await ask(call, params);
    state.refusals = answer.action === "accept" ? 0 : state.refusals + 1;
    if (state.refusals === MAX_REFUSALS) {
      state.giveUp(new Error(`the server asked ${MAX_REFUSALS} times what was not answered`));
    }
    return answer;
  }
}

/** What an error of a connection says. */
export function sdkMessage(error: unknown): string {
  const { code } = Object(error);
  return problemOf(error) ??
    (code === "CONNECTION_CLOSED" ? "the connection was closed" : messageOf(error));
}

/** What an error says of a server, in words that follow its name; nothing where it has none. */
export function problemOf(error: unknown): string | undefined {
  if (error instanceof Problem) return error.message;
  const { status, cause } = Object(error);
  if (status === 401 || status === 403) {
    return `asks for authorization (HTTP status ${status}): give it in "headers"`;
  }
  if (typeof status === "number") return `answered with HTTP status ${status}`;
  if (error instanceof TypeError && cause instanceof Error) {
    // The address was said, and may hold a secret.
    return `cannot be reached: ${cause.message.replace(/^[^()]*\([^()]*\): /, "")}`;
  }
  return undefined;
}

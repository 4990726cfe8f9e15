import type { ServerContext } from "@modelcontextprotocol/server";
import { cancelled } from "../agenttool/errors.ts";
import type { Answer, Elicitation } from "../agenttool/tool.ts";
import { isTaken, readAnswer, wireQuestion } from "./_server_ask.ts";
import type { WireResult } from "./_server_result.ts";

/** What a request is answered with when the call asks something first. */
export interface InputRequired {
  [member: string]: unknown;
  resultType: "input_required";
  inputRequests: Record<string, { method: "elicitation/create"; params: Record<string, unknown> }>;
  requestState: string;
}

/** A question that waits for its answer. */
interface Waiting {
  readonly question: Elicitation;
  readonly answer: (answer: Promise<Answer>) => void;
  sent: boolean;
}

/** Clients give a call up after so many requests. */
const MAX_REQUESTS = 10;

/**
 * A call under protocol 2026-07-28, where a server cannot ask: the questions are the answer to the
 * client's request, and the client asks again with what was answered. The tool runs on meanwhile.
 */
export class Conversation {
  readonly #controller = new AbortController();
  readonly #waiting = new Map<string, Waiting>();
  readonly #outcome: Promise<WireResult>;
  #front?: ServerContext;
  #capability: unknown;
  #requests = 0;
  #asked = 0;
  #wake = () => {};

  /** @param run Runs the call. */
  constructor(run: (conversation: Conversation) => Promise<WireResult>) {
    this.#outcome = run(this);
  }

  /** Aborted when the client cancels, or the call is given up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The request that waits for the call now; there is none while the client asks the user. */
  get front(): ServerContext | undefined {
    return this.#front;
  }

  /** Ends the call, and with it what it asked. */
  abort(): void {
    const reason = cancelled();
    for (const { answer } of this.#waiting.values()) answer(Promise.reject(reason));
    this.#waiting.clear();
    this.#controller.abort(reason);
  }

  /** Asks the client in the answer to a request of its. */
  ask = (question: Elicitation): Promise<Answer> => {
    if (this.signal.aborted) return Promise.reject(this.signal.reason);
    if (!isTaken(question, this.#capability)) return Promise.resolve({ action: "cancel" });
    if (this.#requests >= MAX_REQUESTS) {
      return Promise.reject(
        new Error(`The call asked in ${MAX_REQUESTS} requests already, and clients send no more`),
      );
    }
    return new Promise((answer) => {
      this.#waiting.set(`elicit_${++this.#asked}`, { question, answer, sent: false });
      this.#wake();
    });
  };

  /**
   * Takes a request's answers, and gives what it is answered with.
   *
   * @param ctx The request.
   * @param park Keeps the conversation for the next request, and gives the state that names it.
   */
  async next(ctx: ServerContext, park: () => string): Promise<WireResult | InputRequired> {
    const { signal } = ctx.mcpReq;
    const abort = () => this.abort();
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    this.#front = ctx;
    this.#capability = elicitation(ctx);
    this.#requests++;
    this.#take(ctx.mcpReq.inputResponses ?? {});
    try {
      const result = await Promise.race([this.#outcome, this.#question()]);
      return result ?? this.#ask(park());
    } finally {
      this.#front = undefined;
      signal.removeEventListener("abort", abort);
    }
  }

  #take(responses: Record<string, unknown>): void {
    for (const [key, { question, answer, sent }] of this.#waiting) {
      if (!sent) continue;
      this.#waiting.delete(key);
      answer(readAnswer(question, Object.hasOwn(responses, key) ? responses[key] : undefined));
    }
  }

  /** Resolves when there is a question; what is asked at the same time goes with it. */
  async #question(): Promise<void> {
    if (this.#waiting.size === 0) await new Promise<void>((resolve) => this.#wake = resolve);
    await new Promise((resolve) => setTimeout(resolve));
  }

  #ask(requestState: string): InputRequired {
    const inputRequests: InputRequired["inputRequests"] = {};
    for (const [key, waiting] of this.#waiting) {
      waiting.sent = true;
      inputRequests[key] = {
        method: "elicitation/create",
        params: wireQuestion(waiting.question),
      };
    }
    return { resultType: "input_required", inputRequests, requestState };
  }
}

function elicitation({ mcpReq }: ServerContext): unknown {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  const capabilities = envelope?.["io.modelcontextprotocol/clientCapabilities"];
  return (capabilities as Record<string, unknown> | undefined)?.elicitation;
}

import { NobodyToAskError } from "../agenttool/errors.ts";
import type { Answer, Call, Elicitation, Elicitor, JsonSchema } from "../agenttool/tool.ts";
import type { GivenAnswer } from "./_options.ts";

/** The first question that nobody answered, and those after it. */
export interface Unanswered {
  question: Elicitation;
  /** How many answers were used before it. */
  answersGiven: number;
  /** Why the answer given to it does not fit. */
  rejected?: string;
  /** The later questions, which were answered `cancel` too. */
  more: Elicitation[];
}

/**
 * Answers a call's questions in the order they come: by the replies given, then by asking, then
 * `cancel`, which it remembers. See spec/agenttool-cli.md 8.2.
 */
export class Questions {
  unanswered?: Unanswered;
  readonly #answers: readonly GivenAnswer[];
  readonly #ask?: Elicitor;
  #used = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(answers: readonly GivenAnswer[], ask?: Elicitor) {
    this.#answers = answers;
    this.#ask = ask;
  }

  /** How many replies no question took. */
  get unused(): number {
    return this.#answers.length - this.#used;
  }

  /** One question at a time: whether a reply fits decides what the next question gets. */
  ask(question: Elicitation, call: Call): Promise<Answer> {
    const answer = this.#last.then(() => this.#answer(question, call));
    this.#last = answer.catch(() => {});
    return answer;
  }

  async #answer(question: Elicitation, call: Call): Promise<Answer> {
    if (this.unanswered) return this.#cancel(question);
    const given = this.#answers[this.#used];
    if (given) {
      const rejected = await problems(question, given);
      if (rejected) return this.#cancel(question, rejected);
      this.#used++;
      return given.content === undefined
        ? { action: given.action }
        : { action: given.action, content: JSON.parse(given.content) };
    }
    try {
      return await this.#ask?.(question, call) ?? this.#cancel(question);
    } catch (error) {
      if (error instanceof NobodyToAskError) return this.#cancel(question);
      throw error;
    }
  }

  #cancel(question: Elicitation, rejected?: string): Answer {
    if (this.unanswered) this.unanswered.more.push(question);
    else this.unanswered = { question, answersGiven: this.#used, rejected, more: [] };
    return { action: "cancel" };
  }
}

/** Why a reply does not fit its question; empty when it does, or when no one can tell. */
async function problems({ url, schema }: Elicitation, { content }: GivenAnswer): Promise<string> {
  if (content === undefined) return "";
  const { action } = JSON.parse(content);
  if (["accept", "decline", "cancel"].includes(action) && (url || !hasField(schema, "action"))) {
    // Some protocols write answers so; here it would accept what was declined.
    return `it holds an action, which stands alone here: --answer ${action}`;
  }
  const { answerProblem } = await import("../agenttool/answer_problem.ts");
  return await answerProblem(url ? undefined : schema, content);
}

/** Whether a form declares a field. */
function hasField(schema: JsonSchema | undefined, name: string): boolean {
  return typeof schema === "object" && Object.hasOwn(Object(schema.properties), name);
}

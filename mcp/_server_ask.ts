import { answerProblem } from "../agenttool/answer_problem.ts";
import type { Answer, Elicitation, JsonSchema } from "../agenttool/tool.ts";
import { isObject } from "./_object.ts";
import { textOf } from "./_server_text.ts";

/** How long a question waits for its answer. */
export const ABANDON_MS = 30 * 60 * 1000;

/**
 * Tells whether a client takes a question: one that names no mode takes forms.
 *
 * @param question The question.
 * @param capability What the client said of elicitation.
 * @returns Whether it can be asked.
 */
export function isTaken({ url }: Elicitation, capability: unknown): boolean {
  if (!isObject(capability)) return false;
  const { form, url: page } = capability;
  return url ? isObject(page) : isObject(form) || !isObject(page);
}

/**
 * Writes a question for the wire.
 *
 * @param question The question.
 * @returns The parameters of `elicitation/create`.
 */
export function wireQuestion({ message, schema, url }: Elicitation): Record<string, unknown> {
  if (url) return { mode: "url", message, url };
  return { mode: "form", message, requestedSchema: formSchema(schema) };
}

/**
 * Reads a client's answer.
 *
 * @param question The question.
 * @param response What the client sent; nothing where it left the question out.
 * @returns The answer.
 * @throws {Error} Where it is no answer to the question.
 */
export async function readAnswer(question: Elicitation, response: unknown): Promise<Answer> {
  if (response === undefined) return { action: "cancel" };
  const { action, content } = isObject(response) ? response : {};
  if (action === "decline" || action === "cancel") return { action };
  if (action !== "accept") {
    throw new Error(`elicitation answer: unknown action ${JSON.stringify(action) ?? "undefined"}`);
  }
  if (question.url) return { action };
  const text = textOf(content);
  const problem = await problemOf(question, text ?? "{}");
  if (problem) throw new Error(`elicitation answer: ${problem}`);
  return text === undefined ? { action } : { action, content: JSON.parse(text) };
}

async function problemOf({ schema }: Elicitation, content: string): Promise<string> {
  if (!/^\s*\{/.test(content)) return "expected a JSON object";
  return await answerProblem(schema, content);
}

/** Clients refuse a form without these two members. */
function formSchema(schema: JsonSchema | undefined): JsonSchema {
  return { type: "object", properties: {}, ...(isObject(schema) ? schema : {}) };
}

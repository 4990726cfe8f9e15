import type { Answer, Call, Elicitation, JsonSchema } from "../agenttool/tool.ts";

/** A question as MCP words it, and the answer. */
export interface ElicitParams {
  mode?: unknown;
  message?: unknown;
  requestedSchema?: unknown;
  url?: unknown;
}
export type ElicitAnswer = { action: Answer["action"]; content?: Record<string, never> };

/** What an error says that asks for pages to be visited before the call: see MCP's elicitation. */
export const URL_REQUIRED = -32042;

/**
 * Asks the user what a server asks. A question still open when its call ends is answered `cancel`.
 */
export async function ask(call: Call, params: ElicitParams): Promise<ElicitAnswer> {
  const { mode, message, requestedSchema, url } = params;
  const question: Elicitation = { message: typeof message === "string" ? message : "" };
  if (mode === "url") question.url = String(url);
  else question.schema = requestedSchema as JsonSchema;
  const { action, content } = await Promise.race([call.ask(question), untilCancelled(call)]);
  if (action !== "accept" || mode === "url") return { action };
  // The SDK's type has the kinds of values that a form has; the server checks them.
  return { action, content: (content ?? {}) as Record<string, never> };
}

/**
 * Asks all that a result or an error asks, one after the other.
 *
 * @param requests The questions by their keys, as the 2026-07-28 protocol has them in a result.
 * @returns The answers by the same keys. What is no question gets none.
 */
export async function askAll(
  call: Call,
  requests: Record<string, unknown>,
): Promise<Record<string, ElicitAnswer>> {
  const answers: [string, ElicitAnswer][] = [];
  for (const [key, request] of Object.entries(requests)) {
    const { method, params } = Object(request);
    if (method === "elicitation/create") answers.push([key, await ask(call, Object(params))]);
  }
  return Object.fromEntries(answers);
}

/**
 * Asks for the visits that an error names.
 *
 * @returns Whether the user made them all.
 */
export async function askVisits(call: Call, data: unknown): Promise<boolean> {
  const { elicitations } = Object(data);
  if (!Array.isArray(elicitations) || elicitations.length === 0) return false;
  for (const visit of elicitations) {
    const { action } = await ask(call, { ...Object(visit), mode: "url" });
    if (action !== "accept") return false;
  }
  return true;
}

function untilCancelled({ signal }: Call): Promise<Answer> {
  return new Promise((resolve) => {
    const cancel = () => resolve({ action: "cancel" });
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  });
}

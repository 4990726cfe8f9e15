import type { Elicitor } from "../agenttool/tool.ts";
import { untilAborted } from "../agenttool/until_aborted.ts";

/**
 * Asks one question at a time, in the order they arrive. A question whose call is cancelled while it
 * waits for its turn ends at once.
 *
 * @param ask What asks a question that has its turn.
 * @returns An elicitor.
 */
export function oneAtATime(ask: Elicitor): Elicitor {
  let last = Promise.resolve();
  return async (question, call) => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    try {
      await untilAborted(before, call.signal);
      return await ask(question, call);
    } finally {
      before.then(resolve);
    }
  };
}

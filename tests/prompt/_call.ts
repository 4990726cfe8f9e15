import type { Call } from "../../agenttool/tool.ts";

/** A call for an elicitor, which reads nothing of it but the signal. */
export function callWith(signal: AbortSignal = new AbortController().signal): Call {
  return {
    id: "call_1",
    args: "{}",
    signal,
    ask: () => Promise.resolve({ action: "cancel" }),
    progress() {},
    record: () => Promise.resolve(),
  };
}

import type { Elicitor } from "../agenttool/tool.ts";

/**
 * Makes an elicitor that asks a person by plain lines: it writes a question and reads the answer up
 * to the end of the line. Questions are asked one at a time, in the order they arrive.
 *
 * - A page is shown as `Open <url>`; Enter (or `y`) accepts when done, `n` declines.
 * - A form asks for each field in schema order, with its type, whether it is optional, its title,
 *   description, choices and default. Enter takes the default, and leaves out an optional field that
 *   has none. A choice is given by its value or its title. An array of words, numbers or choices is
 *   given as values with commas between them, or as a JSON array; any other value as JSON, or else
 *   it is text. `!decline` and `!cancel` end the form.
 * - Any other question, also a form without fields, is yes or no: `y`, `yes`, `n` or `no`; Enter
 *   declines.
 *
 * Whatever does not fit is asked again with the reason: a value that its field's schema does not
 * allow, an integer that a JavaScript number cannot hold, bytes that are not UTF-8. The end of the
 * input cancels; a last line without a line break counts. A call's signal ends its question at
 * once, and the line that it waited for goes to the next question. Control characters in a question
 * are made visible, never obeyed.
 *
 * @example A tool's question, answered from a stream
 * ```ts
 * import { defineTool, Executor } from "@x/toolcli/agenttool";
 * import { prompt } from "@x/toolcli/prompt";
 * import { expect } from "@std/expect";
 *
 * const input = new Blob(["soon\n", "7\n"]).stream();
 * let shown = "";
 * const output = new WritableStream<Uint8Array>({
 *   write: (bytes) => void (shown += new TextDecoder().decode(bytes)),
 * });
 * const remove = defineTool({
 *   name: "remove",
 *   execute: (_args, call) =>
 *     call.ask({ message: "When?", schema: { properties: { days: { type: "integer" } } } }),
 * });
 *
 * const executor = new Executor({ ask: prompt(input, output) });
 * for await (const event of executor.execute([{ tool: remove, id: "call_1", args: "{}" }])) {
 *   const answer = { action: "accept", content: { days: 7 } };
 *   expect(event).toMatchObject({ result: { content: [{ text: JSON.stringify(answer) }] } });
 * }
 * expect(shown).toContain('days (integer, optional): "soon" is not an integer\n');
 * ```
 *
 * @param input Where the person's lines come from, as UTF-8; it is locked from the first question.
 * @param output Where questions are written; it is locked only while something is written.
 * @returns The elicitor. It rejects with the signal's reason where the call's signal is aborted, and
 * where a stream fails.
 */
export function prompt(
  input: ReadableStream<Uint8Array>,
  output: WritableStream<Uint8Array>,
): Elicitor {
  let loading: Promise<Elicitor> | undefined;
  return async (question, call) => {
    loading ??= import("./_lines.ts").then(({ lineElicitor }) => lineElicitor(input, output));
    return (await loading)(question, call);
  };
}

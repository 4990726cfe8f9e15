/**
 * Elicitors that ask a person: {@linkcode prompt} by plain lines on any streams, and
 * {@linkcode terminalPrompt} with a fitting control for each field on the terminal.
 *
 * @module
 */
export { prompt } from "./prompt.ts";
export { terminalPrompt } from "./terminal_prompt.ts";

import { type RunOptions, runTemplate } from "./run.ts";
import { type CliCallTemplate, type ParsedManual, parseManual } from "./template.ts";

/** How long discovery may take in ms, where the template does not say. */
const TIMEOUT_MS = 30_000;

/**
 * Runs a template that prints a manual.
 *
 * @throws {Error} Where it fails, or prints no manual: the first line is quoted.
 */
export async function discoverManual(
  template: CliCallTemplate,
  options: Omit<RunOptions, "manual" | "inputs">,
): Promise<ParsedManual> {
  const { name = "" } = template;
  const run = { ...options, timeout: options.timeout ?? TIMEOUT_MS, manual: name };
  const { text, isJson, truncated } = await runTemplate(template, "{}", run);
  if (text === "") throw new Error(`No output from discovery commands for CLI provider '${name}'`);
  if (truncated) throw notManual(name, text, "it is too long");
  if (!isJson) throw notManual(name, text, "it is no JSON object");
  try {
    return parseManual(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw notManual(name, text, error.message);
  }
}

function notManual(name: string, text: string, reason: string): Error {
  const [first = ""] = text.split("\n", 1);
  const line = first.length > LONGEST ? `${first.slice(0, LONGEST)}…` : first;
  return new Error(
    `Could not parse UTCP manual from CLI provider '${name}' output: ${reason}: ` +
      JSON.stringify(line),
  );
}

const LONGEST = 200;

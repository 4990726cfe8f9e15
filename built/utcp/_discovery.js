import { runTemplate } from './_run.js';
import { parseManual } from './_start.js';

const TIMEOUT_MS = 3e4;
async function discoverManual(template, options) {
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
function notManual(name, text, reason) {
  const [first = ""] = text.split("\n", 1);
  const line = first.length > LONGEST ? `${first.slice(0, LONGEST)}\u2026` : first;
  return new Error(
    `Could not parse UTCP manual from CLI provider '${name}' output: ${reason}: ` + JSON.stringify(line)
  );
}
const LONGEST = 200;

export { discoverManual };

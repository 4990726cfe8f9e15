import { visibleLine } from "../agenttool/visible.ts";

/**
 * Waits for the tools of a server. To a person at a terminal who has waited for long it says for
 * what: a server may have to be installed first.
 *
 * @param name What to call the server.
 * @param program Whose words it says.
 * @param tools What to wait for.
 * @returns The tools.
 */
export async function waited<T>(name: string, program: string, tools: Promise<T>): Promise<T> {
  if (!Deno.stderr.isTerminal()) return await tools;
  untold.add(name);
  const timer = setTimeout(() => {
    if (untold.size > 0) {
      const names = [...untold].join(", ");
      console.error(`${program}: ${visibleLine(`waiting for the tools of ${names}…`)}`);
    }
    untold.clear();
  }, LONG);
  try {
    return await tools;
  } finally {
    clearTimeout(timer);
    untold.delete(name);
  }
}

/**
 * How long, in ms, sources are waited for that somebody can do without: clients of MCP give up
 * servers that do not answer within ten seconds or more.
 */
export const PATIENCE = 5_000;

/** In ms. */
const LONG = 2_000;

/** The servers waited for of which nothing was said: one line is for all. */
const untold = new Set<string>();

import { messageOf } from "../agenttool/errors.ts";
import { failedStart, keepFailedStart } from "../mcp/failed_start.ts";
import type { McpServer } from "../mcp/source.ts";

/** How a server is started for its tools. */
export interface Starting {
  /** Whether it is started although that failed a moment ago. */
  again?: boolean;
  /** Whose words the error is in; toolcli's own, which has `--refresh`, unless it is compiled. */
  program?: string;
  /** Ends the start, which is no failure then. */
  signal?: AbortSignal;
}

/**
 * Asks a server for its tools. Where one just kept somebody waiting for nothing, the next does not
 * wait: it is told so at once.
 *
 * @param server The server.
 * @param starting How it is started.
 * @param ask Starts it, and asks it.
 * @returns What it was asked for.
 * @throws {Error} Where that fails, or failed within the last minute.
 */
export async function started<T>(
  server: McpServer,
  { again, program, signal }: Starting,
  ask: () => Promise<T>,
): Promise<T> {
  const failed = again ? undefined : await failedStart(server);
  if (failed && failed.ago < KEPT) {
    const remedy = program === undefined ? "; --refresh tries again" : "";
    const when = ` (tried ${Math.round(failed.ago / 1000)} s ago${remedy})`;
    // What the server wrote on standard error stands below.
    throw new Error(failed.message.replace(/^.*/, (line) => line + when));
  }
  const began = Date.now();
  try {
    return await ask();
  } catch (error) {
    if (!signal?.aborted && Date.now() - began >= LONG) {
      await keepFailedStart(server, messageOf(error));
    }
    throw error;
  }
}

/** How long, in ms, a start that failed is not tried again. */
const KEPT = 60_000;

/** A start that fails sooner, in ms, keeps nobody waiting, and is tried each time. */
const LONG = 5_000;

import type { FrameOptions } from "./_frame.ts";
import type { RunStore, StoredRun } from "./store.ts";
import type { Workflow } from "./workflow.ts";
import { runNotFound } from "./_refusal.ts";

/** A workflow with all that its requests are answered by. */
export interface Site {
  readonly workflow: Workflow;
  /** The path that it is mounted at, without a slash at the end. */
  readonly prefix: string;
  readonly store: RunStore;
  /** What `GET /` does. */
  readonly index: "run" | "list";
  readonly deriveStatus: boolean;
  readonly checkTypes: boolean;
  /** How many bytes a body may have. */
  readonly maxBody: number;
  /** How often a stream that has nothing to say sends an empty line, in ms. */
  readonly heartbeat?: number;
  /** Aborted when the server ends: streams end, and work stops. */
  readonly signal: AbortSignal;
  /** Is told of what no caller sees. */
  readonly note: (text: string) => void;
}

/** A request to a site, as far as it was read. */
export interface Visit extends FrameOptions {
  readonly site: Site;
  readonly request: Request;
}

/**
 * A workflow as it stands in a list.
 *
 * @param visit The request.
 * @returns Its id, and how a run is started.
 */
export function listed({ site, addresses }: Visit): Record<string, unknown> {
  const start = { method: "POST", href: `${addresses.base}/runs` };
  return { workflow_id: site.workflow.id, start };
}

/**
 * Finds a run.
 *
 * @param site The site that was asked for it.
 * @param id The run's id.
 * @returns The run.
 * @throws {Refusal} Where the site has none of this id.
 */
export async function findRun({ store, workflow }: Site, id: string): Promise<StoredRun> {
  const stored = await store.get(id);
  if (stored?.run.workflow !== workflow.id) throw runNotFound();
  return stored;
}

/**
 * Answers with JSON that may be another one the next time.
 *
 * @param text The JSON text.
 * @param status The HTTP status.
 * @param headers More headers.
 * @returns The answer.
 */
export function json(text: string, status = 200, headers?: Record<string, string>): Response {
  return new Response(text, {
    status,
    headers: headers ? { ...JSON_HEADERS, ...headers } : JSON_HEADERS,
  });
}

const JSON_HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

/**
 * Says what was thrown, as the answer with status 500 does.
 *
 * @param error What was thrown.
 * @returns `Error: ` and the message.
 */
export function thrown(error: unknown): string {
  try {
    return String(error);
  } catch {
    return "Error: something that cannot be shown was thrown";
  }
}

import { visibleLine } from "../agenttool/visible.ts";
import type { RunStore } from "../asmp/store.ts";
import type { Workflow } from "../asmp/workflow.ts";
import { watchInterrupts } from "../cli/deno_process.ts";
import { HostError, SourceError } from "./errors.ts";
import { importModule } from "./_module.ts";
import { part } from "./_part.ts";
import { listenAt } from "./_port.ts";

/** What is served, and where. */
export interface ServeAsmpOptions {
  /** A module whose default export is a workflow, or an array of them. */
  source: string;
  /** The port; 0 for any that is free. */
  port: number;
  /** The file that keeps the runs; without one they are kept in memory. */
  store?: string;
}

/** How long answers that are on their way may take, once the end is asked for, in ms. */
const GRACE_MS = 2_000;

/**
 * Serves a workflow on the loopback interface until an interrupt.
 *
 * @param options What is served, and where.
 * @returns The exit status.
 * @throws {HostError} Where the module has no workflow, or the port or the file cannot be had.
 */
export async function serveAsmp({ source, port, store }: ServeAsmpOptions): Promise<number> {
  const { default: exported } = await importModule(source);
  const workflows = workflowsOf(source, exported);
  const { serveWorkflow, sqliteStore } = await server();
  const runs = store === undefined ? undefined : await openStore(sqliteStore, store);
  const note = (text: string) => console.error(`toolcli: ${visibleLine(text)}`);
  const { signal, stop } = watchInterrupts();
  // Whoever writes types in a workflow counts on them: "no" would be a boolean's yes.
  const options = { port, store: runs, note, checkTypes: true, grace: GRACE_MS };
  const serving = listenAt(port, () => serveWorkflow(workflows, options));
  console.error(`toolcli: serving ASMP on ${serving.url}`);
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  await serving.shutdown();
  await runs?.close?.();
  stop();
  return 0;
}

function workflowsOf(source: string, exported: unknown): Workflow | Workflow[] {
  const all = [exported].flat();
  if (all.length > 0 && all.every(isWorkflow)) return exported as Workflow | Workflow[];
  throw new SourceError(source, "its default export is no Workflow");
}

/** By what it has: the module may import another copy of the class. */
function isWorkflow(value: unknown): value is Workflow {
  const { id, states, lint } = (value ?? {}) as Partial<Workflow>;
  return typeof id === "string" && typeof lint === "function" && states !== undefined;
}

/** What the server is made of is no part of programs that do not serve: their graph ends here. */
async function server(): Promise<
  typeof import("../asmp/deno_serve.ts") & typeof import("../asmp/sqlite_store.ts")
> {
  return {
    ...await part<typeof import("../asmp/deno_serve.ts")>("../asmp/deno_serve.ts"),
    ...await part<typeof import("../asmp/sqlite_store.ts")>("../asmp/sqlite_store.ts"),
  };
}

async function openStore(
  sqliteStore: (path: string) => Promise<RunStore>,
  path: string,
): Promise<RunStore> {
  try {
    return await sqliteStore(path);
  } catch (error) {
    throw new HostError(`--store ${JSON.stringify(path)}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

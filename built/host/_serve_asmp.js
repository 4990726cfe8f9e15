import { watchInterrupts, visibleLine } from '../mod.js';
import { importModule, SourceError, HostError } from './main.js';
import { listenAt } from './_serve.js';

const GRACE_MS = 2e3;
async function serveAsmp({ source, port, store }) {
  const { default: exported } = await importModule(source);
  const workflows = workflowsOf(source, exported);
  const { serveWorkflow, sqliteStore } = await server();
  const runs = store === void 0 ? void 0 : await openStore(sqliteStore, store);
  const note = (text) => console.error(`toolcli: ${visibleLine(text)}`);
  const { signal, stop } = watchInterrupts();
  const options = { port, store: runs, note, checkTypes: true, grace: GRACE_MS };
  const serving = listenAt(port, () => serveWorkflow(workflows, options));
  console.error(`toolcli: serving ASMP on ${serving.url}`);
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  await serving.shutdown();
  await runs?.close?.();
  stop();
  return 0;
}
function workflowsOf(source, exported) {
  const all = [exported].flat();
  if (all.length > 0 && all.every(isWorkflow)) return exported;
  throw new SourceError(source, "its default export is no Workflow");
}
function isWorkflow(value) {
  const { id, states, lint } = value ?? {};
  return typeof id === "string" && typeof lint === "function" && states !== void 0;
}
async function server() {
  return {
    ...await import(new URL('../asmp/deno_serve.js', import.meta.url).href),
    ...await import(new URL('../asmp/sqlite_store.js', import.meta.url).href)
  };
}
async function openStore(sqliteStore, path) {
  try {
    return await sqliteStore(path);
  } catch (error) {
    throw new HostError(`--store ${JSON.stringify(path)}: ${error.message}`, {
      cause: error
    });
  }
}

export { serveAsmp };

/**
 * A server to measure: `constant` answers its second argument, `memory` and `file` serve a workflow
 * that can go on for ever. Prints its address.
 *
 * @module
 */

import { serveWorkflow } from "../asmp/deno_serve.ts";
import { sqliteStore, Workflow } from "../asmp/mod.ts";

const [kind, value = ""] = Deno.args;
if (kind === "constant") {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  const onListen = ({ port }: Deno.NetAddr) => console.log(`http://127.0.0.1:${port}`);
  Deno.serve({ hostname: "127.0.0.1", port: 0, onListen }, () => new Response(value, { headers }));
} else {
  const workflow = new Workflow("again-wf", { initial: "S" })
    .transition("S", "again", "S")
    .hint("S", "Go on.")
    .cli("S", { prompt: "Again?", options: [{ action: "again", label: "Once more", keys: "1" }] });
  const store = kind === "file" ? await sqliteStore(value) : undefined;
  console.log(serveWorkflow(workflow, { store }).url);
}

/** A server that a test kills: `deno run … KIND PLACE` prints its address. */

import { Workflow } from "../../asmp/mod.ts";
import { serveWorkflow } from "../../asmp/deno_serve.ts";
import { redisStore } from "../../asmp/redis_store.ts";
import { sqliteStore } from "../../asmp/sqlite_store.ts";

const [kind, place = ""] = Deno.args;
const store = kind === "redis" ? await redisStore(place) : await sqliteStore(place);
const workflow = new Workflow("again-wf", { initial: "S" })
  .transition("S", "again", "S", { expects: { n: "number" } });
console.log(serveWorkflow(workflow, { store }).url);

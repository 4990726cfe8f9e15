import { createHandler } from "../../asmp/handler.ts";
import { Workflow } from "../../asmp/workflow.ts";
import { expectSame, type Target } from "./_target.ts";

const PIECES = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"a"',
  '"n"',
  '"data"',
  '"__proto__"',
  '"constructor"',
  "1",
  "12345678901234567890",
  "-1e9999",
  '"x"',
  '"\\ud800"',
  "null",
  "true",
  " ",
  "\n",
];
const VALID = [
  '{"a":"x","n":1}',
  '{"data":{"k":{"deep":[1,2,3]}}}',
  "{}",
  '{"a":"x","n":2,"o":[]}',
];
const PATHS = [
  "",
  "/",
  "/runs",
  "/runs/",
  "/runs/ID",
  "/runs/ID/cli",
  "/runs/ID/cli.json",
  "/runs/ID/transitions/go",
  "/runs/ID/transitions/again",
  "/runs/ID/transitions/__proto__",
  "/runs/ID/invoke/echo",
  "/runs/ID/invoke/constructor",
  "/runs/ID/resources/text",
  "/runs/constructor",
  "/runs/%00/cli",
  "/runs/%E0%A4%A/cli",
  "/openapi.json",
  "//",
  "/..",
];
const METHODS = ["POST", "POST", "POST", "GET", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS"];

const workflow = new Workflow("fuzz", { initial: "S" })
  .transition("S", "go", "S", { expects: { a: "string", n: "number", o: "array?" } })
  .transition("S", "again", "S")
  .tool("S", "echo", { handler: ({ body }) => body })
  .resource("S", "text", { handler: () => "text" });
const handler = createHandler(workflow, { maxRuns: 1000, checkTypes: true, index: "list" });
let id: string | undefined;

/** What an ASMP server gets: a method, a path, a key and a body, each on a line. */
export const asmpServer: Target = {
  name: "asmp",
  input: (random) => {
    const body = random.once(2)
      ? random.text(PIECES, 10)
      : random.mutated(random.one(VALID), PIECES);
    const path = random.once(4)
      ? random.mutated(random.one(PATHS), ["/", "%", "?", "#", ".", "runs"])
      : random.one(PATHS);
    const key = random.once(5) ? random.one(["k", "k2", "", "é"]) : "";
    return [random.one(METHODS), path.replaceAll("\n", ""), key, body].join("\n");
  },
  async check(input) {
    id ??= await newRun();
    const [method = "", path = "", key = "", ...rest] = input.split("\n");
    const url = `http://127.0.0.1/${path.replace("ID", id)}`.replace("1//", "1/");
    if (!URL.canParse(url)) return;
    const headers = new Headers({ "content-type": "application/json" });
    if (/^[\x21-\x7e]+$/.test(key)) headers.set("idempotency-key", key);
    const body = method === "GET" || method === "HEAD" ? undefined : rest.join("\n");
    const response = await handler(new Request(url, { method, headers, body }));
    const text = await response.text();
    expectSame("a documented status", response.status < 500 || response.status === 503, true);
    if (response.status >= 400 && method !== "HEAD") {
      expectSame("the hint's type", typeof JSON.parse(text).hint, "string");
    }
  },
};

async function newRun(): Promise<string> {
  const response = await handler(new Request("http://127.0.0.1/runs", { method: "POST" }));
  return (await response.json()).run_id;
}

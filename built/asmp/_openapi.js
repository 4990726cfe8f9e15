import CLI_SCHEMA from '../../asmp/cli_schema.json' with { type: "json" };
import { RUN_STATUSES } from './_decoded.js';

function openApi(workflow, url) {
  const { properties, ...cli } = CLI_SCHEMA;
  return {
    openapi: "3.0.3",
    info: {
      title: "Agent State Machine Protocol (ASMP)",
      version: "1.0.0",
      "x-workflow-id": workflow.id
    },
    servers: [{ url, description: "ASMP server" }],
    paths: paths(),
    components: {
      schemas: {
        StateFrame: frame(workflow),
        CliResponse: {
          type: cli.type,
          properties,
          additionalProperties: cli.additionalProperties
        },
        Hint: object({ hint: { type: "string" } }, ["hint"])
      }
    }
  };
}
const STRING = { type: "string" };
const FIELDS = { type: "object", additionalProperties: STRING };
const DATA = { type: "object", additionalProperties: true };
function object(properties, required) {
  return { type: "object", properties, required };
}
function frame(workflow) {
  const uri = { type: "string", format: "uri" };
  const reference = { type: "string", format: "uri-reference" };
  const nextState = object({
    action: STRING,
    method: { type: "string", enum: ["POST"] },
    href: reference,
    expects: FIELDS,
    is_critical: { type: "boolean", default: false }
  }, ["action", "method", "href"]);
  const skill = { name: STRING, url: uri, context_summary: STRING, version: STRING };
  const tool = { name: STRING, href: reference, description: STRING, expects: FIELDS };
  const resource = { uri: reference, name: STRING, mime_type: STRING };
  const properties = {
    run_id: { type: "string", format: "uuid" },
    workflow_id: { type: "string", enum: [workflow.id] },
    resource_url: uri,
    state: { type: "string", enum: [...workflow.states.keys()] },
    status: { type: "string", enum: RUN_STATUSES },
    hint: STRING,
    next_states: { type: "array", items: nextState },
    active_skill: object(skill, ["name", "url"]),
    tools: { type: "array", items: object(tool, ["name", "href"]) },
    resources: { type: "array", items: object(resource, ["uri"]) },
    data: DATA,
    milestones: { type: "array", items: STRING },
    stream_url: uri
  };
  const required = ["run_id", "workflow_id", "state", "status", "hint", "next_states"];
  return { ...object(properties, required), additionalProperties: false };
}
function paths() {
  const FRAME = { $ref: "#/components/schemas/StateFrame" };
  const CLI = { $ref: "#/components/schemas/CliResponse" };
  const start = object({ data: DATA, workflow_id: STRING }, []);
  const cli = { get: operation("How a client shows the run", { 200: json(CLI) }, 404) };
  return {
    "/": { get: operation("Start a run and show it", { 200: json(FRAME) }) },
    "/runs": {
      post: { ...operation("Start a run", { 201: json(FRAME) }, 400, 503), ...body(start) }
    },
    "/runs/{run_id}": at(["run_id"], {
      get: operation("Show a run", { 200: json(FRAME) }, 404)
    }),
    "/runs/{run_id}/cli": at(["run_id"], cli),
    "/runs/{run_id}/cli.json": at(["run_id"], cli),
    "/runs/{run_id}/transitions/{action}": at(["run_id", "action"], {
      post: {
        ...operation(
          "Take an action",
          { 200: json(FRAME), 202: lines(FRAME) },
          400,
          403,
          404,
          409,
          412,
          422
        ),
        ...body(DATA)
      }
    }),
    "/runs/{run_id}/invoke/{tool_name}": at(["run_id", "tool_name"], {
      post: {
        ...operation(
          "Call a tool of the state",
          { 200: json(object({ result: {} }, [])) },
          400,
          403,
          404,
          409,
          422,
          500
        ),
        ...body(DATA)
      }
    }),
    "/runs/{run_id}/resources/{path}": at(["run_id", "path"], {
      get: operation("Read a resource of the state", { 200: json({}) }, 403, 404, 500)
    }),
    "/runs/{run_id}/stream": at(["run_id"], {
      get: operation("Follow a run", { 200: lines({}) }, 404)
    })
  };
}
function at(names, methods) {
  const parameters = names.map((name) => ({ name, in: "path", required: true, schema: STRING }));
  return { parameters, ...methods };
}
function body(schema) {
  return { requestBody: { required: false, content: { "application/json": { schema } } } };
}
function json(schema) {
  return { description: "Success", content: { "application/json": { schema } } };
}
function lines(schema) {
  return { description: "A line for each change", content: { "application/x-ndjson": { schema } } };
}
function operation(summary, successes, ...refusals) {
  const schema = { $ref: "#/components/schemas/Hint" };
  const refusal = { description: "Refusal", content: { "application/json": { schema } } };
  const all = [...refusals, "default"].map((status) => [status, refusal]);
  return { summary, responses: { ...successes, ...Object.fromEntries(all) } };
}

export { openApi };

import { Ajv } from "ajv";

/** The frame's schema: spec/asmp.md 2.1. */
const FRAME = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  additionalProperties: false,
  required: ["run_id", "workflow_id", "state", "status", "hint", "next_states"],
  properties: {
    run_id: { type: "string", format: "uuid" },
    workflow_id: { type: "string", pattern: "^[a-z0-9][a-z0-9-]*[a-z0-9]$" },
    state: { type: "string", pattern: "^[A-Z][A-Z0-9_]*$" },
    status: { enum: ["active", "processing", "awaiting_input", "completed", "failed"] },
    hint: { type: "string" },
    next_states: {
      type: "array",
      items: {
        type: "object",
        required: ["action", "method", "href"],
        properties: {
          action: { type: "string" },
          method: { const: "POST" },
          href: { type: "string", format: "uri-reference" },
          expects: { type: "object", additionalProperties: { type: "string" } },
          is_critical: { type: "boolean" },
        },
      },
    },
    resource_url: { type: "string", format: "uri" },
    active_skill: {
      type: "object",
      required: ["name", "url"],
      properties: {
        name: { type: "string" },
        url: { type: "string", format: "uri" },
        context_summary: { type: "string" },
        version: { type: "string" },
      },
    },
    tools: {
      type: "array",
      items: {
        type: "object",
        required: ["name", "href"],
        properties: {
          name: { type: "string" },
          href: { type: "string" },
          description: { type: "string" },
          expects: { type: "object", additionalProperties: { type: "string" } },
        },
      },
    },
    resources: {
      type: "array",
      items: {
        type: "object",
        required: ["uri"],
        properties: {
          uri: { type: "string" },
          name: { type: "string" },
          mime_type: { type: "string" },
        },
      },
    },
    data: { type: "object" },
    milestones: { type: "array", items: { type: "string" } },
    stream_url: { type: "string", format: "uri" },
    _links: {
      type: "object",
      additionalProperties: { type: "object", required: ["href", "method"] },
    },
  },
};

/** The CLI object's schema: spec/asmp.md 2.2, row 100. */
const CLI = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  additionalProperties: false,
  properties: {
    prompt: { type: "string" },
    hint: { type: "string" },
    options: {
      type: "array",
      items: {
        type: "object",
        required: ["action", "label"],
        properties: {
          action: { type: "string" },
          label: { type: "string" },
          keys: { type: "string" },
        },
      },
    },
    input_hint: { type: "string" },
    run_id: { type: "string" },
  },
};

const ajv = new Ajv({ allErrors: true });
ajv.addFormat("uuid", /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
ajv.addFormat("uri", (text) => /^[a-z][a-z0-9+.-]*:[^\s"<>\\^`{|}]+$/i.test(text));
ajv.addFormat("uri-reference", (text) => /^[^\s"<>\\^`{|}]*$/.test(text));

const frame = ajv.compile(FRAME), cli = ajv.compile(CLI);

/** What is wrong with a frame. */
export function frameProblems(value: unknown): string[] {
  return frame(value) ? [] : frame.errors!.map((error) => `${error.instancePath} ${error.message}`);
}

/** What is wrong with a CLI object. */
export function cliProblems(value: unknown): string[] {
  return cli(value) ? [] : cli.errors!.map((error) => `${error.instancePath} ${error.message}`);
}

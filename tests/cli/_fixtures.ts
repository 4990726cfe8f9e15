/**
 * The fixture tools of spec/agenttool-cli.md section 12, and one run of the program `kit` on real
 * streams. No test library here: the programs of the process tests import it too.
 *
 * @module
 */
import { defineRawTool, defineTool, image, result, text, wrap } from "../../agenttool/mod.ts";
import type { Elicitation, Elicitor, Tool } from "../../agenttool/mod.ts";
import { Runner } from "../../cli/mod.ts";

/** How to run `kit` where it differs from the fixture tools on empty standard input. */
export interface RunOptions {
  tools?: Iterable<Tool>;
  name?: string;
  stdin?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  stdout?: WritableStream<Uint8Array>;
  ask?: Elicitor;
  signal?: AbortSignal;
  isTerminal?: boolean;
}

/** What a run left behind. */
export interface Outcome {
  status: number;
  stdout: string;
  stdoutBytes: Uint8Array<ArrayBuffer>;
  stderr: string;
  /** The name of each tool that was executed, in order. */
  ran: string[];
}

/**
 * Runs one command line.
 *
 * @param line The words, or one text to split as a shell does.
 * @param options Where the run differs from the usual one.
 * @returns What the run left behind.
 */
export async function run(line: string | string[], options: RunOptions = {}): Promise<Outcome> {
  const ran: string[] = [];
  const tools = [...options.tools ?? kit()].map((tool) =>
    wrap(tool, (call) => {
      ran.push(tool.name);
      return tool.execute(call);
    })
  );
  const stdout = sink(), stderr = sink();
  const { stdin = "" } = options;
  const runner = new Runner({
    name: options.name ?? "kit",
    tools,
    stdin: stdin instanceof ReadableStream ? stdin : new Blob([stdin]).stream(),
    stdout: options.stdout ?? stdout.stream,
    stderr: stderr.stream,
    ...(options.ask && { ask: options.ask }),
    ...(options.isTerminal !== undefined && { isTerminal: options.isTerminal }),
  });
  const args = typeof line === "string" ? words(line) : line;
  const status =
    await (options.signal ? runner.run(args, { signal: options.signal }) : runner.run(args));
  const stdoutBytes = await stdout.bytes();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return {
    status,
    stdout: decoder.decode(stdoutBytes),
    stdoutBytes,
    stderr: decoder.decode(await stderr.bytes()),
    ran,
  };
}

/**
 * Splits a command line as a shell does: white space, single quotes, and double quotes in which a
 * backslash keeps the next character.
 */
export function words(line: string): string[] {
  const found: string[] = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|[^\s'"])+/gs)) {
    found.push(
      word.replace(
        /'([^']*)'|"((?:\\.|[^"\\])*)"/gs,
        (_, single?: string, double?: string) => single ?? double!.replace(/\\(.)/gs, "$1"),
      ),
    );
  }
  return found;
}

/** A tool that gives its arguments back as they came. */
export function echo(name: string, parameters: string): Tool {
  return defineRawTool({ name, parameters, execute: (call) => Promise.resolve(call.args) });
}

/** A tool that asks each question in turn and gives the answers as JSON. */
export function asker(name: string, questions: Elicitation[]): Tool {
  return defineRawTool({
    name,
    execute: async (call) => {
      const answers = [];
      for (const question of questions) answers.push(await call.ask(question));
      return JSON.stringify(answers);
    },
  });
}

/** The bytes of the picture that `shot` takes. */
export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]);

/** The schema of `deploy`, as its tool serves it. */
export const DEPLOY_SCHEMA = `{"type":"object","properties":{` +
  `"target":{"type":"object","description":"Where to deploy","properties":{` +
  `"host":{"type":"string","description":"Host name"},"port":{"type":"integer"},` +
  `"tls":{"type":"object","properties":{"on":{"type":"boolean"}}},` +
  `"a.b":{"type":"string"},"hops":{"type":"array","items":{"type":"object"}}},` +
  `"required":["host"]},` +
  `"backup":{"type":["object","null"],"properties":{"host":{"type":"string"}},"required":["host"]},` +
  `"limits":{"type":"object","additionalProperties":{"type":"integer"}},` +
  `"switches":{"type":"object","additionalProperties":{"type":"boolean"}},` +
  `"extra":{"type":"object","additionalProperties":{"type":"object"}}},"required":["target"]}`;

/** The question of `delete` for which `accept` alone is not enough. */
export const WHY = {
  type: "object",
  properties: { reason: { type: "string" }, days: { type: "integer" } },
  required: ["reason"],
} as const;

/** The fixture tools, in the specification's order. */
export function kit(): Tool[] {
  return [
    defineTool({
      name: "read_file",
      description: "Read a file.",
      parameters: {
        type: "object",
        properties: {
          path: { type: "string", description: "Absolute path to read" },
          max_bytes: { type: "integer", description: "Stop after this many bytes" },
        },
        required: ["path"],
      },
      annotations: { readOnly: true },
      execute: ({ path }) => `read ${path}`,
    }),
    defineTool({
      name: "tag",
      description: "Set tags.\nThe second line.",
      parameters: {
        type: "object",
        properties: {
          tags: { type: "array", items: { type: "string" } },
          level: { type: "string", enum: ["low", "high"] },
          verbose: { type: "boolean" },
          ratio: { type: "number" },
          labels: { type: "object", additionalProperties: { type: "string" } },
          items: {
            type: "array",
            items: { type: "object", properties: { name: { type: "string" } } },
          },
        },
        required: ["tags"],
      },
      annotations: { destructive: true, openWorld: true },
      execute: (args) =>
        Object.fromEntries(
          Object.entries(args).filter(([, value]) =>
            ![false, 0, ""].some((zero) => zero === value)
          ),
        ),
    }),
    defineTool({ name: "ping", execute: () => "pong" }),
    defineTool({
      name: "fail",
      execute: () => {
        throw new Error("no such file");
      },
    }),
    defineTool({
      name: "boom",
      execute: () => {
        throw "kaboom";
      },
    }),
    defineTool({
      name: "delete",
      execute: async (_args, call) => {
        const sure = await call.ask({ message: "Delete the branch?" });
        if (sure.action !== "accept") return "kept";
        const why = await call.ask({ message: "Why?", schema: WHY });
        if (why.action !== "accept") throw new Error("not deleted: no reason given");
        return `deleted: ${why.content ? JSON.stringify(why.content) : ""}`;
      },
    }),
    defineTool({
      name: "shot",
      execute: () =>
        result([
          text("here it is"),
          image(PNG, "image/png"),
          { type: "resource_link", uri: "https://example.com/a.png", name: "a.png" },
        ]),
    }),
    defineTool({
      name: "work",
      execute: async (_args, call) => {
        call.progress({ progress: 1, total: 2, message: "half" });
        await call.record("test:started", { pid: 42 });
        return result([text("done")], { record: { ns: "test:finished", data: { code: 0 } } });
      },
    }),
    echo(
      "raw",
      `{"type":"object","properties":{"count":{"type":["integer","null"]},` +
        `"mixed":{"type":["string","integer"]},"a=b":{"type":"string"},"-x":{"type":"string"}}}`,
    ),
    echo(
      "odd",
      `{"type":"object","properties":{"x":true,"t":{"type":"array","items":[{"type":"string"}]},` +
        `"n":{"type":"integer"},"bs":{"type":"array","items":{"type":"boolean"}}}}`,
    ),
    defineTool({
      name: "steps",
      execute: (_args, call) => {
        call.progress({ progress: 3, message: "counting" });
        call.progress("halfway");
        return "done";
      },
    }),
    defineTool({
      name: "helpful",
      parameters: {
        type: "object",
        properties: { help: { type: "string" } },
        required: ["help"],
      },
      execute: ({ help }) => `help=${help}`,
    }),
    defineTool({
      name: "files",
      execute: () =>
        result([
          { type: "resource_link", uri: "https://example.com/f.pdf", name: "f.pdf" },
          { type: "resource", resource: { uri: "file:///notes.txt", text: "some notes" } },
          { type: "resource", resource: { uri: "file:///f.bin", blob: "not base64!" } },
        ]),
    }),
    echo("deploy", DEPLOY_SCHEMA),
    defineRawTool({
      name: "nullschema",
      parameters: "null",
      execute: () => Promise.resolve("ok"),
    }),
  ];
}

/** A stream that keeps what is written to it. */
export function sink(): {
  stream: WritableStream<Uint8Array>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
} {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  return {
    // A copy, for a writer may use its buffer again.
    stream: new WritableStream({ write: (chunk) => void chunks.push(chunk.slice()) }),
    bytes: async () => new Uint8Array(await new Blob(chunks).arrayBuffer()),
  };
}

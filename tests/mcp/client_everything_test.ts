// Public servers, in process and through a program of their tools.
import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import type { Answer, Elicitation } from "../../agenttool/mod.ts";
import { Executor } from "../../agenttool/mod.ts";
import { mcpTools } from "../../mcp/source.ts";
import { NO_TMUX, startTmux } from "../prompt/_tmux.ts";
import { NO_SERVERS, publicServer } from "./_client_public.ts";
import {
  childrenOf,
  events,
  isAlive,
  kit,
  kitCommand,
  Opened,
  outcome,
} from "./_client_servers.ts";

const everything = () => publicServer("everything");
const open = async () => new Opened(await mcpTools(everything(), { cache: false }));

/** The first bytes of each PNG, in base64. */
const PNG = /^iVBORw0KGgo/;

const FORM =
  '{"name":"Ada","check":true,"integer":7,"untitledMultipleSelectEnum":["Piano","Bass"]}';

describe(`server-everything${NO_SERVERS}`, { ignore: NO_SERVERS !== "" }, () => {
  it("its tools have their schemas and hints", async () => {
    await using server = await open();
    const echo = server.tool("echo");
    expect(echo.description).toBe("Echoes back the input string");
    expect(echo.parameters).toBe(
      '{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":' +
        '{"message":{"type":"string","description":"Message to echo"}},"required":["message"]}',
    );
    expect(echo.annotations).toEqual({
      title: "Echo Tool",
      readOnly: true,
      destructive: false,
      idempotent: true,
      openWorld: false,
    });
    // It has no tool for what a client cannot do.
    expect(server.tool("trigger-sampling-request")).toBe(undefined);
    expect(server.tool("get-roots-list")).toBe(undefined);
  });

  it("it is told the roots", async () => {
    const options = { cache: false, roots: ["/tmp", "file:///home"] };
    const tools = await mcpTools(everything(), options);
    await using server = new Opened(tools);
    const [part] = await outcome(server.tool("get-roots-list")) as [{ text: string }];
    expect(part.text).toContain("file:///tmp");
    expect(part.text).toContain("file:///home");
  });

  const png = { type: "image", data: expect.stringMatching(PNG), mimeType: "image/png" };
  const CONTENTS: [tool: string, args: string, content: unknown][] = [
    ["echo", '{"message":"hi"}', [{ type: "text", text: "Echo: hi" }]],
    ["get-tiny-image", "{}", [{ type: "text" }, png, { type: "text" }]],
    ["get-resource-links", '{"count":2}', [
      { type: "text" },
      { type: "resource_link", uri: "demo://resource/dynamic/blob/1", mimeType: "text/plain" },
      { type: "resource_link", uri: "demo://resource/dynamic/text/2", mimeType: "text/plain" },
    ]],
    ["get-resource-reference", '{"resourceType":"Blob","resourceId":3}', [
      { type: "text" },
      { type: "resource", resource: { uri: "demo://resource/dynamic/blob/3" } },
      { type: "text" },
    ]],
    ["get-resource-reference", '{"resourceType":"Text","resourceId":4}', [
      { type: "text" },
      { type: "resource", resource: { text: expect.stringContaining("Resource 4") } },
      { type: "text" },
    ]],
    // Its text says the structured content, which is therefore not repeated.
    ["get-structured-content", '{"location":"New York"}', [
      { type: "text", text: '{"temperature":33,"conditions":"Cloudy","humidity":82}' },
    ]],
    ["get-annotated-message", '{"messageType":"error","includeImage":true}', [
      { type: "text", text: "Error: Operation failed" },
      png,
    ]],
    [
      "gzip-file-as-resource",
      '{"name":"a.gz","data":"data:text/plain,hello","outputType":"resource"}',
      [
        {
          type: "resource",
          resource: { uri: "demo://resource/session/a.gz", mimeType: "application/gzip" },
        },
      ],
    ],
  ];
  it("it gives content of every kind", async () => {
    await using server = await open();
    for (const [tool, args, content] of CONTENTS) {
      expect(await outcome(server.tool(tool), args)).toMatchObject(
        content as Record<string, unknown>,
      );
    }
  });

  it("it tells its progress", async () => {
    await using server = await open();
    const tool = server.tool("trigger-long-running-operation");
    const updates = (await events(tool, '{"duration":0.2,"steps":2}'))
      .map((event) => event.type === "progress" ? event.update : event.type);
    expect(updates).toEqual([
      { progress: 1, total: 2, message: undefined },
      { progress: 2, total: 2, message: undefined },
      "result",
    ]);
  });

  it("it refuses arguments", async () => {
    await using server = await open();
    expect(await outcome(server.tool("get-sum"), '{"a":"x"}')).toMatch(
      /^MCP error -32602: Input validation error/,
    );
  });

  it("it asks by a form and by a page", async () => {
    await using server = await open();
    const asked: Elicitation[] = [];
    let answer: Answer = { action: "accept", content: JSON.parse(FORM) };
    const ask = (question: Elicitation) => {
      asked.push(question);
      return Promise.resolve(answer);
    };
    const executor = new Executor({ ask });
    const form = server.tool("trigger-elicitation-request");
    const text = async (content: unknown) =>
      (await content as { text: string }[]).map(({ text }) => text).join("\n");
    const filled = await text(outcome(form, "{}", executor));
    expect(filled).toContain("Name: Ada");
    expect(JSON.parse(filled.split("Raw result: ")[1]!)).toEqual({
      action: "accept",
      content: JSON.parse(FORM),
    });
    answer = { action: "decline" };
    expect(await text(outcome(form, "{}", executor))).toContain("declined");
    answer = { action: "cancel" };
    expect(await text(outcome(form, "{}", executor))).toContain("cancelled");
    // Nobody to ask.
    expect(await text(outcome(form))).toContain("cancelled");

    const page = server.tool("trigger-url-elicitation");
    const visit = '{"url":"https://example.com/go","message":"Go there"}';
    answer = { action: "accept" };
    expect(await text(outcome(page, visit, executor))).toContain("completed");
    expect(asked.slice(3)).toEqual([{ message: "Go there", url: "https://example.com/go" }]);
    expect(asked[0]).toMatchObject({
      message: "Please provide inputs for the following fields:",
      schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    });
  });

  it("it asks for a visit before it runs a call, which is then sent again", async () => {
    await using server = await open();
    const pages: (string | undefined)[] = [];
    const ask = ({ url }: Elicitation) => {
      pages.push(url);
      return Promise.resolve<Answer>({ action: "accept" });
    };
    const args = '{"url":"https://example.com/go","errorPath":true}';
    const page = server.tool("trigger-url-elicitation");
    const [part] = await outcome(page, args, new Executor({ ask })) as [{ text: string }];
    expect(part.text).toContain("completed");
    expect(pages).toEqual(["https://modelcontextprotocol.io", "https://example.com/go"]);
    expect(await outcome(page, args)).toBe(
      'mcp: call "trigger-url-elicitation": MCP error -32042: This request requires browser-based authorization.',
    );
  });
});

describe(`a program of server-everything${NO_SERVERS}`, { ignore: NO_SERVERS !== "" }, () => {
  it("it prints what a tool gives, and saves what are bytes", async () => {
    const out = await Deno.makeTempDir();
    const { status, stdout } = await kit(everything(), ["--out", out, "get-tiny-image"]);
    await Deno.remove(out, { recursive: true });
    expect(status).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "Here's the image you requested:",
      `${out}/output-1.png`,
      "The image above is the MCP logo.",
      "",
    ]);
  });

  it("it tells progress on standard error", async () => {
    const words = ["trigger-long-running-operation", "--duration", "0.2", "--steps", "2"];
    expect(await kit(everything(), words)).toEqual({
      status: 0,
      stdout: "Long running operation completed. Duration: 0.2 seconds, Steps: 2.\n",
      stderr: "[1/2]\n[2/2]\n",
    });
  });

  it("it is cancelled by an interrupt, and its server is ended", async () => {
    const { command: [program, ...args], env } = await kitCommand(everything());
    const words = ["trigger-long-running-operation", "--duration", "600", "--steps", "6000"];
    const child = new Deno.Command(program!, {
      args: [...args, ...words],
      env,
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    let stderr = "", pids: number[] = [];
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      if (stderr === "") {
        pids = childrenOf(child.pid);
        child.kill("SIGINT");
      }
      stderr += text;
    }
    expect((await child.status).code).toBe(1);
    expect(stderr).toMatch(/^\[1\/6000\]\n(.|\n)*Error: the call was cancelled\n$/);
    // The server, and what would end it if the program could not.
    if (Deno.build.os === "linux") expect(pids.length).toBe(2);
    expect(pids.some(isAlive)).toBe(false);
  });

  it("it ends with status 1 where the tool says that it failed", async () => {
    const { status, stdout, stderr } = await kit(everything(), [
      "simulate-research-query",
      "--topic",
      "tea",
    ]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^Error: MCP error -32601: Tool simulate-research-query requires task/);
  });

  it("it ends with status 3 and the question where nobody answers", async () => {
    const form = await kit(everything(), ["trigger-elicitation-request"]);
    expect(form.status).toBe(3);
    expect(JSON.parse(form.stdout)).toMatchObject({
      message: "Please provide inputs for the following fields:",
      schema: { properties: { integer: { minimum: 1, maximum: 100 } } },
      answers_given: 0,
    });
    const page = await kit(everything(), ["trigger-url-elicitation", "--url", "https://a.b/c"]);
    expect(page.status).toBe(3);
    expect(JSON.parse(page.stdout)).toMatchObject({ url: "https://a.b/c", answers_given: 0 });
  });

  it("it answers with --answer", async () => {
    const form = await kit(everything(), ["--answer", FORM, "trigger-elicitation-request"]);
    expect(form.status).toBe(0);
    expect(form.stdout).toContain("- Name: Ada\n");
    const page = ["trigger-url-elicitation", "--url", "https://a.b/c"];
    const visited = await kit(everything(), ["--answer", "accept", ...page]);
    expect(visited.stdout).toContain("URL: https://a.b/c");
    const declined = await kit(everything(), ["--answer", "decline", ...page]);
    expect(declined.stdout).toContain("User declined");
    const misfit = await kit(everything(), [
      "--answer",
      '{"name":"Ada","integer":1000}',
      "trigger-elicitation-request",
    ]);
    expect(misfit.status).toBe(3);
    expect(JSON.parse(misfit.stdout).rejected).toContain("integer");
  });

  it(`a person answers with --ask${NO_TMUX && ` (skipped: ${NO_TMUX})`}`, {
    ignore: NO_TMUX !== "",
  }, async () => {
    const { command, env } = await kitCommand(everything());
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const run = (...words: string[]) =>
      startTmux([
        "sh",
        "-c",
        '"$@"; echo "status $?"; cat',
        "sh",
        "env",
        ...variables,
        ...command,
        "--ask",
        ...words,
      ]);
    await using page = await run("trigger-url-elicitation", "--url", "https://a.b/c");
    await page.see("https://a.b/c");
    await page.type("y");
    await page.press("Enter");
    const visited = await page.see("status ");
    expect(visited).toContain("User completed the URL elicitation flow");
    expect(visited).toContain("status 0");

    await using form = await run("trigger-elicitation-request");
    await form.see("String");
    await form.type("Ada");
    await form.press("Enter");
    for (let field = 0; field < 12; field++) await form.press("Enter");
    const filled = await form.see("status ");
    expect(filled).toContain("- Name: Ada");
  });
});

describe(`server-filesystem${NO_SERVERS}`, { ignore: NO_SERVERS !== "" }, () => {
  it("it reads, writes and refuses", async () => {
    const folder = await Deno.realPath(await Deno.makeTempDir());
    const server = publicServer("filesystem", folder);
    const path = `${folder}/note.txt`;
    const written = await kit(server, ["write_file", "--path", path, "--content", "two\nlines"]);
    expect(written.stdout).toBe(`Successfully wrote to ${path}\n`);
    expect(await Deno.readTextFile(path)).toBe("two\nlines");
    const read = await kit(server, ["read_text_file", "--path", path, "--head", "1"]);
    expect(read).toEqual({ status: 0, stdout: "two\n", stderr: "" });
    const edits = JSON.stringify({ edits: [{ oldText: "two", newText: "2" }] });
    expect((await kit(server, ["edit_file", "--path", path, edits])).status).toBe(0);
    expect(await Deno.readTextFile(path)).toBe("2\nlines");
    const refused = await kit(server, ["read_text_file", "--path", "/etc/hostname"]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/^Error: Access denied/);
    await Deno.remove(folder, { recursive: true });
  });

  it("it takes the roots for its directories", async () => {
    const folder = await Deno.realPath(await Deno.makeTempDir());
    const server = publicServer("filesystem");
    await using opened = new Opened(await mcpTools(server, { cache: false, roots: [folder] }));
    const [part] = await outcome(opened.tool("list_allowed_directories")) as [{ text: string }];
    expect(part.text).toBe(`Allowed directories:\n${folder}`);
    await Deno.remove(folder, { recursive: true });
  });
});

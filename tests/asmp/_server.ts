import { expect } from "@std/expect";
import type { StateFrame } from "../../asmp/mod.ts";
import { type ServeOptions, serveWorkflow } from "../../asmp/deno_serve.ts";
import type { Workflow } from "../../asmp/mod.ts";
import { cliProblems, frameProblems } from "./_schemas.ts";

/** What a server answered. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // deno-lint-ignore no-explicit-any -- whatever JSON came
  json: any;
}

/** A live server, and requests to it. */
export interface Served extends AsyncDisposable {
  url: string;
  /** Sends a request: `POST /runs`. Whatever frame, CLI object or refusal comes is checked. */
  call(request: string, body?: BodyInit, headers?: HeadersInit): Promise<Answer>;
  /** Starts a run and takes actions, each with its body after a space; gives its id. */
  run(...actions: string[]): Promise<string>;
  /** The frame of a run. */
  frame(id: string): Promise<StateFrame>;
}

/** Serves workflows on a port of its own. */
export function serve(workflows: Workflow | Workflow[], options: ServeOptions = {}): Served {
  const server = serveWorkflow(workflows, options);
  const { origin } = new URL(server.url);
  const call: Served["call"] = async (request, body, headers) => {
    const [method = "", path = ""] = request.split(" ");
    const response = await fetch(origin + path, { method, body, headers, redirect: "manual" });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text, json: read(text) };
    check(method, path, answer);
    return answer;
  };
  const prefix = new URL(server.url).pathname.replace(/\/$/, "");
  const run = async (...actions: string[]) => {
    const { json: { run_id } } = await call(`POST ${prefix}/runs`);
    for (const action of actions) {
      const [name, ...body] = action.split(" ");
      const path = `${prefix}/runs/${run_id}/transitions/${name}`;
      const { status, text } = await call(`POST ${path}`, body.join(" "));
      expect(`${action}: ${status} ${text}`).toMatch(/: 200 /);
    }
    return run_id;
  };
  const frame = async (id: string) => (await call(`GET ${prefix}/runs/${id}`)).json;
  const dispose = () => server.shutdown();
  return { url: server.url, call, run, frame, [Symbol.asyncDispose]: dispose };
}

/** Reads frames that are sent line by line, without the ids of their events. */
export function frames(text: string): StateFrame[] {
  return text.split("\n").filter((line) => line !== "").map((line) => {
    const { id: _, ...frame } = JSON.parse(line);
    expect(frameProblems(frame)).toEqual([]);
    return frame as StateFrame;
  });
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function check(method: string, path: string, { status, headers, json, text }: Answer): void {
  if (method === "HEAD") return expect(text).toBe("");
  if (status >= 400) {
    expect(headers.get("content-type")).toBe("application/json");
    expect(json).toEqual({ hint: expect.stringMatching(/./) });
  } else if (/\/cli(\.json)?\/?$/.test(path)) expect(cliProblems(json)).toEqual([]);
  else if (json?.run_id !== undefined && !isStream(headers)) {
    expect(frameProblems(json)).toEqual([]);
  }
}

function isStream(headers: Headers): boolean {
  return headers.get("content-type") === "application/x-ndjson";
}

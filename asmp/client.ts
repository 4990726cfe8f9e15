import { jsonMembers } from "../agenttool/json.ts";
import { AsmpActionError, AsmpConnectionError, AsmpNoRunError } from "./client_errors.ts";
import type {
  AsmpBody,
  AsmpCallOptions,
  AsmpClientOptions,
  AsmpReadOptions,
} from "./client_options.ts";
import {
  exchange,
  exchangeLines,
  type ExchangeOptions,
  type FetchHandler,
  type Outgoing,
} from "./_exchange.ts";
import { pause } from "./_pause.ts";
import { jsonOf, readEvent, readReply, textOf } from "./_replies.ts";
import { readCli, readFrame, readObject } from "./_reply_checks.ts";
import { Resolver } from "./_resolver.ts";
import { keepView } from "./view_link.ts";
import type { CliObject, StateFrame } from "./wire.ts";

export { type FetchHandler, jsonOf };

/**
 * A client of one ASMP server.
 *
 * What the server sends is checked. Addresses in it are resolved against its `resource_url`, or
 * else the base URL, and requested only where they are of the same origin. Redirects are not
 * followed. The last frame is remembered, so that a transition is one request; whether that frame is
 * out of date is for the server to say (403 or 409).
 *
 * @example A server in the same process
 * ```ts
 * import { AsmpClient } from "@x/toolcli/asmp";
 * import { expect } from "@std/expect";
 *
 * const client = new AsmpClient(() =>
 *   Response.json({
 *     run_id: "r1",
 *     workflow_id: "demo",
 *     state: "INIT",
 *     status: "active",
 *     hint: "Proceed.",
 *     next_states: [],
 *   })
 * );
 *
 * expect((await client.startRun()).state).toBe("INIT");
 * ```
 */
export class AsmpClient {
  /** The server's address, without a slash at the end. */
  readonly baseUrl: string;
  readonly #options: ExchangeOptions;
  readonly #resolver: Resolver;
  #runId?: string;
  #frame?: StateFrame;

  /**
   * Makes a client. Nothing is requested.
   *
   * @param server The server's address, or a server in the same process.
   * @param options How to talk to it.
   * @throws {TypeError} Where the address is not one of HTTP, or has a name or a password in it.
   */
  constructor(server: string | URL | FetchHandler, options: AsmpClientOptions = {}) {
    const { headers, timeout = 30_000, maxBody = 2 ** 24, origins = [] } = options;
    const local = typeof server === "function";
    const address = local ? options.baseUrl ?? `http://localhost${server.path ?? ""}` : server;
    // A server in the same process cannot lead elsewhere.
    this.#resolver = new Resolver(address, local ? undefined : origins);
    this.baseUrl = this.#resolver.baseUrl;
    const send: FetchHandler = local ? server : (request) => fetch(request);
    this.#options = { fetch: send, headers: new Headers(headers), timeout, maxBody };
  }

  /**
   * Starts a run, which becomes the one that later calls are about.
   *
   * @param data What the run begins with.
   * @param options `signal` ends the call.
   * @returns Its first frame.
   * @throws {AsmpError} Where the server does not give one.
   */
  async startRun(
    data: AsmpBody = {},
    options: { signal?: AbortSignal } = {},
  ): Promise<StateFrame> {
    const body = `{"data":${jsonText(data)}}`;
    const frame = await this.#getFrame({
      method: "POST",
      url: `${this.baseUrl}/runs`,
      body,
      ...options,
    });
    this.#runId = frame.run_id;
    return frame;
  }

  /**
   * Gives the frame of a run.
   *
   * @param options The run, and what ends the call.
   * @returns The frame.
   * @throws {AsmpError} Where there is no run, or the server does not give its frame.
   */
  async getFrame(options: AsmpCallOptions = {}): Promise<StateFrame> {
    return await this.#getFrame({ method: "GET", url: this.#url(options), signal: options.signal });
  }

  /**
   * Gives the CLI object of a run.
   *
   * @param options The run, and what ends the call.
   * @returns The CLI object.
   * @throws {AsmpError} Where there is no run, or the server does not give it.
   */
  async getCli(options: AsmpCallOptions = {}): Promise<CliObject> {
    const url = `${this.#url(options)}/cli`;
    const reply = await exchange({ method: "GET", url, signal: options.signal }, this.#options);
    return readReply(url, textOf(url, reply), readCli);
  }

  /**
   * Takes an action. The run's frame is requested before only where it is not the one remembered,
   * or does not have the action.
   *
   * @param action The action.
   * @param body Its fields.
   * @param options The run, and what ends the call.
   * @returns The new frame.
   * @throws {AsmpActionError} Where the state has no such action.
   * @throws {AsmpError} Where there is no run, or the server does not take the action.
   */
  async transition(
    action: string,
    body: AsmpBody = {},
    options: AsmpCallOptions = {},
  ): Promise<StateFrame> {
    const runId = this.#run(options, "No run_id");
    const find = (frame?: StateFrame) => frame?.next_states.find((next) => next.action === action);
    let frame = this.#frameOf(runId);
    if (!find(frame)) frame = await this.getFrame(options);
    const next = find(frame);
    if (!next) throw new AsmpActionError(action, frame!.next_states.map(({ action }) => action));
    const url = this.#resolver.resolve(next.href, frame!);
    return await this.#getFrame({
      method: "POST",
      url,
      body: jsonText(body),
      signal: options.signal,
    });
  }

  /**
   * Calls a tool of the state that a run is in, which does not move the run.
   *
   * @param name The tool's name.
   * @param body Its arguments.
   * @param options The run, and what ends the call.
   * @returns The result; nothing where the tool gives none.
   * @throws {AsmpError} Where there is no run, or the call does not succeed.
   */
  async invokeTool(
    name: string,
    body: AsmpBody = {},
    options: AsmpReadOptions = {},
  ): Promise<unknown> {
    const frame = this.#frameOf(this.#run(options));
    const tool = frame?.tools?.find((tool) => tool.name === name);
    const url = frame && tool
      ? this.#resolver.resolve(tool.href, frame)
      : `${this.#url(options)}/invoke/${encodeURIComponent(name)}`;
    const request: Outgoing = {
      method: "POST",
      url,
      body: jsonText(body),
      signal: options.signal,
    };
    const text = textOf(url, await exchange(request, this.#options));
    const result = readReply(url, text, readObject);
    const json = jsonMembers(jsonOf(result)).get("result");
    return json === undefined ? undefined : (options.parse ?? JSON.parse)(json);
  }

  /**
   * Reads a resource of the state that a run is in.
   *
   * @param path The resource's path, or its address as the frame has it.
   * @param options The run, and what ends the call.
   * @returns What JSON stands for, a text, or the bytes of what is neither.
   * @throws {AsmpError} Where there is no run, or the server does not give the resource.
   */
  async readResource(path: string, options: AsmpReadOptions = {}): Promise<unknown> {
    const frame = this.#frameOf(this.#run(options));
    const resource = frame?.resources?.find(({ uri }) => uri === path);
    const url = resource
      ? this.#resolver.resolve(resource.uri, frame!)
      : `${this.#url(options)}/resources/${path.split("/").map(encodeURIComponent).join("/")}`;
    const request: Outgoing = { method: "GET", url, accept: "*/*", signal: options.signal };
    const reply = await exchange(request, this.#options);
    if (/^application\/(?:.*\+)?json$/.test(reply.type)) {
      const text = textOf(url, reply);
      readReply(url, text, (value) => value);
      return (options.parse ?? JSON.parse)(text);
    }
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(reply.bytes);
    } catch {
      return reply.bytes;
    }
  }

  /**
   * Gives the frames of a run as it changes, until the server ends the stream. A stream that breaks
   * off is taken up again behind its last event (`Last-Event-ID`), which a server may ignore; three
   * times in a row without a frame, and it fails.
   *
   * @param options The run, and what ends the stream.
   * @returns The frames, the present one first.
   * @throws {AsmpError} Where there is no run, or the server does not give the stream.
   */
  async *stream(options: AsmpCallOptions = {}): AsyncGenerator<StateFrame, void, void> {
    const frame = this.#frameOf(this.#run(options));
    const url = frame?.stream_url === undefined
      ? `${this.#url(options)}/stream`
      : this.#resolver.resolve(frame.stream_url, frame);
    let last: string | undefined;
    for (let failures = 0;;) {
      const headers: Record<string, string> = last === undefined ? {} : { "last-event-id": last };
      const request: Outgoing = {
        method: "GET",
        url,
        accept: NDJSON,
        headers,
        signal: options.signal,
      };
      try {
        for await (const line of exchangeLines(request, this.#options)) {
          const event = readEvent(url, line);
          last = event.id ?? last;
          if (!event.frame) continue;
          failures = 0;
          yield this.#frame = event.frame;
        }
        return;
      } catch (error) {
        if (!(error instanceof AsmpConnectionError) || ++failures > 3) throw error;
        await pause(100 * 2 ** failures, options.signal);
      }
    }
  }

  async #getFrame(request: Outgoing): Promise<StateFrame> {
    try {
      const reply = await exchange(request, this.#options);
      const [line = ""] = reply.type === NDJSON
        ? textOf(request.url, reply).split("\n")
        : [textOf(request.url, reply)];
      this.#frame = readReply(request.url, line, readFrame);
      keepView(this.#frame, reply.link, this.#resolver);
      return this.#frame;
    } catch (error) {
      // It may be out of date; and of a request that broke off nobody knows what it did.
      this.#frame = undefined;
      throw error;
    }
  }

  #frameOf(runId: string): StateFrame | undefined {
    return this.#frame?.run_id === runId ? this.#frame : undefined;
  }

  #run(
    { runId = this.#runId }: AsmpCallOptions,
    problem = "No run_id; call startRun first or pass runId",
  ): string {
    if (!runId) throw new AsmpNoRunError(problem);
    return runId;
  }

  #url(options: AsmpCallOptions): string {
    return `${this.baseUrl}/runs/${encodeURIComponent(this.#run(options))}`;
  }
}

const NDJSON = "application/x-ndjson";

function jsonText(body: AsmpBody): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

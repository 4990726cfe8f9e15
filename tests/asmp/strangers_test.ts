// Pages of other sites, which can have a browser send requests to a server that runs here.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { createHandler, type HandlerOptions } from "../../asmp/mod.ts";
import { serveWorkflow } from "../../asmp/deno_serve.ts";
import { Workflow } from "../../asmp/workflow.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const STRANGER = "Requests from pages of other sites are not answered.";
const OTHER_NAME = "Requests to this host are not answered here.";

/** Starts a run by a request with this Origin; gives the status and the hint. */
async function start(
  url: string,
  origin: string | undefined,
  options: HandlerOptions = {},
  more: Record<string, string> = {},
  baseUrl?: string,
): Promise<[status: number, hint?: string]> {
  const workflow = new Workflow("door", { initial: "CLOSED", ...baseUrl && { baseUrl } });
  const handler = createHandler(workflow.transition("CLOSED", "open", "OPEN"), options);
  const headers = { ...origin !== undefined && { origin }, ...more };
  const response = await handler(new Request(`${url}/runs`, { method: "POST", headers }));
  const { hint } = await response.json();
  return response.status === 201 ? [201] : [response.status, hint];
}

describe("strangers", () => {
  const here = "http://127.0.0.1:3000";

  it("createHandler() answers programs and its own pages", async () => {
    expect(await start(here, undefined)).toEqual([201]);
    expect(await start(here, here)).toEqual([201]);
    // A proxy that ends TLS.
    expect(await start("http://runs.example.com", "https://runs.example.com")).toEqual([201]);
    expect(await start(here, "https://runs.example.com", {}, {}, "https://runs.example.com"))
      .toEqual([201]);
  });

  it("createHandler() refuses pages of other sites", async () => {
    for (const origin of ["https://evil.example", "http://127.0.0.1:8000", "null"]) {
      expect(await start(here, origin)).toEqual([403, STRANGER]);
    }
    expect(await start(here, "https://a.example", { origins: ["https://a.example"] }))
      .toEqual([201]);
    expect(await start(here, "http://a.example", { origins: ["https://a.example"] }))
      .toEqual([403, STRANGER]);
  });

  it("createHandler() believes a proxy where it is told to", async () => {
    const proxy = { "x-forwarded-proto": "https", "x-forwarded-host": "runs.example.com" };
    const page = "https://runs.example.com";
    expect(await start(here, page, { trustProxy: true }, proxy)).toEqual([201]);
    expect(await start(here, page, {}, proxy)).toEqual([403, STRANGER]);
  });

  it("createHandler() refuses names that another site has given this address", async () => {
    const rebound = "http://evil.example:3000";
    expect(await start(rebound, rebound, { hosts: LOOPBACK })).toEqual([403, OTHER_NAME]);
    expect(await start(rebound, undefined, { hosts: LOOPBACK })).toEqual([403, OTHER_NAME]);
    for (const name of LOOPBACK) {
      expect(await start(`http://${name}:3000`, undefined, { hosts: LOOPBACK })).toEqual([201]);
    }
  });

  it("serveWorkflow() is asked by the names of the loopback interface", async () => {
    const workflow = new Workflow("door", { initial: "CLOSED" });
    await using server = serveWorkflow(workflow.transition("CLOSED", "open", "OPEN"));
    const { port } = new URL(server.url);
    expect(await statusOf(port, `localhost:${port}`)).toBe("HTTP/1.1 200 OK");
    expect(await statusOf(port, `evil.example:${port}`)).toBe("HTTP/1.1 403 Forbidden");
    expect(await statusOf(port, "127.0.0.1:99999")).toBe("HTTP/1.1 403 Forbidden");
  });
});

/** The first line of the answer to a request that names this host: fetch lets nobody choose one. */
async function statusOf(port: string, host: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
  const request = `GET /openapi.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  await connection.write(new TextEncoder().encode(request));
  const answer = await new Response(connection.readable).text();
  return answer.split("\r\n", 1)[0]!;
}

import type { Addresses } from "./_frame.ts";
import type { HandlerOptions } from "./handler.ts";
import type { Workflow } from "./workflow.ts";

/** An address that was asked for, in its parts. */
export interface Target {
  /** The scheme and the host. */
  readonly origin: string;
  /** The path, as it was sent. */
  readonly path: string;
  /** What follows the question mark. */
  readonly query: string;
}

/**
 * Takes the URL of a request apart; it is normal already.
 *
 * @param url The URL.
 * @returns Its parts.
 */
export function targetOf(url: string): Target {
  const slash = url.indexOf("/", url.indexOf("//") + 2);
  const hash = url.indexOf("#", slash);
  const end = hash < 0 ? url.length : hash;
  const mark = url.indexOf("?", slash);
  const pathEnd = mark < 0 || mark > end ? end : mark;
  return {
    origin: url.slice(0, slash),
    path: url.slice(slash, pathEnd),
    query: url.slice(pathEnd + 1, end),
  };
}

/**
 * Where things of a workflow are, for whoever made a request.
 *
 * @param workflow The workflow.
 * @param prefix The path that it is mounted at.
 * @param request The request.
 * @param origin The scheme and the host that were asked.
 * @param options How addresses are written.
 * @returns The addresses.
 */
export function addressesOf(
  workflow: Workflow,
  prefix: string,
  request: Request,
  origin: string,
  { hrefs, trustProxy }: Pick<HandlerOptions, "hrefs" | "trustProxy">,
): Addresses {
  const { baseUrl } = workflow;
  const mode = hrefs ?? (baseUrl === undefined ? "request" : "absolute");
  if (mode === "absolute") {
    const url = baseUrl ?? `http://localhost:3000${prefix}`;
    return { base: url, url };
  }
  const url = askedAt(request, origin, { trustProxy }) + prefix;
  if (mode === "request") return { base: url, url };
  return { base: baseUrl === undefined ? prefix : pathOf(baseUrl), url: baseUrl ?? url };
}

/**
 * The scheme and the host that a client asked, which a proxy may have changed.
 *
 * @param request The request.
 * @param origin The scheme and the host that were asked here.
 * @param options Whether a proxy is believed.
 * @returns The scheme and the host.
 */
export function askedAt(
  request: Request,
  origin: string,
  { trustProxy }: Pick<HandlerOptions, "trustProxy">,
): string {
  return trustProxy ? forwarded(request, origin) : origin;
}

/**
 * The path of a base URL.
 *
 * @param baseUrl The URL.
 * @returns The path, without a slash at the end.
 */
export function pathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, "");
}

function forwarded({ headers }: Request, origin: string): string {
  const first = (name: string) => headers.get(name)?.split(",")[0]?.trim();
  const [scheme = "", host = ""] = origin.split("://");
  const proxied = `${first("x-forwarded-proto") || scheme}://${first("x-forwarded-host") || host}`;
  return /^https?:/.test(proxied) && URL.canParse(proxied) ? new URL(proxied).origin : origin;
}

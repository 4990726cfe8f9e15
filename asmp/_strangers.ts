import type { HandlerOptions } from "./handler.ts";
import { Refusal } from "./_refusal.ts";

/** Who is let in, beside whoever the server's own pages are. */
type Doors = Pick<HandlerOptions, "hosts" | "origins">;

/**
 * Refuses what a page of another site could send with its user's browser: requests from another
 * origin, and requests to a name that such a site has given this machine's address.
 *
 * @param request The request.
 * @param own The origins that the server is reached at. Their schemes do not count: a proxy that
 * ends TLS changes it.
 * @param doors Who is let in.
 * @throws {Refusal} Where the request is one of those.
 */
export function refuseStrangers(
  request: Request,
  own: readonly string[],
  { hosts, origins = [] }: Doors,
): void {
  const { url } = request;
  // A client may send a Host that makes no URL, such as one with the port 99999.
  if (hosts && !(URL.canParse(url) && hosts.includes(new URL(url).hostname))) {
    throw new Refusal(403, "Requests to this host are not answered here.");
  }
  const from = request.headers.get("origin");
  if (from === null || own.some((origin) => hostOf(origin) === hostOf(from))) return;
  if (origins.includes(from)) return;
  throw new Refusal(403, "Requests from pages of other sites are not answered.");
}

/** The host and the port; the whole text where it is no URL, such as the `null` of sandboxed pages. */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}

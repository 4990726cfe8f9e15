import { AsmpOriginError } from "./client_errors.ts";
import type { StateFrame } from "./wire.ts";

/** Finds what the addresses that a server sends stand for, and refuses those that lead elsewhere. */
export class Resolver {
  /** The server's address, without a slash at the end. */
  readonly baseUrl: string;
  readonly #origin: string;
  readonly #origins?: ReadonlySet<string>;

  /**
   * Makes a resolver.
   *
   * @param address The server's address.
   * @param origins Other origins that addresses may have; where there is no such list, any.
   * @throws {TypeError} Where the address is not one of HTTP, or has a name or a password in it.
   */
  constructor(address: string | URL, origins?: readonly string[]) {
    const { href, origin } = httpUrl(address);
    this.baseUrl = href.replace(/\/+$/, "");
    this.#origin = origin;
    if (origins) this.#origins = new Set([origin, ...origins]);
  }

  /**
   * Resolves an address. A `resource_url` of another origin is the server's own idea of where it is,
   * which a proxy or a port makes wrong: what stands below it is requested below the base URL.
   *
   * @param href The address.
   * @param frame The frame that it is in.
   * @returns The URL to request.
   * @throws {AsmpOriginError} Where it leads to another origin.
   */
  resolve(href: string, { resource_url }: StateFrame): string {
    let base = `${this.baseUrl}/`;
    if (resource_url !== undefined) {
      const own = resource_url.replace(/\/*$/, "/");
      if (this.#isAllowed(own)) base = own;
      else if (href.startsWith(own)) href = base + href.slice(own.length);
    }
    if (!URL.canParse(href, base)) throw new AsmpOriginError(href, this.#origin);
    const url = new URL(href, base).href;
    if (!this.#isAllowed(url)) throw new AsmpOriginError(url, this.#origin);
    return url;
  }

  #isAllowed(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { origin, protocol } = new URL(url);
    return this.#origins?.has(origin) ?? /^https?:$/.test(protocol);
  }
}

function httpUrl(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`${JSON.stringify(String(address))} is not an address of HTTP`);
  }
  if (url.username || url.password) {
    throw new TypeError("An address with a name or a password is not taken: send a header");
  }
  url.search = url.hash = "";
  return url;
}

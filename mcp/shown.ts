/**
 * What of a server's configuration may be shown, and what may be secret. A configuration does not
 * say it: what is not known for harmless is kept out of sight.
 *
 * @module
 */

import { hasReferences, replaceReferences } from "./references.ts";

/** Shorter words are no secrets, and would be found in any text. */
const SHORTEST = 6;

/** Words that configurations are full of. */
const COMMON = "production development staging testing preview default enabled disabled verbose " +
  "warning notice silent localhost readonly read-only public sandbox stream streamable-http " +
  "messages server servers client browser chromium firefox webkit headless memory sqlite " +
  "postgres postgresql bearer basic digest";

/**
 * Tells whether what has a name is likely to be a secret.
 *
 * @param name The name of a variable, a header, a flag or a parameter.
 * @returns Whether its value is to be kept out of sight.
 */
export function isSecretName(name: string): boolean {
  return /key|token|secret|pass|pwd|auth|cred|cookie|session|signature|dsn|(?:^|[_-])(?:pw|sig)(?:$|[_-])/i
    .test(name);
}

/**
 * Tells whether a word can be shown wherever it stands.
 *
 * @param word The word.
 * @returns True where it is short, or one that configurations are full of.
 */
export function isHarmless(word: string): boolean {
  return word.length < SHORTEST || COMMON.split(" ").includes(word.toLowerCase());
}

/**
 * Tells whether a word is likely to be a token.
 *
 * @param word The word.
 * @returns Whether letters and digits are mixed in it as in no word of a person, nor in a UUID, by
 * which things are called.
 */
export function isRandom(word: string): boolean {
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word)) return false;
  return word.split(/[^A-Za-z0-9]+/).some((piece) => {
    const switches = piece.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
    return piece.length >= 16 && switches > 0 || piece.length >= 10 && switches > 3;
  });
}

/** An address in its parts, with variables by their names alone. */
export interface AddressParts {
  /** `https://`, or empty where a variable gives it. */
  scheme: string;
  /** A user's name and password, with the `@` behind them. */
  user: string;
  host: string;
  /** What stands between the slashes of the path. */
  segments: string[];
  /** From the `?` or the `#` on. */
  rest: string;
}

/**
 * Reads an address that may hold references to variables.
 *
 * @param url The address.
 * @returns Its parts.
 */
export function addressParts(url: string): AddressParts {
  const text = replaceReferences(url, (name) => `\${${name}}`);
  const [, scheme = "", user = "", host = "", path = "", rest = ""] =
    /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#]*@)?([^/?#]*)([^?#]*)(.*)$/is.exec(text)!;
  return { scheme, user, host, segments: path.split("/").slice(1), rest };
}

/**
 * Names an address for a reader: its host, and of its path what is known for harmless.
 *
 * @param url The address; references to variables stay as they are, without their defaults.
 * @returns What to show.
 */
export function shownAddress(url: string): string {
  const { scheme, host, segments } = addressParts(url);
  const shown: string[] = [];
  for (const segment of segments) {
    const isShown = isHarmless(segment) || hasReferences(segment) && /^\$\{\w+\}$/.test(segment);
    if (isShown) shown.push(segment);
    else if (shown.at(-1) !== "…") shown.push("…");
  }
  return `${scheme}${host}${shown.map((segment) => `/${segment}`).join("")}`;
}

import { hostVariable } from "./_deno_variables.ts";
import { Problem } from "./_problem.ts";
import { replaceReferences } from "./references.ts";

/** What is too short to be a secret, and would be found in any text. */
const SHORTEST = 4;

/** So much of a secret at the end of a text that may go on is hidden with the rest of it. */
const RECOGNIZED = 6;

/** Fills in variables, and keeps what may be secret out of messages. */
export class Variables {
  readonly #values: Readonly<Record<string, string>>;
  /** Secrets, and what is shown instead. */
  readonly #hidden = new Map<string, string>();

  constructor(values: Readonly<Record<string, string>> = {}) {
    this.#values = values;
  }

  /**
   * Fills in the variables of a text.
   *
   * @param text The text.
   * @param place Where it stands, for the message.
   * @throws {Problem} Where a variable has no value.
   */
  fill(text: string, place: string): string {
    return replaceReferences(text, (name, fallback) => {
      const value = Object.hasOwn(this.#values, name) ? this.#values[name] : hostVariable(name);
      if (value === undefined && fallback === undefined) {
        throw new Problem(`needs variable "${name}" for ${place}, which is not set`);
      }
      if (value) this.keepSecret(value, `\${${name}}`);
      return value || fallback === undefined ? value ?? "" : fallback;
    });
  }

  /** Has a text replaced wherever it would be shown, also as addresses and JSON have it. */
  keepSecret(value: string, shown: string): void {
    for (const written of [value, encoded(value), decoded(value), quoted(value)]) {
      if (written.length < SHORTEST || written === shown || this.#hidden.has(written)) continue;
      this.#hidden.set(written, shown);
    }
  }

  /** A text without the secrets that it has. */
  hide(text: string): string {
    if (this.#hidden.size === 0) return text;
    const longestFirst = [...this.#hidden.keys()].sort((a, b) => b.length - a.length);
    const literal = (secret: string) => secret.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
    const any = new RegExp(longestFirst.map(literal).join("|"), "g");
    return text.replace(any, (secret) => this.#hidden.get(secret)!);
  }

  /**
   * A text without secrets that is a part of a longer one.
   *
   * @param isCut Whether something stood before it.
   */
  hidePart(text: string, isCut: boolean): string {
    const secrets = [...this.#hidden.keys()];
    const rest = isCut ? Math.max(0, ...secrets.map((secret) => overlap(secret, text))) : 0;
    const whole = text.slice(rest);
    const begun = Math.max(0, ...secrets.map((secret) => overlap(whole, secret)));
    const isBegun = begun >= RECOGNIZED && !this.#hidden.has(whole.slice(-begun));
    return this.hide(isBegun ? whole.slice(0, -begun) : whole);
  }
}

/** How many characters at the end of one text, but not all of it, begin the other. */
function overlap(text: string, other: string): number {
  let length = Math.min(text.length, other.length);
  while (length > 0 && !text.endsWith(other.slice(0, length))) length--;
  return length;
}

function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

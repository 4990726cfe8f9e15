import { hostVariable } from "./_deno_process.ts";

/** `$${`, or a reference with its name and its default. */
const REFERENCE = /\$\$\{|\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/** What is too short to be a secret, and would be found in any text. */
const SHORTEST = 4;

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
   * @throws {Error} Where a variable has no value.
   */
  fill(text: string, place: string): string {
    return text.replace(REFERENCE, (_reference, name?: string, fallback?: string) => {
      if (name === undefined) return "${";
      const value = Object.hasOwn(this.#values, name) ? this.#values[name] : hostVariable(name);
      if (value === undefined && fallback === undefined) {
        throw new Error(`needs variable "${name}" for ${place}, which is not set`);
      }
      if (value) this.keepSecret(value, `\${${name}}`);
      return value || fallback === undefined ? value ?? "" : fallback;
    });
  }

  /** Has a text replaced wherever it would be shown. */
  keepSecret(value: string, shown: string): void {
    if (value.length < SHORTEST || value === shown || this.#hidden.has(value)) return;
    this.#hidden.set(value, shown);
  }

  /** A text without the secrets that it has. */
  hide(text: string): string {
    const longestFirst = [...this.#hidden].sort(([a], [b]) => b.length - a.length);
    for (const [value, shown] of longestFirst) text = text.replaceAll(value, () => shown);
    return text;
  }
}

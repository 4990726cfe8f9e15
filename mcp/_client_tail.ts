import type { Variables } from "./_client_variables.ts";

/** How much is kept for a message, and how much of it is shown, in characters. */
const KEPT = 65_536;
const SHOWN = 4_096;

/** The last of what a server wrote. Secrets are hidden before it is cut, so that no half is left. */
export class Tail {
  #text = "";
  #isCut = false;

  /** Takes what comes next. */
  add(text: string): void {
    this.#text += text;
    if (this.#text.length < 2 * KEPT) return;
    this.#text = this.#text.slice(-KEPT);
    this.#isCut = true;
  }

  /** What to show of it, with something behind it. */
  shown(variables: Variables, rest = ""): string {
    const text = variables.hidePart(this.#text + rest, this.#isCut).trimEnd();
    if (text.length <= SHOWN) return text;
    const last = text.slice(-SHOWN), line = last.indexOf("\n") + 1;
    return `…${line > 0 && line < SHOWN / 2 ? `\n${last.slice(line)}` : last}`;
  }
}

/** Markup that is safe to send: made by {@linkcode html} only, or known to be our own. */
export class Html {
  /**
   * Takes markup as it is.
   *
   * @param text The markup.
   */
  constructor(readonly text: string) {}
}

/** What stands between pieces of markup: text is escaped, nothing and `false` leave nothing. */
export type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[];

/**
 * Makes markup. Values stand in it as text, or as attributes between double quotes.
 *
 * @param pieces The markup.
 * @param values What stands between.
 * @returns The whole.
 */
export function html(pieces: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(pieces.map((piece, index) => piece + textOf(values[index])).join(""));
}

function textOf(value: HtmlValue): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(textOf).join("");
  return String(value).replace(/[&<"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

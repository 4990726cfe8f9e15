/** `$${`, or a reference with its name and its default. */
const REFERENCE = /\$\$\{|\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/**
 * Puts something in the place of each reference to a variable; `$${` becomes `${`.
 *
 * @param text The text.
 * @param fill Gives what to put there, of the variable's name, its default and the reference.
 * @returns The text with it.
 */
export function replaceReferences(
  text: string,
  fill: (name: string, fallback: string | undefined, reference: string) => string,
): string {
  return text.replace(
    REFERENCE,
    (reference, name?: string, fallback?: string) =>
      name === undefined ? "${" : fill(name, fallback, reference),
  );
}

/**
 * Tells whether a text refers to variables.
 *
 * @param text The text.
 * @returns False where it stands for itself.
 */
export function hasReferences(text: string): boolean {
  return text.search(REFERENCE) >= 0;
}

/**
 * Tells whether a text can be a server's address: `http://` or `https://` and a host, either of
 * which a variable may give.
 *
 * @param text The text, with its references.
 * @returns False where it is none, whatever the variables are.
 */
export function mayBeAddress(text: string): boolean {
  if (!hasReferences(text)) return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);
  return /^(?:https?:\/\/[^/]|\$\{[A-Za-z_])/i.test(text);
}

/**
 * Undoes the percent-encoding of a part of an address.
 *
 * @param part The part.
 * @returns The text; the part itself where it is no encoding of one.
 */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Makes a name readable: `submit_doc` becomes `Submit doc`, and `mergeOK` `Merge OK`. See
 * spec/asmp.md 5.4.
 *
 * @param name The name.
 * @returns What a person reads; the name itself where nothing is left of it.
 */
export function humanize(name: string): string {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .split(/[_\-.\s]+/)
    .filter((word) => word !== "")
    .map((word) => word === word.toUpperCase() ? word : word.toLowerCase());
  const text = words.join(" ");
  const [first = ""] = text;
  return text === "" ? name : first.toUpperCase() + text.slice(first.length);
}

import type { UnknownNameError } from "./errors.ts";

/**
 * Says what the caller of an unknown name may have meant.
 *
 * @param error The error about the name.
 * @returns The end of its sentence; empty where nothing is near.
 */
export function suggestion({ given, known }: UnknownNameError): string {
  const names = known();
  const near = nearest(given, [...names.keys()]).map((name) => names.get(name));
  return near.length > 0 ? `, did you mean ${near.join(" or ")}?` : "";
}

/**
 * Finds what may have been meant by a name that is not known.
 *
 * @param word The name given.
 * @param names The names that are known.
 * @returns At most two that differ from it by little: a few letters, or an end left out.
 */
export function nearest(word: string, names: readonly string[]): string[] {
  const most = Math.max(1, Math.floor(word.length / 3));
  const near = names
    .map((name) => ({ name, distance: distance(plain(word), plain(name), most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance);
  return near.filter(({ distance }) => distance === near[0]!.distance)
    .slice(0, 2)
    .map(({ name }) => name);
}

/** What people mix up does not count: case, and the kinds of dash. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll("-", "_");
}

/** Longer words are typed by no one, and comparing them takes the square of their length. */
const LONGEST = 200;

/** How many letters are added, left out, changed or swapped; above `most` where it is more. */
function distance(a: string, b: string, most: number): number {
  if (a.length >= 3 && b.startsWith(a)) return Math.min(1, b.length - a.length);
  if (Math.abs(a.length - b.length) > most || a.length > LONGEST) return most + 1;
  let before: number[] = [], row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, before[j - 2]! + 1);
      }
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}

import { type Command, OWN_COMMANDS } from "./command.ts";
import { placesOf } from "./_command_flags.ts";
import { SuggestionError, UnknownCommandError, UnknownFlagError } from "./errors.ts";
import { OPTION_NAMES } from "./_options.ts";

/**
 * Adds to an error about an unknown name what the caller may have meant; other errors are given
 * back as they are.
 *
 * @param error The error.
 * @param commands All commands, where a command or a program option is unknown; the one command,
 * where a flag of it is.
 */
export function explain(error: unknown, commands: readonly Command[] | Command): unknown {
  if (error instanceof UnknownCommandError && isList(commands)) {
    const names = [...commands.map((command) => command.name), ...OWN_COMMANDS];
    return suggest(error, nearest(error.command, names).map((name) => JSON.stringify(name)));
  }
  if (!(error instanceof UnknownFlagError)) return error;
  const name = error.flag.replace(/(?!^):.*$/s, "");
  if (isList(commands)) {
    return suggest(error, nearest(name, OPTION_NAMES).map((option) => `--${option}`));
  }
  if (OPTION_NAMES.includes(name)) {
    return new SuggestionError(error, "program options come before the command");
  }
  const places = placesOf(commands.params);
  return suggest(
    error,
    nearest(name, [...places.keys()]).map((path) =>
      places.get(path)!.param.flag() ? `--${path}` : `--${path}:=JSON`
    ),
  );
}

function isList(commands: readonly Command[] | Command): commands is readonly Command[] {
  return Array.isArray(commands);
}

function suggest(error: UnknownCommandError | UnknownFlagError, names: string[]): unknown {
  if (names.length === 0) return error;
  return new SuggestionError(error, `did you mean ${names.join(" or ")}?`);
}

/** At most two names that differ from `word` by little: a few letters, or an end left out. */
function nearest(word: string, names: readonly string[]): string[] {
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

/** How many letters are added, left out, changed or swapped; above `most` where it is more. */
function distance(a: string, b: string, most: number): number {
  if (a.length >= 3 && b.startsWith(a)) return Math.min(1, b.length - a.length);
  if (Math.abs(a.length - b.length) > most) return most + 1;
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

/** Where the members and elements of a JSON text with comments stand. */
export interface Positions {
  /** The line, from 1, of each member and element by its path: `sources[1].mcp.command`. */
  lines: Map<string, number>;
  /** The path of the first member that an object has twice; its line is the second one's. */
  twice?: string;
}

/**
 * Finds where the members and elements of a JSON text with comments stand, for errors to say.
 *
 * @param text The text, which has been parsed.
 * @returns Their positions.
 */
export function positionsOf(text: string): Positions {
  const lines = new Map<string, number>([["", 1]]);
  let twice: string | undefined;
  /** The objects and arrays that the walk is inside of; an array counts its elements. */
  const levels: { path: string; index?: number }[] = [];
  let line = 1, counted = 0, wantsName = false, path = "";
  for (const { 0: token, index: at } of text.matchAll(TOKEN)) {
    line += breaksIn(text.slice(counted, at));
    counted = at;
    const level = levels.at(-1);
    switch (token[0]) {
      case "/":
      case ":":
        continue;
      case ",":
        wantsName = level?.index === undefined;
        if (level?.index !== undefined) level.index++;
        continue;
      case "}":
      case "]":
        levels.pop();
        wantsName = false;
        continue;
    }
    if (wantsName) {
      path = memberPath(level?.path ?? "", nameOf(token));
      if (lines.has(path)) twice ??= path;
      if (!lines.has(path) || twice === path) lines.set(path, line);
      wantsName = false;
      continue;
    }
    if (level?.index !== undefined) {
      path = `${level.path}[${level.index}]`;
      lines.set(path, line);
    }
    if (token === "{") levels.push({ path });
    if (token === "[") levels.push({ path, index: 0 });
    wantsName = token === "{";
  }
  return { lines, twice };
}

/**
 * Spells the path of a member.
 *
 * @param path The path of its object; empty for the top.
 * @param name Its name.
 * @returns `path.name`; a name that is no plain word is quoted.
 */
export function memberPath(path: string, name: string): string {
  if (!/^[\w$-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

/** A comment, a string, a bracket or another mark, a number or a word. */
const TOKEN = /\/\/[^\n\r]*|\/\*[^]*?\*\/|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"/]+/g;

/** What stands in quotes, read as JSON. */
function nameOf(token: string): string {
  try {
    return JSON.parse(token);
  } catch {
    return token;
  }
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

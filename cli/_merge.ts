import { jsonMembers } from "../agenttool/json.ts";
import { ConflictError, NotAnObjectError } from "./errors.ts";

/** A JSON text, and who gave it: `--path`, `the JSON argument`. */
export interface Leaf {
  from: string;
  text: string;
}

/** An object that is put together of what several gave. */
export interface Holder {
  members: Map<string, Node>;
}

type Node = Leaf | Holder;

/**
 * Adds a value to the arguments. Objects are joined member by member at any depth, everything else
 * may be given once; texts are kept as written, so no number changes.
 *
 * @param holder The arguments so far.
 * @param path The names that lead to the value; none adds the members of an object itself.
 * @param leaf The value.
 * @throws {UsageError} Where something else is there already.
 */
export function addValue(holder: Holder, path: readonly string[], leaf: Leaf): void {
  let node: Node = leaf;
  for (const name of path.toReversed()) node = { members: new Map([[name, node]]) };
  join(holder, node, "");
}

/**
 * Writes the arguments as JSON text.
 *
 * @param node The arguments.
 * @returns The JSON text.
 */
export function mergedText(node: Node): string {
  if ("text" in node) return node.text;
  const members = [...node.members]
    .map(([name, member]) => `${JSON.stringify(name)}:${mergedText(member)}`);
  return `{${members.join(",")}}`;
}

function join(first: Node, second: Node, path: string): Node {
  const a = open(first), b = open(second);
  if ("members" in a && "members" in b) {
    for (const [name, member] of b.members) {
      const there = a.members.get(name);
      const inner = path ? `${path}.${name}` : name;
      a.members.set(name, there ? join(there, member, inner) : member);
    }
    return a;
  }
  if ("text" in first && "text" in second) throw new ConflictError(first.from, second.from, path);
  throw new NotAnObjectError("text" in a ? a.from : (b as Leaf).from, path);
}

/** An object's text as a holder of its members; anything else as it is. */
function open(node: Node): Node {
  if ("members" in node || !node.text.startsWith("{")) return node;
  const members = [...jsonMembers(node.text)]
    .map(([name, text]): [string, Node] => [name, { from: node.from, text }]);
  return { members: new Map(members) };
}

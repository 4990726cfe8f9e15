import { jsonItems, jsonMembers } from "../agenttool/json.ts";
import { sha256 } from "./_cache.ts";
import type { Exchange } from "./_client_exact.ts";
import { hintsOf, type ServedHints } from "./hints.ts";
import { isObject } from "./_object.ts";
import { Problem } from "./_problem.ts";
import type { ListedTool } from "./source.ts";

/** Sends a request for one page; gives what came. */
export type AskPage = (params: Record<string, unknown>) => Promise<Exchange>;

/** A list with more pages has no end. */
const MAX_PAGES = 1_000;

/** A tool, as the server sent it. */
interface ServedTool extends ServedHints {
  name?: unknown;
  description?: unknown;
  inputSchema?: unknown;
}

/** One page of a list: its text, and the tools in it. */
interface Page {
  text: string;
  tools: (ServedTool | null)[];
}

/**
 * Asks for all pages of a server's tools.
 *
 * @throws {Problem} Where the answer is no list, or the list has no end.
 */
export async function readToolList(ask: AskPage): Promise<ToolList> {
  const pages: Page[] = [];
  const cursors = new Set<unknown>();
  for (let cursor: unknown = undefined;;) {
    const { text = "", result } = await ask(cursor === undefined ? {} : { cursor });
    const { tools, nextCursor } = Object(result);
    if (!Array.isArray(tools)) throw new Problem("answered tools/list without tools");
    const repeated = nextCursor === cursor &&
      JSON.stringify(tools) === JSON.stringify(pages.at(-1)?.tools);
    if (!repeated) pages.push({ text, tools });
    // Some servers say `null` or "" where there is no next page, or give the last page for ever.
    if (repeated || nextCursor === undefined || nextCursor === null || nextCursor === "") {
      return new ToolList(pages);
    }
    if (cursors.has(nextCursor) || pages.length === MAX_PAGES) {
      throw new Problem(`lists tools without end: ${pages.length} pages came`);
    }
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}

/** All that a server listed. */
export class ToolList {
  readonly #pages: readonly Page[];
  #tools?: ListedTool[];

  constructor(pages: readonly Page[]) {
    this.#pages = pages;
  }

  /** A text that changes with any word of the list. */
  digest(): Promise<string> {
    const words = JSON.stringify(this.#pages.map(({ tools }) => tools));
    return sha256(new TextEncoder().encode(words));
  }

  /**
   * The tools, exactly; the first of each name.
   *
   * @param note Is told of those left out, and why.
   */
  tools(note: (text: string) => void = () => {}): ListedTool[] {
    if (this.#tools) return this.#tools;
    const tools = new Map<string, ListedTool>();
    for (const { text, tools: served } of this.#pages) {
      const result = jsonMembers(text).get("result")!;
      const texts = jsonItems(jsonMembers(result).get("tools")!);
      for (const [index, tool] of served.entries()) {
        const listed = read(tool, texts[index]!, note);
        if (!listed) note("A tool without a name is left out");
        else if (tools.has(listed.name)) {
          note(`Tool ${JSON.stringify(listed.name)} is listed twice: the second is left out`);
        } else tools.set(listed.name, listed);
      }
    }
    return this.#tools = [...tools.values()];
  }

  /** How a tool differs from what was known of it; nothing where its arguments are the same. */
  change({ name, schema }: ListedTool): "is gone" | "has changed" | undefined {
    for (const { text, tools } of this.#pages) {
      const found = tools.find((tool) => tool?.name === name);
      if (!found) continue;
      // Reading a long list exactly takes its time, and hardly ever does a list change.
      if (text.includes(schema) && isText(found.inputSchema, schema)) return undefined;
      break;
    }
    const listed = this.tools().find((tool) => tool.name === name);
    if (!listed) return "is gone";
    return listed.schema === schema ? undefined : "has changed";
  }
}

function read(
  tool: ServedTool | null,
  text: string,
  note: (text: string) => void,
): ListedTool | undefined {
  const { name, description, inputSchema } = tool ?? {};
  if (typeof name !== "string" || name === "") return undefined;
  let schema = '{"type":"object"}';
  if (typeof inputSchema === "boolean" || isObject(inputSchema)) {
    schema = jsonMembers(text).get("inputSchema")!;
  } else if (inputSchema !== undefined) {
    note(`Tool ${JSON.stringify(name)} has no valid schema: any arguments are passed on`);
  }
  return {
    name,
    description: typeof description === "string" ? description : "",
    schema,
    ...hintsOf(tool!),
  };
}

/** Whether a value is what a text says; one that a cache has may be spoilt. */
function isText(value: unknown, text: string): boolean {
  try {
    return JSON.stringify(value) === JSON.stringify(JSON.parse(text));
  } catch {
    return false;
  }
}

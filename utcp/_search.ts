import {
  type ConcurrentToolRepository,
  TagSearchStrategy,
  type Tool,
  type UtcpClientConfig,
} from "@utcp/sdk";

/**
 * The tools that match a query, the best first, then those of the manual that the query names. The
 * SDK's strategy gives every tool, those that do not match last.
 */
export async function searchTools(
  { tool_repository: repository, tool_search_strategy: strategy }: UtcpClientConfig,
  query: string,
  tags: string[],
): Promise<Tool[]> {
  if (!(strategy instanceof TagSearchStrategy)) {
    return await strategy.searchTools(repository, query, 0, tags);
  }
  const all = (await repository.getTools()).filter((tool) => hasTag(tool, tags));
  if (query === "") return all;
  // Tools of one score stay in order, so that behind one that can match nothing none matches.
  const marker = { ...NO_TOOL, name: "\0".repeat(query.length + 1) };
  const pool = { getTools: () => Promise.resolve([marker, ...all]) } as ConcurrentToolRepository;
  const ranked = await strategy.searchTools(pool, query, 0);
  const end = ranked.indexOf(marker);
  const ofManual = ranked.slice(end + 1).filter((tool) => isOfManual(tool, query));
  return [...ranked.slice(0, end), ...ofManual];
}

const NO_TOOL: Tool = {
  name: "",
  description: "",
  inputs: {},
  outputs: {},
  tags: [],
  tool_call_template: { call_template_type: "" },
};

function hasTag({ tags }: Tool, required: string[]): boolean {
  const wanted = new Set(required.map((tag) => tag.toLowerCase()));
  return wanted.size === 0 || tags.some((tag) => wanted.has(tag.toLowerCase()));
}

function isOfManual({ name }: Tool, query: string): boolean {
  return name.split(".", 1)[0]!.toLowerCase() === query.toLowerCase();
}

import {
  type ConcurrentToolRepository,
  ToolPostProcessorConfigSerializer,
  type ToolSearchStrategy,
  UtcpClientConfigSchema,
} from "@utcp/sdk";
import type { CallTemplate, ToolPostProcessor, UtcpClientConfig } from "./sdk.ts";

/** The configuration of a {@linkcode UtcpClient}; every member may be left out. */
export interface UtcpClientOptions {
  /** Variables by their full names: the manual's name with every `_` doubled, `_`, the name. */
  variables?: Record<string, string>;
  /** Where else variables are looked up, in order, before the environment. */
  load_variables_from?: readonly object[] | null;
  /** The tool repository, or its configuration. */
  tool_repository?: object;
  /** The search strategy, or its configuration. */
  tool_search_strategy?: object;
  /** What is done to each result, in order: processors, or their configurations. */
  post_processing?: readonly object[];
  /** The manuals to begin with; what cannot be registered is reported on standard error. */
  manual_call_templates?: readonly CallTemplate[];
}

/**
 * Reads a configuration, without its manuals. The SDK makes an instance of every part, and then
 * another one of that instance, in which options are lost.
 */
export function parseOptions(options: UtcpClientOptions): UtcpClientConfig {
  const { tool_repository, tool_search_strategy, post_processing = [], ...rest } = options;
  const repository = instance<ConcurrentToolRepository>(tool_repository, "saveManual");
  const strategy = instance<ToolSearchStrategy>(tool_search_strategy, "searchTools");
  const parsed = UtcpClientConfigSchema.parse({
    ...rest,
    tool_repository: repository ? undefined : tool_repository,
    tool_search_strategy: strategy ? undefined : tool_search_strategy,
  } as UtcpClientConfig);
  const processors = new ToolPostProcessorConfigSerializer();
  return {
    ...parsed,
    tool_repository: repository ?? parsed.tool_repository,
    tool_search_strategy: strategy ?? parsed.tool_search_strategy,
    post_processing: post_processing.map((given) =>
      instance<ToolPostProcessor>(given, "postProcess") ??
        processors.validateDict(given as Record<string, unknown>)
    ),
  };
}

function instance<T>(value: object | undefined, method: string): T | undefined {
  return value && method in value ? value as T : undefined;
}

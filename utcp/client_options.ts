import {
  type ConcurrentToolRepository,
  ToolPostProcessorConfigSerializer,
  type ToolSearchStrategy,
  UtcpClientConfigSchema,
  VariableLoaderSerializer,
} from "@utcp/sdk";
import { loaderOf } from "./_dotenv_loader.ts";
import type { RunLimits } from "./_limits.ts";
import { array, explained, type Members, Misfit, positive } from "./_members.ts";
import type { CallTemplate, ToolPostProcessor, UtcpClientConfig, VariableLoader } from "./sdk.ts";
import type { VariableLookup } from "./variables.ts";

/** The configuration of a {@linkcode UtcpClient}; every member may be left out. */
export interface UtcpClientOptions {
  /** Variables by their full names: the manual's name with every `_` doubled, `_`, the name. */
  variables?: Record<string, string>;
  /**
   * Where else variables are looked up by their full names, in order, before the environment. Each
   * is a lookup, such as `dotenv(path)`; an object with a method `get(key)`, which may be
   * asynchronous; or the configuration of a loader that is registered with `@utcp/sdk`, such as
   * `{ variable_loader_type: "dotenv", env_file_path: ".env" }`, whose path begins where this
   * process runs. A file that is not there has no variables.
   */
  load_variables_from?: readonly object[] | null;
  /** The tool repository, or its configuration. */
  tool_repository?: object;
  /** The search strategy, or its configuration. */
  tool_search_strategy?: object;
  /** What is done to each result, in order: processors, or their configurations. */
  post_processing?: readonly object[];
  /** The manuals to begin with; what cannot be registered is reported on standard error. */
  manual_call_templates?: readonly CallTemplate[];
  /** *(ours)* How long a call of a CLI tool may take in ms where its template does not say. */
  timeout?: number;
  /** *(ours)* How long discovery by a CLI template may take in ms where it does not say. */
  discovery_timeout?: number;
  /** *(ours)* How many bytes of each stream of a step are kept where its template does not say. */
  max_output?: number;
}

/**
 * Reads a configuration, without its manuals. The SDK makes an instance of every part, and then
 * another one of that instance, in which options are lost.
 *
 * @throws {TypeError} Where a loader or a limit is none; the message names the member.
 */
export function parseOptions(
  options: UtcpClientOptions,
): { config: UtcpClientConfig; limits: RunLimits } {
  const { timeout, discovery_timeout, max_output, load_variables_from, ...parts } = options;
  return explained("configuration", () => ({
    limits: {
      timeout: positive({ timeout }, "timeout"),
      discoveryTimeout: positive({ discovery_timeout }, "discovery_timeout"),
      maxOutput: positive({ max_output }, "max_output"),
    },
    config: { ...parseParts(parts), load_variables_from: readLoaders({ load_variables_from }) },
  }));
}

function parseParts(options: UtcpClientOptions): UtcpClientConfig {
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

/** What is an instance already is taken as it is: the SDK would make one by its type. */
function readLoaders(options: Members): VariableLoader[] | null {
  const given = array(options, "load_variables_from");
  return given?.map((loader, index) => {
    if (typeof loader === "function") return loaderOf("lookup", loader as VariableLookup);
    try {
      return instance<VariableLoader>(loader as object, "get") ??
        new VariableLoaderSerializer().validateDict(loader as Record<string, unknown>);
    } catch (error) {
      throw new Misfit(`load_variables_from[${index}]`, (error as Error).message);
    }
  }) ?? null;
}

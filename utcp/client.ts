import { CallTemplateSerializer, CommunicationProtocol } from "@utcp/sdk";
import { parseOptions, type UtcpClientOptions } from "./client_options.ts";
import type { RunLimits } from "./_limits.ts";
import type {
  CallTemplate,
  IUtcpClient,
  RegisterManualResult,
  SdkTool,
  ToolPostProcessor,
  UtcpClientConfig,
  VariableSubstitutor,
} from "./sdk.ts";
import { searchTools } from "./_search.ts";
import { Substitutor } from "./_substitutor.ts";
import { manualName, type VariableLookup, variableLookup } from "./variables.ts";

/**
 * A client on the parts of `@utcp/sdk`: its configuration, protocols, repository, search, variables
 * and post-processors. Unlike the client there, it writes nothing to standard output, calls a manual
 * that is itself one tool by the manual's name, leaves shell variables in CLI templates to the shell
 * and hands ours over by reference, keeps the options of post-processors, finds nothing where
 * nothing matches, and registers one of two manuals of one name. See spec/utcp-cli.md 1 and 3.
 *
 * @example A command as a tool
 * ```ts
 * import { UtcpClient } from "@x/toolcli/utcp";
 * import { expect } from "@std/expect";
 *
 * const client = await UtcpClient.create(".", {
 *   manual_call_templates: [{
 *     name: "greet",
 *     call_template_type: "cli",
 *     commands: [{ command: 'echo "Hello, UTCP_ARG_name_UTCP_END"' }],
 *   }],
 * });
 *
 * expect(await client.callTool("greet", { name: "$HOME" })).toBe("Hello, $HOME");
 * await client.close();
 * ```
 *
 * @example A variable of a `.env` file, and a limit
 * ```ts
 * import { UtcpClient } from "@x/toolcli/utcp";
 * import { expect } from "@std/expect";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, "my__api_KEY=secret\n");
 * const client = await UtcpClient.create(".", {
 *   load_variables_from: [{ variable_loader_type: "dotenv", env_file_path: path }],
 *   timeout: 5_000,
 *   manual_call_templates: [{
 *     name: "my_api",
 *     call_template_type: "cli",
 *     commands: [{ command: 'echo "$KEY"' }],
 *   }],
 * });
 *
 * expect(await client.callTool("my_api")).toBe("secret");
 * await client.close();
 * await Deno.remove(path);
 * ```
 */
export class UtcpClient implements IUtcpClient {
  /** The configuration. */
  readonly config: UtcpClientConfig;
  /** What relative paths begin at; null for the current directory. */
  readonly root_dir: string | null;
  /** What replaces variables in templates of other protocols. */
  readonly variableSubstitutor: VariableSubstitutor;
  /** What is done to each result, in order. */
  readonly postProcessors: ToolPostProcessor[];
  /** What bounds the runs of CLI templates that do not say it; left out, what the protocol has. */
  readonly limits: RunLimits;
  /** The names of the manuals that are being registered at the moment. */
  readonly #registering = new Set<string>();

  private constructor(
    config: UtcpClientConfig,
    limits: RunLimits,
    substitutor: Substitutor,
    rootDir?: string,
  ) {
    this.config = config;
    this.limits = limits;
    this.root_dir = rootDir ?? null;
    this.variableSubstitutor = substitutor;
    this.postProcessors = config.post_processing;
  }

  /**
   * Makes a client and registers its first manuals.
   *
   * @param rootDir What relative paths begin at: a `working_dir`, a file that another protocol
   * reads; not a `.env` file, as in every UTCP client. Left out, the current directory.
   * @param config The configuration.
   * @returns The client.
   * @throws {Error} Where the configuration is invalid, or one of its own variables refers to one
   * that cannot be found.
   */
  static async create(
    rootDir?: string,
    config?: UtcpClientOptions | null,
  ): Promise<UtcpClient> {
    const { manual_call_templates = [], ...rest } = config ?? {};
    const { config: parsed, limits } = parseOptions(rest);
    const substitutor = new Substitutor();
    parsed.variables = await substitutor.substitute(parsed.variables, { ...parsed, variables: {} });
    const client = new UtcpClient(parsed, limits, substitutor, rootDir);
    parsed.manual_call_templates = [...manual_call_templates];
    for (const result of await client.registerManuals(parsed.manual_call_templates)) report(result);
    return client;
  }

  /**
   * Finds a tool.
   *
   * @param toolName The tool's full name, or the name of a manual that is itself one tool.
   * @returns A copy of the tool.
   */
  async getTool(toolName: string): Promise<SdkTool | undefined> {
    const { tool_repository } = this.config;
    const tool = await tool_repository.getTool(toolName) ??
      await tool_repository.getTool(`${toolName}.${toolName}`);
    return tool && structuredClone(tool);
  }

  /**
   * Gives all tools.
   *
   * @returns Copies of them.
   */
  async getTools(): Promise<SdkTool[]> {
    return structuredClone(await this.config.tool_repository.getTools());
  }

  /**
   * Registers a manual.
   *
   * @param manualCallTemplate How to reach it; it is not changed.
   * @returns What was registered. Where `success` is true, `errors` tells what was left out of it.
   * @throws {Error} Where the template is invalid, or there is a manual of that name.
   */
  async registerManual(manualCallTemplate: CallTemplate): Promise<RegisterManualResult> {
    const name = manualName(manualCallTemplate.name || crypto.randomUUID());
    const { tool_repository } = this.config;
    const taken = this.#registering.has(name);
    this.#registering.add(name);
    try {
      if (taken || await tool_repository.getManual(name)) {
        throw new Error(
          `Manual '${name}' already registered. ` +
            "Please use a different name or deregister the existing manual.",
        );
      }
      return await this.#register(structuredClone({ ...manualCallTemplate, name }), name);
    } finally {
      if (!taken) this.#registering.delete(name);
    }
  }

  /**
   * Registers manuals at the same time.
   *
   * @param manualCallTemplates How to reach them.
   * @returns What came of each; one that throws alone is unsuccessful here.
   */
  async registerManuals(
    manualCallTemplates: CallTemplate[],
  ): Promise<RegisterManualResult[]> {
    return await Promise.all(manualCallTemplates.map(async (manualCallTemplate) => {
      try {
        return await this.registerManual(manualCallTemplate);
      } catch (error) {
        const manual = { utcp_version: "1.0.1", manual_version: "1.0.0", tools: [] };
        const errors = [(error as Error).message];
        return { manualCallTemplate, manual, success: false, errors };
      }
    }));
  }

  async #register(template: CallTemplate, name: string): Promise<RegisterManualResult> {
    const valid = new CallTemplateSerializer().validateDict(template);
    const processed = await this.substituteCallTemplateVariables(valid, name);
    const result = await protocolOf(processed).registerManual(this, processed);
    if (!result.success) return result;
    const allowed = allowedProtocols(processed);
    const tools = new Map<string, SdkTool>();
    for (const tool of result.manual.tools) {
      const type = tool.tool_call_template.call_template_type;
      const full = tool.name.startsWith(`${name}.`) ? tool.name : `${name}.${tool.name}`;
      const problem = !allowed.includes(type)
        ? notAllowed(type, allowed)
        : tools.has(full)
        ? `an earlier tool is '${full}' too`
        : undefined;
      if (problem) result.errors.push(`Tool '${tool.name}' is left out: ${problem}`);
      else tools.set(full, { ...tool, name: full });
    }
    const manual = { ...result.manual, tools: [...tools.values()] };
    await this.config.tool_repository.saveManual(processed, structuredClone(manual));
    return { ...result, manual };
  }

  /**
   * Removes a manual and its tools.
   *
   * @param manualName The manual's name.
   * @returns Whether there was one.
   */
  async deregisterManual(manualName: string): Promise<boolean> {
    const { tool_repository } = this.config;
    const template = await tool_repository.getManualCallTemplate(manualName);
    if (!template) return false;
    await protocolOf(template).deregisterManual(this, template);
    return await tool_repository.removeManual(manualName);
  }

  /**
   * Calls a tool.
   *
   * @param toolName The tool's full name, or the name of a manual that is itself one tool.
   * @param toolArgs The arguments; none when left out.
   * @returns The result, post-processed.
   * @throws {Error} Where there is no such tool, or the call fails.
   */
  async callTool(
    toolName: string,
    toolArgs?: Record<string, unknown> | null,
  ): Promise<unknown> {
    const { tool, template, manualTemplate } = await this.#prepare(toolName);
    const protocol = protocolOf(template);
    const result = await protocol.callTool(this, tool.name, toolArgs ?? {}, template);
    return await this.#process(tool, manualTemplate, result);
  }

  /**
   * Calls a tool whose result comes in pieces; that of a CLI tool comes in one.
   *
   * @param toolName The tool's full name, or the name of a manual that is itself one tool.
   * @param toolArgs The arguments; none when left out.
   * @returns The pieces, each of them post-processed.
   * @throws {Error} Where there is no such tool, or the call fails.
   */
  async *callToolStreaming(
    toolName: string,
    toolArgs?: Record<string, unknown> | null,
  ): AsyncGenerator<unknown, void, unknown> {
    const { tool, template, manualTemplate } = await this.#prepare(toolName);
    const protocol = protocolOf(template);
    const pieces = protocol.callToolStreaming(this, tool.name, toolArgs ?? {}, template);
    for await (const piece of pieces) yield await this.#process(tool, manualTemplate, piece);
  }

  async #prepare(
    toolName: string,
  ): Promise<{ tool: SdkTool; template: CallTemplate; manualTemplate: CallTemplate }> {
    const tool = await this.#find(toolName);
    const [manualName = ""] = toolName.split(".");
    const manualTemplate = await this.config.tool_repository.getManualCallTemplate(manualName);
    if (!manualTemplate) {
      throw new Error(`Could not find manual call template for manual '${manualName}'.`);
    }
    const type = tool.tool_call_template.call_template_type;
    const allowed = allowedProtocols(manualTemplate);
    if (!allowed.includes(type)) {
      throw new Error(`Tool '${toolName}' cannot be called: ${notAllowed(type, allowed)}`);
    }
    const template = await this.substituteCallTemplateVariables(
      tool.tool_call_template,
      manualName,
    );
    return { tool, template, manualTemplate };
  }

  async #find(toolName: string): Promise<SdkTool> {
    if (!toolName.split(".")[0]) {
      throw new Error(
        `Invalid tool name format for '${toolName}'. Expected 'manual_name.tool_name'.`,
      );
    }
    const tool = await this.getTool(toolName);
    if (!tool) throw new Error(`Tool '${toolName}' not found in the repository.`);
    return tool;
  }

  async #process(tool: SdkTool, manualTemplate: CallTemplate, result: unknown): Promise<unknown> {
    for (const processor of this.postProcessors) {
      result = await processor.postProcess(this, tool, manualTemplate, result);
    }
    return result;
  }

  /**
   * Searches for tools.
   *
   * @param query What the tool is to do, or the name of a manual.
   * @param limit How many tools to give at most; 0 for all.
   * @param anyOfTagsRequired Tags of which a tool has to have one.
   * @returns The tools that match, the best first.
   */
  async searchTools(
    query: string,
    limit = 10,
    anyOfTagsRequired: string[] = [],
  ): Promise<SdkTool[]> {
    const tools = await searchTools(this.config, query, anyOfTagsRequired);
    return structuredClone(limit > 0 ? tools.slice(0, limit) : tools);
  }

  /** Looks up the variables of CLI templates, by their full names. */
  get variables(): VariableLookup {
    const { variables, load_variables_from } = this.config;
    const loaders = load_variables_from?.map((loader) => async (key: string) =>
      await loader.get(key) ?? undefined
    );
    return variableLookup({ variables, loaders });
  }

  /**
   * Replaces variables in a call template. CLI templates stay as they are, for their variables
   * reach the command by reference when it runs; so does the text of a text template, which is a
   * manual and no template.
   *
   * @param callTemplate The template.
   * @param namespace The name of the manual that it belongs to.
   * @returns The template to run.
   * @throws {Error} Where a variable has no value.
   */
  async substituteCallTemplateVariables<T extends CallTemplate>(
    callTemplate: T,
    namespace?: string,
  ): Promise<T> {
    const { call_template_type: type, content } = callTemplate;
    if (type === "cli") return callTemplate;
    const given = type === "text" ? { ...callTemplate, content: "" } : callTemplate;
    const processed = await this.variableSubstitutor.substitute(given, this.config, namespace);
    const valid = new CallTemplateSerializer().validateDict(processed) as T;
    return type === "text" ? { ...valid, content } : valid;
  }

  /**
   * Names the variables of a template.
   *
   * @param manualCallTemplate The template.
   * @returns Their full names.
   */
  // deno-lint-ignore require-await
  async getRequiredVariablesForManualAndTools(manualCallTemplate: CallTemplate): Promise<string[]> {
    const { name } = manualCallTemplate;
    return this.variableSubstitutor.findRequiredVariables(manualCallTemplate, name);
  }

  /**
   * Names the variables of a registered tool's template.
   *
   * @param toolName The tool's full name, or the name of a manual that is itself one tool.
   * @returns Their full names.
   * @throws {Error} Where there is no such tool.
   */
  async getRequiredVariablesForRegisteredTool(toolName: string): Promise<string[]> {
    const { tool_call_template: template } = await this.#find(toolName);
    const [manualName] = toolName.split(".");
    return this.variableSubstitutor.findRequiredVariables(template, manualName);
  }

  /** Closes the protocols. */
  async close(): Promise<void> {
    const protocols = Object.values(CommunicationProtocol.communicationProtocols);
    await Promise.all(protocols.map((protocol) => protocol.close()));
  }
}

function protocolOf({ call_template_type: type }: CallTemplate): CommunicationProtocol {
  const protocols = CommunicationProtocol.communicationProtocols;
  const protocol = Object.hasOwn(protocols, type) ? protocols[type] : undefined;
  if (!protocol) throw new Error(`No communication protocol registered for type: '${type}'`);
  return protocol;
}

/** The protocols that a manual's tools may use: its own, unless it lists some. */
function allowedProtocols(template: CallTemplate): readonly string[] {
  const { allowed_communication_protocols: allowed, call_template_type: own } = template;
  return allowed?.length ? allowed : [own];
}

function notAllowed(type: string, allowed: readonly string[]): string {
  const list = allowed.map((name) => `'${name}'`).join(", ");
  return `its protocol '${type}' is not among those that the manual allows: ${list}`;
}

/** Nobody else sees what came of the manuals that a configuration names. */
function report({ manualCallTemplate, errors }: RegisterManualResult): void {
  for (const error of errors) console.error(`Manual '${manualCallTemplate.name}': ${error}`);
}

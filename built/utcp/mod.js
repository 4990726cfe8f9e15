/* @ts-self-types="../../utcp/mod.ts" */
import { VariableLoaderSerializer, UtcpClientConfigSchema, ToolPostProcessorConfigSerializer, TagSearchStrategy, DefaultVariableSubstitutor, CallTemplateSerializer, CommunicationProtocol } from '@utcp/sdk';
import { explained, members, string, fail, dotenv, positive, array, Misfit, manualName, variableLookup, parseTemplate, readLimits, isDiscovery, present, placeholders } from './_start.js';
export { parseDotenv, parseManual, utcpTools, variableKey } from './_start.js';
import { denoIo, visible } from '../mod.js';
import { discoverManual } from './_discovery.js';
import { runTemplate } from './_run.js';
export { CallFailedError, CallTimeoutError, StepFailedError, UnsafeTemplateError, VariableNotFoundError } from './_run.js';
export { utcpExtension } from './extension.js';
export { lintTemplate, unsafeConstructs } from './lint.js';
export { utcpManual } from './manual.js';

const dotenvLoaders = {
  toDict: ({ env_file_path }) => ({
    variable_loader_type: "dotenv",
    env_file_path
  }),
  validateDict: dotenvLoader,
  copy: (loader) => dotenvLoader(loader)
};
function loaderOf(type, lookup) {
  return { variable_loader_type: type, get: async (key) => await lookup(key) ?? null };
}
function dotenvLoader(value) {
  return explained("dotenv loader", () => {
    const given = members(value);
    const path = string(given, "env_file_path") || fail("env_file_path", "expected a path", given.env_file_path);
    return { ...loaderOf("dotenv", dotenv(path)), env_file_path: path };
  });
}

function parseOptions(options) {
  const { timeout, discovery_timeout, max_output, load_variables_from, ...parts } = options;
  return explained("configuration", () => ({
    limits: {
      timeout: positive({ timeout }, "timeout"),
      discoveryTimeout: positive({ discovery_timeout }, "discovery_timeout"),
      maxOutput: positive({ max_output }, "max_output")
    },
    config: { ...parseParts(parts), load_variables_from: readLoaders({ load_variables_from }) }
  }));
}
function parseParts(options) {
  const { tool_repository, tool_search_strategy, post_processing = [], ...rest } = options;
  const repository = instance(tool_repository, "saveManual");
  const strategy = instance(tool_search_strategy, "searchTools");
  const parsed = UtcpClientConfigSchema.parse({
    ...rest,
    tool_repository: repository ? void 0 : tool_repository,
    tool_search_strategy: strategy ? void 0 : tool_search_strategy
  });
  const processors = new ToolPostProcessorConfigSerializer();
  return {
    ...parsed,
    tool_repository: repository ?? parsed.tool_repository,
    tool_search_strategy: strategy ?? parsed.tool_search_strategy,
    post_processing: post_processing.map(
      (given) => instance(given, "postProcess") ?? processors.validateDict(given)
    )
  };
}
function instance(value, method) {
  return value && method in value ? value : void 0;
}
function readLoaders(options) {
  const given = array(options, "load_variables_from");
  return given?.map((loader, index) => {
    if (typeof loader === "function") return loaderOf("lookup", loader);
    try {
      return instance(loader, "get") ?? new VariableLoaderSerializer().validateDict(loader);
    } catch (error) {
      throw new Misfit(`load_variables_from[${index}]`, error.message);
    }
  }) ?? null;
}

async function searchTools({ tool_repository: repository, tool_search_strategy: strategy }, query, tags) {
  if (!(strategy instanceof TagSearchStrategy)) {
    return await strategy.searchTools(repository, query, 0, tags);
  }
  const all = (await repository.getTools()).filter((tool) => hasTag(tool, tags));
  if (query === "") return all;
  const marker = { ...NO_TOOL, name: "\0".repeat(query.length + 1) };
  const pool = { getTools: () => Promise.resolve([marker, ...all]) };
  const ranked = await strategy.searchTools(pool, query, 0);
  const end = ranked.indexOf(marker);
  const ofManual = ranked.slice(end + 1).filter((tool) => isOfManual(tool, query));
  return [...ranked.slice(0, end), ...ofManual];
}
const NO_TOOL = {
  name: "",
  description: "",
  inputs: {},
  outputs: {},
  tags: [],
  tool_call_template: { call_template_type: "" }
};
function hasTag({ tags }, required) {
  const wanted = new Set(required.map((tag) => tag.toLowerCase()));
  return wanted.size === 0 || tags.some((tag) => wanted.has(tag.toLowerCase()));
}
function isOfManual({ name }, query) {
  return name.split(".", 1)[0].toLowerCase() === query.toLowerCase();
}

class Substitutor extends DefaultVariableSubstitutor {
  async substitute(value, config, namespace) {
    const found = typeof value === "string" && namespace ? UNDERSCORED.exec(value) : null;
    if (found) {
      throw new Error(`Variable '${found[1] ?? found[2]}' is refused: its name begins with "_"`);
    }
    return await super.substitute(value, config, namespace);
  }
  findRequiredVariables(value, namespace) {
    const names = super.findRequiredVariables(value, namespace && manualName(namespace));
    return names.filter((name) => !/_(?:CMD_\d+_OUTPUT|\d+)$/.test(name));
  }
}
const UNDERSCORED = /\$\{(_\w*)\}|\$(_\w*)/;

class UtcpClient {
  /** The configuration. */
  config;
  /** What relative paths begin at; null for the current directory. */
  root_dir;
  /** What replaces variables in templates of other protocols. */
  variableSubstitutor;
  /** What is done to each result, in order. */
  postProcessors;
  /** What bounds the runs of CLI templates that do not say it; left out, what the protocol has. */
  limits;
  /** The names of the manuals that are being registered at the moment. */
  #registering = /* @__PURE__ */ new Set();
  constructor(config, limits, substitutor, rootDir) {
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
  static async create(rootDir, config) {
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
  async getTool(toolName) {
    const { tool_repository } = this.config;
    const tool = await tool_repository.getTool(toolName) ?? await tool_repository.getTool(`${toolName}.${toolName}`);
    return tool && structuredClone(tool);
  }
  /**
   * Gives all tools.
   *
   * @returns Copies of them.
   */
  async getTools() {
    return structuredClone(await this.config.tool_repository.getTools());
  }
  /**
   * Registers a manual.
   *
   * @param manualCallTemplate How to reach it; it is not changed.
   * @returns What was registered. Where `success` is true, `errors` tells what was left out of it.
   * @throws {Error} Where the template is invalid, or there is a manual of that name.
   */
  async registerManual(manualCallTemplate) {
    const name = manualName(manualCallTemplate.name || crypto.randomUUID());
    const { tool_repository } = this.config;
    const taken = this.#registering.has(name);
    this.#registering.add(name);
    try {
      if (taken || await tool_repository.getManual(name)) {
        throw new Error(
          `Manual '${name}' already registered. Please use a different name or deregister the existing manual.`
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
  async registerManuals(manualCallTemplates) {
    return await Promise.all(manualCallTemplates.map(async (manualCallTemplate) => {
      try {
        return await this.registerManual(manualCallTemplate);
      } catch (error) {
        const manual = { utcp_version: "1.0.1", manual_version: "1.0.0", tools: [] };
        const errors = [error.message];
        return { manualCallTemplate, manual, success: false, errors };
      }
    }));
  }
  async #register(template, name) {
    const valid = new CallTemplateSerializer().validateDict(template);
    const processed = await this.substituteCallTemplateVariables(valid, name);
    const result = await protocolOf(processed).registerManual(this, processed);
    if (!result.success) return result;
    const allowed = allowedProtocols(processed);
    const tools = /* @__PURE__ */ new Map();
    for (const tool of result.manual.tools) {
      const type = tool.tool_call_template.call_template_type;
      const full = tool.name.startsWith(`${name}.`) ? tool.name : `${name}.${tool.name}`;
      const problem = !allowed.includes(type) ? notAllowed(type, allowed) : tools.has(full) ? `an earlier tool is '${full}' too` : void 0;
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
  async deregisterManual(manualName2) {
    const { tool_repository } = this.config;
    const template = await tool_repository.getManualCallTemplate(manualName2);
    if (!template) return false;
    await protocolOf(template).deregisterManual(this, template);
    return await tool_repository.removeManual(manualName2);
  }
  /**
   * Calls a tool.
   *
   * @param toolName The tool's full name, or the name of a manual that is itself one tool.
   * @param toolArgs The arguments; none when left out.
   * @returns The result, post-processed.
   * @throws {Error} Where there is no such tool, or the call fails.
   */
  async callTool(toolName, toolArgs) {
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
  async *callToolStreaming(toolName, toolArgs) {
    const { tool, template, manualTemplate } = await this.#prepare(toolName);
    const protocol = protocolOf(template);
    const pieces = protocol.callToolStreaming(this, tool.name, toolArgs ?? {}, template);
    for await (const piece of pieces) yield await this.#process(tool, manualTemplate, piece);
  }
  async #prepare(toolName) {
    const tool = await this.#find(toolName);
    const [manualName2 = ""] = toolName.split(".");
    const manualTemplate = await this.config.tool_repository.getManualCallTemplate(manualName2);
    if (!manualTemplate) {
      throw new Error(`Could not find manual call template for manual '${manualName2}'.`);
    }
    const type = tool.tool_call_template.call_template_type;
    const allowed = allowedProtocols(manualTemplate);
    if (!allowed.includes(type)) {
      throw new Error(`Tool '${toolName}' cannot be called: ${notAllowed(type, allowed)}`);
    }
    const template = await this.substituteCallTemplateVariables(
      tool.tool_call_template,
      manualName2
    );
    return { tool, template, manualTemplate };
  }
  async #find(toolName) {
    if (!toolName.split(".")[0]) {
      throw new Error(
        `Invalid tool name format for '${toolName}'. Expected 'manual_name.tool_name'.`
      );
    }
    const tool = await this.getTool(toolName);
    if (!tool) throw new Error(`Tool '${toolName}' not found in the repository.`);
    return tool;
  }
  async #process(tool, manualTemplate, result) {
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
  async searchTools(query, limit = 10, anyOfTagsRequired = []) {
    const tools = await searchTools(this.config, query, anyOfTagsRequired);
    return structuredClone(limit > 0 ? tools.slice(0, limit) : tools);
  }
  /** Looks up the variables of CLI templates, by their full names. */
  get variables() {
    const { variables, load_variables_from } = this.config;
    const loaders = load_variables_from?.map(
      (loader) => async (key) => await loader.get(key) ?? void 0
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
  async substituteCallTemplateVariables(callTemplate, namespace) {
    const { call_template_type: type, content } = callTemplate;
    if (type === "cli") return callTemplate;
    const given = type === "text" ? { ...callTemplate, content: "" } : callTemplate;
    const processed = await this.variableSubstitutor.substitute(given, this.config, namespace);
    const valid = new CallTemplateSerializer().validateDict(processed);
    return type === "text" ? { ...valid, content } : valid;
  }
  /**
   * Names the variables of a template.
   *
   * @param manualCallTemplate The template.
   * @returns Their full names.
   */
  // deno-lint-ignore require-await
  async getRequiredVariablesForManualAndTools(manualCallTemplate) {
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
  async getRequiredVariablesForRegisteredTool(toolName) {
    const { tool_call_template: template } = await this.#find(toolName);
    const [manualName2] = toolName.split(".");
    return this.variableSubstitutor.findRequiredVariables(template, manualName2);
  }
  /** Closes the protocols. */
  async close() {
    const protocols = Object.values(CommunicationProtocol.communicationProtocols);
    await Promise.all(protocols.map((protocol) => protocol.close()));
  }
}
function protocolOf({ call_template_type: type }) {
  const protocols = CommunicationProtocol.communicationProtocols;
  const protocol = Object.hasOwn(protocols, type) ? protocols[type] : void 0;
  if (!protocol) throw new Error(`No communication protocol registered for type: '${type}'`);
  return protocol;
}
function allowedProtocols(template) {
  const { allowed_communication_protocols: allowed, call_template_type: own } = template;
  return allowed?.length ? allowed : [own];
}
function notAllowed(type, allowed) {
  const list = allowed.map((name) => `'${name}'`).join(", ");
  return `its protocol '${type}' is not among those that the manual allows: ${list}`;
}
function report({ manualCallTemplate, errors }) {
  for (const error of errors) console.error(`Manual '${manualCallTemplate.name}': ${error}`);
}

class CliCallTemplateSerializer {
  /**
   * Gives a template as a plain object.
   *
   * @param template The template.
   * @returns A copy of it.
   */
  toDict(template) {
    return structuredClone({ ...template });
  }
  /**
   * Reads a template. Members that are not known are left out.
   *
   * @param value The template as an object.
   * @returns The template.
   * @throws {TypeError} Where it is not one; the message names the member.
   */
  validateDict(value) {
    return structuredClone(parseTemplate(value));
  }
  /**
   * Copies a template.
   *
   * @param template The template.
   * @returns The copy.
   */
  copy(template) {
    return structuredClone(template);
  }
}
class CliCommunicationProtocol {
  #limits;
  /**
   * Makes the protocol.
   *
   * @param limits What bounds the runs of templates that do not say it; those of a
   * {@linkcode UtcpClient} come first.
   * @throws {TypeError} Where a limit is no number above 0.
   */
  constructor(limits = {}) {
    this.#limits = readLimits(limits);
  }
  /**
   * Registers a manual. A template that contains the word `utcp-discover`, or says
   * `discover: true`, is run for the manual that it prints. Any other is one tool, named like the
   * manual, and nothing runs.
   *
   * @param caller The client.
   * @param manualCallTemplate The template.
   * @returns The manual. `success` is false where there is none, and `errors` then says why;
   * otherwise `errors` tells which tools were left out.
   * @throws {TypeError} Where the template is invalid.
   */
  async registerManual(caller, manualCallTemplate) {
    const template = parseTemplate(manualCallTemplate);
    if (!isDiscovery(template)) return registered(manualCallTemplate, manualOf(template));
    try {
      const { manual, dropped } = await discoverManual(template, {
        ...optionsOf(caller),
        ...this.#bounds(caller, "discoveryTimeout")
      });
      const errors = dropped.map(({ name, reason }) => `Tool '${name}' is left out: ${reason}`);
      return registered(manualCallTemplate, manual, errors);
    } catch (error) {
      const { message } = error;
      const errors = message.includes(" CLI provider ") ? [message] : [`Error discovering tools from CLI provider '${template.name}': ${message}`];
      const manual = { utcp_version: "1.0.1", manual_version: "1.0.0", tools: [] };
      return { ...registered(manualCallTemplate, manual, errors), success: false };
    }
  }
  /** Does nothing: no process outlives a call. */
  async deregisterManual() {
  }
  /** Does nothing: there is nothing to close. */
  async close() {
  }
  /**
   * Calls a tool.
   *
   * @param caller The client; its repository has the schema that the arguments are checked against.
   * @param toolName The tool's full name.
   * @param toolArgs The arguments.
   * @param toolCallTemplate The tool's template.
   * @returns What the commands printed: text, or the object or array that the text is.
   * @throws {Error} Where the call fails, or is refused before anything runs.
   */
  async callTool(caller, toolName, toolArgs, toolCallTemplate) {
    const tool = await caller?.config?.tool_repository.getTool(toolName);
    const { text, isJson } = await runTemplate(
      parseTemplate(toolCallTemplate),
      argumentsText(toolArgs ?? {}),
      {
        inputs: tool?.inputs,
        manual: toolName.split(".", 1)[0],
        ...optionsOf(caller),
        ...this.#bounds(caller, "timeout")
      }
    );
    return isJson ? JSON.parse(text) : text;
  }
  /**
   * Calls a tool, and gives its result in one piece.
   *
   * @param caller The client.
   * @param toolName The tool's full name.
   * @param toolArgs The arguments.
   * @param toolCallTemplate The tool's template.
   * @returns The result.
   */
  async *callToolStreaming(caller, toolName, toolArgs, toolCallTemplate) {
    yield await this.callTool(caller, toolName, toolArgs, toolCallTemplate);
  }
  #bounds(caller, time) {
    const own = caller instanceof UtcpClient ? present(caller.limits) : {};
    const limits = { ...this.#limits, ...own };
    return { timeout: limits[time], maxOutput: limits.maxOutput };
  }
}
function registered(manualCallTemplate, manual, errors = []) {
  return { manualCallTemplate, manual, success: true, errors };
}
function manualOf(template) {
  const names = placeholders(template);
  return {
    utcp_version: "1.0.1",
    manual_version: "1.0.0",
    tools: [{
      name: template.name ?? "",
      description: "",
      inputs: {
        type: "object",
        properties: Object.fromEntries(names.map((name) => [name, {}]))
      },
      outputs: {},
      tags: [],
      tool_call_template: template
    }]
  };
}
async function writeError(text) {
  const { stderr } = denoIo();
  const shown = stderr.isTerminal ? visible(text) : text;
  await stderr.write(shown).catch(() => {
  });
}
function optionsOf(caller) {
  return {
    variables: caller instanceof UtcpClient ? caller.variables : void 0,
    rootDir: caller?.root_dir ?? void 0,
    onStderr: writeError
  };
}
function argumentsText(args) {
  return JSON.stringify(args, (name, value) => {
    if (typeof value === "bigint") return rawJson(String(value));
    if (typeof value !== "number" || Number.isFinite(value)) return value;
    throw new TypeError(`Argument ${JSON.stringify(name)} has no JSON: ${value}`);
  });
}
const { rawJSON: rawJson } = JSON;

CallTemplateSerializer.registerCallTemplate("cli", new CliCallTemplateSerializer(), true);
CommunicationProtocol.communicationProtocols.cli = new CliCommunicationProtocol();
VariableLoaderSerializer.registerVariableLoader("dotenv", dotenvLoaders);

export { CliCallTemplateSerializer, CliCommunicationProtocol, UtcpClient, dotenv, manualName, parseTemplate, runTemplate, variableLookup };

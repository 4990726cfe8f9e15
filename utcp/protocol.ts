import type { UtcpManual } from "@utcp/sdk";
import { visible } from "../agenttool/visible.ts";
import { denoIo } from "../cli/deno_io.ts";
import { UtcpClient } from "./client.ts";
import { discoverManual } from "./_discovery.ts";
import { readLimits, type RunLimits } from "./_limits.ts";
import { present } from "./_members.ts";
import { type RunOptions, runTemplate } from "./run.ts";
import type { CallTemplate, IUtcpClient, RegisterManualResult } from "./sdk.ts";
import { isDiscovery, placeholders } from "./source.ts";
import { type CliCallTemplate, parseTemplate } from "./template.ts";

/**
 * Reads CLI call templates for `@utcp/sdk`.
 *
 * @example A template
 * ```ts
 * import { CliCallTemplateSerializer } from "@x/toolcli/utcp";
 * import { expect } from "@std/expect";
 *
 * const template = new CliCallTemplateSerializer().validateDict({
 *   name: "today",
 *   call_template_type: "cli",
 *   commands: [{ command: "date" }],
 * });
 *
 * expect(template.commands).toEqual([{ command: "date" }]);
 * ```
 */
export class CliCallTemplateSerializer {
  /**
   * Gives a template as a plain object.
   *
   * @param template The template.
   * @returns A copy of it.
   */
  toDict(template: CliCallTemplate): Record<string, unknown> {
    return structuredClone({ ...template });
  }

  /**
   * Reads a template. Members that are not known are left out.
   *
   * @param value The template as an object.
   * @returns The template.
   * @throws {TypeError} Where it is not one; the message names the member.
   */
  validateDict(value: object): CliCallTemplate {
    return structuredClone(parseTemplate(value));
  }

  /**
   * Copies a template.
   *
   * @param template The template.
   * @returns The copy.
   */
  copy(template: CliCallTemplate): CliCallTemplate {
    return structuredClone(template);
  }
}

/**
 * Runs command lines as UTCP tools: the `cli` protocol of `@utcp/sdk`. See spec/utcp-cli.md 2 and 3.
 * Importing this room registers one with the limits that hold where nothing is said; a program
 * that wants others for every client registers its own.
 *
 * @example Limits for every client of the SDK
 * ```ts
 * import { CliCommunicationProtocol, UtcpClient } from "@x/toolcli/utcp";
 * import { CommunicationProtocol } from "@utcp/sdk";
 * import { expect } from "@std/expect";
 *
 * const { communicationProtocols: protocols } = CommunicationProtocol;
 * const before = protocols.cli!;
 * protocols.cli = new CliCommunicationProtocol({ timeout: 100 });
 * const client = await UtcpClient.create(".", {
 *   manual_call_templates: [{
 *     name: "slow",
 *     call_template_type: "cli",
 *     commands: [{ command: "sleep 60" }],
 *   }],
 * });
 *
 * await expect(client.callTool("slow")).rejects.toThrow("timed out after 100ms");
 * protocols.cli = before;
 * ```
 */
export class CliCommunicationProtocol {
  readonly #limits: RunLimits;

  /**
   * Makes the protocol.
   *
   * @param limits What bounds the runs of templates that do not say it; those of a
   * {@linkcode UtcpClient} come first.
   * @throws {TypeError} Where a limit is no number above 0.
   */
  constructor(limits: RunLimits = {}) {
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
  async registerManual(
    caller: IUtcpClient,
    manualCallTemplate: CallTemplate,
  ): Promise<RegisterManualResult> {
    const template = parseTemplate(manualCallTemplate);
    if (!isDiscovery(template)) return registered(manualCallTemplate, manualOf(template));
    try {
      const { manual, dropped } = await discoverManual(template, {
        ...optionsOf(caller),
        ...this.#bounds(caller, "discoveryTimeout"),
      });
      const errors = dropped.map(({ name, reason }) => `Tool '${name}' is left out: ${reason}`);
      return registered(manualCallTemplate, manual as UtcpManual, errors);
    } catch (error) {
      const { message } = error as Error;
      const errors = message.includes(" CLI provider ")
        ? [message]
        : [`Error discovering tools from CLI provider '${template.name}': ${message}`];
      const manual = { utcp_version: "1.0.1", manual_version: "1.0.0", tools: [] };
      return { ...registered(manualCallTemplate, manual, errors), success: false };
    }
  }

  /** Does nothing: no process outlives a call. */
  async deregisterManual(): Promise<void> {}

  /** Does nothing: there is nothing to close. */
  async close(): Promise<void> {}

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
  async callTool(
    caller: IUtcpClient,
    toolName: string,
    toolArgs: Record<string, unknown>,
    toolCallTemplate: CallTemplate,
  ): Promise<unknown> {
    const tool = await caller?.config?.tool_repository.getTool(toolName);
    const { text, isJson } = await runTemplate(
      parseTemplate(toolCallTemplate),
      argumentsText(toolArgs ?? {}),
      {
        inputs: tool?.inputs,
        manual: toolName.split(".", 1)[0],
        ...optionsOf(caller),
        ...this.#bounds(caller, "timeout"),
      },
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
  async *callToolStreaming(
    caller: IUtcpClient,
    toolName: string,
    toolArgs: Record<string, unknown>,
    toolCallTemplate: CallTemplate,
  ): AsyncGenerator<unknown, void, unknown> {
    yield await this.callTool(caller, toolName, toolArgs, toolCallTemplate);
  }

  #bounds(caller: IUtcpClient, time: "timeout" | "discoveryTimeout"): RunOptions {
    const own = caller instanceof UtcpClient ? present(caller.limits) : {};
    const limits = { ...this.#limits, ...own };
    return { timeout: limits[time], maxOutput: limits.maxOutput };
  }
}

function registered(
  manualCallTemplate: CallTemplate,
  manual: UtcpManual,
  errors: string[] = [],
): RegisterManualResult {
  return { manualCallTemplate, manual, success: true, errors };
}

/** A template that is itself one tool. What its arguments may be, it does not say. */
function manualOf(template: CliCallTemplate): UtcpManual {
  const names = placeholders(template);
  return {
    utcp_version: "1.0.1",
    manual_version: "1.0.0",
    tools: [{
      name: template.name ?? "",
      description: "",
      inputs: {
        type: "object",
        properties: Object.fromEntries(names.map((name) => [name, {}])),
      },
      outputs: {},
      tags: [],
      tool_call_template: template,
    }],
  };
}

/** What commands print on standard error is for whoever reads ours. */
async function writeError(text: string): Promise<void> {
  const { stderr } = denoIo();
  const shown = stderr.isTerminal ? visible(text) : text;
  await stderr.write(shown).catch(() => {});
}

/** The SDK's own client has put the variables' values into the template: they are not looked at. */
function optionsOf(caller: IUtcpClient): RunOptions {
  return {
    variables: caller instanceof UtcpClient ? caller.variables : undefined,
    rootDir: caller?.root_dir ?? undefined,
    onStderr: writeError,
  };
}

/** The arguments as JSON text; numbers that are no JSON would reach a command as `null`. */
function argumentsText(args: Record<string, unknown>): string {
  return JSON.stringify(args, (name, value: unknown) => {
    if (typeof value === "bigint") return rawJson(String(value));
    if (typeof value !== "number" || Number.isFinite(value)) return value;
    throw new TypeError(`Argument ${JSON.stringify(name)} has no JSON: ${value}`);
  });
}

/** TypeScript does not know the method yet. */
const { rawJSON: rawJson } = JSON as unknown as { rawJSON(text: string): unknown };

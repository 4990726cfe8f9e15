/**
 * UTCP: command lines as tools. Importing this module registers the `cli` call template and its
 * protocol with `@utcp/sdk`, and the `dotenv` variable loader where there is none;
 * {@linkcode UtcpClient} is the client to use with them.
 *
 * What needs no client needs no SDK either: `@x/toolcli/utcp/source` reads a manual as tools, and
 * `@x/toolcli/utcp/extension` makes a program of tools callable by UTCP clients.
 *
 * @module
 */

import { CallTemplateSerializer, CommunicationProtocol, VariableLoaderSerializer } from "@utcp/sdk";
import { dotenvLoaders } from "./_dotenv_loader.ts";
import { CliCallTemplateSerializer, CliCommunicationProtocol } from "./protocol.ts";

export { UtcpClient } from "./client.ts";
export type { UtcpClientOptions } from "./client_options.ts";
export {
  CallFailedError,
  CallTimeoutError,
  StepFailedError,
  UnsafeTemplateError,
  VariableNotFoundError,
} from "./errors.ts";
export { utcpExtension } from "./extension.ts";
export { lintTemplate } from "./lint.ts";
export { utcpManual, type UtcpManualOptions } from "./manual.ts";
export { CliCallTemplateSerializer, CliCommunicationProtocol } from "./protocol.ts";
export { type RunOptions, type RunResult, runTemplate, type StepResult } from "./run.ts";
export type {
  CallTemplate,
  IUtcpClient,
  RegisterManualResult,
  SdkTool,
  ToolPostProcessor,
  UtcpClientConfig,
  VariableSubstitutor,
} from "./sdk.ts";
export { type RunLimits, utcpTools, type UtcpToolsOptions } from "./source.ts";
export {
  type CliCallTemplate,
  type CommandStep,
  type DroppedTool,
  type OtherCallTemplate,
  type ParsedManual,
  parseManual,
  parseTemplate,
  type UtcpManual,
  type UtcpTool,
} from "./template.ts";
export { unsafeConstructs } from "./unsafe.ts";
export {
  dotenv,
  manualName,
  parseDotenv,
  variableKey,
  type VariableLookup,
  variableLookup,
  type VariableSources,
} from "./variables.ts";

CallTemplateSerializer.registerCallTemplate("cli", new CliCallTemplateSerializer(), true);
CommunicationProtocol.communicationProtocols.cli = new CliCommunicationProtocol();
VariableLoaderSerializer.registerVariableLoader("dotenv", dotenvLoaders);

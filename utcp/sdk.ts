/**
 * The types of `@utcp/sdk` that the signatures of this room name.
 *
 * @module
 */

import type * as sdk from "@utcp/sdk";

/** A call template of any protocol. */
export type CallTemplate = sdk.CallTemplate;

/** What protocols and processors are given of a client. */
export type IUtcpClient = sdk.IUtcpClient;

/** What came of registering a manual. */
export type RegisterManualResult = sdk.RegisterManualResult;

/** A tool as the SDK has it. */
export type SdkTool = sdk.Tool;

/** What is done to results. */
export type ToolPostProcessor = sdk.ToolPostProcessor;

/** A client's configuration, with all its parts. */
export type UtcpClientConfig = sdk.UtcpClientConfig;

/** What knows variables from elsewhere. */
export type VariableLoader = sdk.VariableLoader;

/** What replaces variables in call templates. */
export type VariableSubstitutor = sdk.VariableSubstitutor;

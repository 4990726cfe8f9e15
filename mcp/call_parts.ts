/**
 * What a call of an MCP tool loads by address. To name it here makes it part of a compiled program.
 *
 * @module
 */

/**
 * Loads what a call needs.
 *
 * @returns The modules.
 */
export function callParts(): Promise<unknown[]> {
  return Promise.all([import("./client.ts"), import("./_client_sdk.ts")]);
}

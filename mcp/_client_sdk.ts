/**
 * The client package. It is loaded by the address of this file, which Deno does not follow, so that
 * the server starts before Deno looks for an npm package.
 *
 * @module
 */

export * from "@modelcontextprotocol/client";

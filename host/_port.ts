import { HostError } from "./errors.ts";

/**
 * The port that a user names.
 *
 * @param text The number.
 * @returns The port; 0 for any that is free.
 * @throws {HostError} Where it is none.
 */
export function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65536) return Number(text);
  throw new HostError(`--port needs a number from 0 to 65535, got ${JSON.stringify(text)}`);
}

/**
 * Starts a server.
 *
 * @param port The port that it listens at.
 * @param start Starts it.
 * @returns The server.
 * @throws {HostError} Where another program has the port.
 */
export function listenAt<T>(port: number, start: () => T): T {
  try {
    return start();
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new HostError(`port ${port} is in use: give another one with --port`);
  }
}

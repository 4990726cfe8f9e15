import { explained, positive } from "./_members.ts";

/** What bounds the runs of templates that do not say it; a template's own members come first. */
export interface RunLimits {
  /** How long a call may take in ms; left out, 120,000. */
  timeout?: number;
  /** How long discovery may take in ms; left out, 30,000. */
  discoveryTimeout?: number;
  /** How many bytes of each step's stdout, and stderr, are kept; left out, 10 MiB. */
  maxOutput?: number;
}

/**
 * Reads limits that a program gives.
 *
 * @throws {TypeError} Where one is no number above 0.
 */
export function readLimits(given: RunLimits): RunLimits {
  const members = { ...given };
  return explained("options", () => ({
    timeout: positive(members, "timeout"),
    discoveryTimeout: positive(members, "discoveryTimeout"),
    maxOutput: positive(members, "maxOutput"),
  }));
}

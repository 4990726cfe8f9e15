import { it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import type { Outcome } from "./_toolcli.ts";

/** A command line of toolcli that makes no sense, and what is said of it. */
export type UsageRow = [args: string[], message: string];

/** A usage error for each row: two lines, status 2 and nothing on stdout. */
export function refuses(
  toolcli: (...args: string[]) => Promise<Outcome>,
  rows: UsageRow[],
): void {
  for (const [args, message] of rows) {
    it(`toolcli ${args.join(" ")} is a usage error`, async () => {
      expect(await toolcli(...args)).toEqual({
        code: 2,
        stdout: "",
        stderr: `toolcli: ${message}\nRun \`toolcli --help\` for usage.\n`,
      });
    });
  }
}

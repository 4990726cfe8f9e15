import { messageOf } from "../agenttool/errors.ts";
import { OutputError } from "./errors.ts";

/**
 * Prints a text on standard output, whole.
 *
 * @param text The text.
 * @throws {OutputError} Where it cannot be written.
 */
export async function printAll(text: string): Promise<void> {
  const { denoIo } = await import("../cli/deno_io.ts");
  try {
    await denoIo().stdout.write(text);
  } catch (error) {
    // A reader that has had enough is no failure.
    if (error instanceof Deno.errors.BrokenPipe) return;
    throw new OutputError(`writing the output failed: ${messageOf(error)}`, { cause: error });
  }
}

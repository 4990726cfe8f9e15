/**
 * Prints a text on standard output, whole.
 *
 * @param text The text.
 */
export async function printAll(text: string): Promise<void> {
  const { denoIo } = await import("../cli/deno_io.ts");
  try {
    await denoIo().stdout.write(text);
  } catch (error) {
    // A reader that has had enough is no failure.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/**
 * Makes what tools print go to standard error: standard output is the protocol's.
 *
 * @returns Puts things back.
 */
export async function printToStderr(): Promise<() => void> {
  const { Console } = await import("node:console");
  const { default: process } = await import("node:process");
  const { console } = globalThis;
  const { write } = process.stdout;
  globalThis.console = new Console(process.stderr, process.stderr) as typeof console;
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof write;
  return () => {
    globalThis.console = console;
    process.stdout.write = write;
  };
}

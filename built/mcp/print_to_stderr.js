async function printToStderr() {
  const { Console } = await import('node:console');
  const { default: process } = await import('node:process');
  const { console } = globalThis;
  const { write } = process.stdout;
  globalThis.console = new Console(process.stderr, process.stderr);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return () => {
    globalThis.console = console;
    process.stdout.write = write;
  };
}

export { printToStderr };

import { processArgs, terminalPrompt, runMain, UsageError } from '../mod.js';
import { utcpExtension } from '../utcp/extension.js';
import { commandWord, loadProgram, HostError } from './main.js';

const PLAIN = {
  module: () => import('./main.js').then(function (n) { return n._module; }),
  dump: () => import('./main.js').then(function (n) { return n._dump; })
};
async function embedded(program, loaders) {
  const { name } = program;
  try {
    Deno.exitCode = 1;
    const args = await processArgs();
    const options = { program: name, wanted: commandWord(args) };
    const { tools } = await loadProgram(program, { ...PLAIN, ...loaders }, options);
    const ask = terminalPrompt();
    Deno.exit(await runMain({ name, tools, ask, extensions: utcpExtension() }, args));
  } catch (error) {
    if (!(error instanceof HostError || error instanceof UsageError)) throw error;
    const { visibleLine } = await import('../mod.js').then(function (n) { return n.visible$1; });
    console.error(`${name}: ${visibleLine(error.message)}`);
    Deno.exit(2);
  }
}

export { embedded };

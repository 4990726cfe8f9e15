import { ExitFailed, ExitOK } from '../mod.js';
import { errorsAreRead } from './_deno_program.js';
import { selfManual } from './self_manual.js';

async function utcpDiscover({ name, tools, value, print, note }, words) {
  const notes = [];
  try {
    await print(await selfManual(tools, { words, probe: value, note: (text) => notes.push(text) }));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await note(`${name}: ${error.message}`);
    return ExitFailed;
  }
  if (errorsAreRead()) {
    for (const text of notes) await note(`${name}: ${text}`);
  }
  return ExitOK;
}

export { utcpDiscover };

import { ToolSet, visibleLine } from '../mod.js';
import { selfManual } from '../utcp/self_manual.js';
import { loadSource, absolute, printAll, HostError } from './main.js';
import { readOptions, oneSource } from './_rest.js';
import { refusePart } from './_whole.js';

async function utcp(args) {
  const { env: variables = [], words: sources } = await readOptions("utcp", args, {
    lists: ["env"]
  });
  const source = oneSource("utcp", sources);
  const loaded = await loadSource(source);
  await using tools = new ToolSet(loaded.tools);
  refusePart(loaded, "a manual");
  const words = ["run", absolute(source)];
  const note = (text) => console.error(`toolcli: ${visibleLine(text)}`);
  try {
    await printAll(`${await selfManual(tools, { words, variables, note })}
`);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new HostError(error.message, { cause: error });
  }
  if (variables.length === 0) {
    note(
      "of the environment, UTCP clients pass on little more than PATH and HOME: name what the tools read with --env NAME"
    );
  }
  return 0;
}

export { utcp };

import { visible } from '../mod.js';
import { mcpTools } from '../mcp/_start.js';
import { waited } from './_rest.js';

async function load({ server, name, listed }, { refresh, verbose, note, program = "toolcli" }) {
  const onStderr = verbose ? (line) => console.error(visible(`${name}: ${line}`)) : void 0;
  const tools = mcpTools(server, { name, listed, refresh, note, onStderr });
  return await waited(name, program, tools);
}

export { load };

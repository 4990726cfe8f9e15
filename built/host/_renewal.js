import { mayHave, mapSome } from './_start.js';
import { waited } from './_mcp_source.js';

async function renewLists(loads, name, { program = "toolcli", take, fail, signal }) {
  const owner = loads.find(({ tools }) => tools.some((tool) => tool.name === name));
  const asked = (owner ? [owner] : loads.filter(({ origin }) => mayHave(origin, name))).filter(({ renew }) => renew);
  const renewed = await mapSome(asked, async (load) => {
    try {
      const tools = await waited(load.origin.label, program, load.renew(name, signal));
      if (tools) take(load, tools);
      return tools !== void 0;
    } catch (error) {
      if (!signal?.aborted) await fail(load, error);
      return false;
    }
  });
  return renewed.includes(true);
}

export { renewLists };

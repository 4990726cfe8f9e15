import { shellWord, NotRunError, defineRawTool, jsonMembers } from '../mod.js';
import { AsmpClient, replied, runTools, AsmpRun, replyOf } from './run_tools.js';

async function asmpTools(server, run, options = {}) {
  const client = server instanceof AsmpClient ? server : new AsmpClient(server, options);
  return runTools(await AsmpRun.open(client, run, options.signal), options);
}
async function asmpSource(address) {
  const url = address.replace(/^asmp\+/i, "");
  const [, base, run] = /^(.*?)\/runs\/([^/?#]+)\/?$/.exec(url) ?? [];
  if (base === void 0 || run === void 0) return [startTool(new AsmpClient(url))];
  const program = `toolcli run ${shellWord(`asmp+${base}/runs/${run}`)}`;
  const tools = await replied(() => asmpTools(base, idOf(run), { program }), false);
  if (tools.length === 0) throw new NotRunError("The run has ended");
  return tools;
}
function startTool(client) {
  return defineRawTool({
    name: "start",
    description: "Start a run, and tell how to drive it.",
    parameters: { type: "object", properties: { data: { type: "object" } } },
    async execute(call) {
      const data = jsonMembers(call.args).get("data");
      const run = await replied(async () => {
        const frame = await client.startRun(data, { signal: call.signal });
        return await AsmpRun.open(client, frame, call.signal);
      });
      const program = `toolcli run ${shellWord(`asmp+${client.baseUrl}/runs/${run.id}`)}`;
      return `${run.id}
${replyOf(run, { program })}`;
    }
  });
}
function idOf(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new TypeError(`${JSON.stringify(text)} is no id of a run`);
  }
}

export { asmpSource, asmpTools };

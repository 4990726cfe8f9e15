const load = (async function load({ server, name, listed }, { refresh, verbose, served, known, signal, note, program }) {
  const onStderr = verbose ? ((line) => console.error(visible(`${name}: ${line}`))) : void 0;
  const options = { name, listed, refresh, note, onStderr, signal };
  const start = (async (ask, signal2) => {
    const { started } = await Promise.resolve().then((function () { return _start; }));
    return await started(server, { again: refresh || served, program, signal: signal2 }, ask);
  });
  const tools = await knownMcpTools(server, options);
  if (tools) {
    const renew = renewalOf(tools);
    const renewed = ((name2, signal2) => start((() => renew(name2, signal2)), signal2));
    return renewable(tools, renewed);
  }
  if (known) return void 0;
  const asked = start((() => mcpTools(server, options)), signal);
  return await waited(name, program ?? "toolcli", asked);
});
import { renewalOf, renewable, visible, messageOf } from '../mod.js';
import { knownMcpTools, mcpTools, readCacheFile, writeCacheFile, cacheName } from '../mcp/_start.js';
import { waited } from './_rest.js';



async function failedStart(server) {
  try {
    const { time, message } = JSON.parse(readCacheFile(await fileName(server)) ?? "{}");
    const ago = Date.now() - time;
    return ago >= 0 && typeof message === "string" ? { ago, message } : void 0;
  } catch {
    return void 0;
  }
}
async function keepFailedStart(server, message) {
  const json = JSON.stringify({ time: Date.now(), message });
  await fileName(server).then((name) => writeCacheFile(name, json)).catch(() => {
  });
}
async function fileName(server) {
  return `${await cacheName(server, {})}.failed.json`;
}

async function started(server, { again, program, signal }, ask) {
  const failed = again ? void 0 : await failedStart(server);
  if (failed && failed.ago < KEPT) {
    const remedy = program === void 0 ? "; --refresh tries again" : "";
    const when = ` (tried ${Math.round(failed.ago / 1e3)} s ago${remedy})`;
    throw new Error(failed.message.replace(/^.*/, (line) => line + when));
  }
  const began = Date.now();
  try {
    return await ask();
  } catch (error) {
    if (!signal?.aborted && Date.now() - began >= LONG) {
      await keepFailedStart(server, messageOf(error));
    }
    throw error;
  }
}
const KEPT = 6e4;
const LONG = 5e3;

var _start = /*#__PURE__*/Object.freeze({
  __proto__: null,
  started: started
});

export { load };

import { HostError } from './main.js';

function portOf(text) {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65536) return Number(text);
  throw new HostError(`--port needs a number from 0 to 65535, got ${JSON.stringify(text)}`);
}
function listenAt(port, start) {
  try {
    return start();
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new HostError(`port ${port} is in use: give another one with --port`);
  }
}

export { listenAt, portOf };

import { HostError } from './main.js';

function refusePart({ failures }, made) {
  if (failures.length === 0) return;
  throw new HostError(`a source failed, and ${made} without its tools would pass for whole`);
}

export { refusePart };

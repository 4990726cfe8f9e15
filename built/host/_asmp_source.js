import { asmpSource } from '../asmp/source.js';

async function load({ address }) {
  return await asmpSource(address);
}

export { load };

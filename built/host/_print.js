const printAll = (async function printAll(text) {
  const { denoIo } = await import('../cli/_start.js').then((function (n) { return n.deno_io; }));
  try {
    await denoIo().stdout.write(text);
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return;
    throw new OutputError(`writing the output failed: ${messageOf(error)}`, { cause: error });
  }
});
import { messageOf } from '../cli/_start.js';
import { OutputError } from './_start.js';



export { printAll };

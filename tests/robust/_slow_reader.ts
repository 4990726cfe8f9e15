/**
 * Reads standard input in small pieces with rests between them; prints its length and its SHA-256.
 *
 * @module
 */
import { createHash } from "node:crypto";

const hash = createHash("sha256");
const buffer = new Uint8Array(1 << 16);
let length = 0, read: number | null;
for (let at = 0; (read = await Deno.stdin.read(buffer)) !== null; at++) {
  hash.update(buffer.subarray(0, read));
  length += read;
  if (at % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}
console.log(length, hash.digest("hex"));

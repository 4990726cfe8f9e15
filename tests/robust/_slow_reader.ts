/**
 * Reads standard input in small pieces with rests between them; prints its length and its SHA-256.
 *
 * @module
 */
import { createHash } from "node:crypto";

const hash = createHash("sha256");
const buffer = new Uint8Array(1 << 16);
let length = 0, rested = 0, read: number | null;
while ((read = await Deno.stdin.read(buffer)) !== null) {
  hash.update(buffer.subarray(0, read));
  length += read;
  if (length - rested < 1 << 20) continue;
  rested = length;
  await new Promise((resolve) => setTimeout(resolve, 10));
}
console.log(length, hash.digest("hex"));

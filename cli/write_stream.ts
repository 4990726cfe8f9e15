/** The last write to each stream: a stream has one writer at a time, and several may write. */
const writes = new WeakMap<WritableStream<Uint8Array>, Promise<void>>();

/**
 * Writes to a stream that others write to as well, after what they wrote before.
 *
 * @param stream The stream; it is locked only while it is written to.
 * @param bytes What to write.
 * @returns Resolves when the stream has taken the bytes.
 * @throws {Error} Where it does not take them.
 */
export function writeStream(stream: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const before = writes.get(stream) ?? Promise.resolve();
  const write = before.catch(() => {}).then(async () => {
    const writer = stream.getWriter();
    try {
      await writer.write(bytes);
    } finally {
      writer.releaseLock();
    }
  });
  writes.set(stream, write);
  return write;
}

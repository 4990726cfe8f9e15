/** The last write to each stream: a stream has one writer at a time, and several may write. */
const writes = new WeakMap<WritableStream<Uint8Array>, Promise<void>>();

/**
 * Writes a text to a stream that others write to as well, whole and after what they wrote before.
 *
 * @param stream The stream; it is locked only while it is written to.
 * @param text The text.
 * @returns Resolves when the stream has taken the text.
 * @throws {Error} Where it does not take it.
 */
export function writeStream(stream: WritableStream<Uint8Array>, text: string): Promise<void> {
  const before = writes.get(stream) ?? Promise.resolve();
  const write = before.catch(() => {}).then(async () => {
    const writer = stream.getWriter();
    try {
      for (const bytes of encoded(text)) await writer.write(bytes);
    } finally {
      writer.releaseLock();
    }
  });
  writes.set(stream, write);
  return write;
}

// Characters encoded at a time, so that a long text is never in memory twice.
const CHUNK = 1 << 16;

function* encoded(text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + CHUNK, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    yield encoder.encode(text.slice(at, end));
    at = end;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

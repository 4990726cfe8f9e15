const writes = /* @__PURE__ */ new WeakMap();
function writeStream(stream, text) {
  const before = writes.get(stream) ?? Promise.resolve();
  const write = before.catch(() => {
  }).then(async () => {
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
const CHUNK = 1 << 16;
function* encoded(text) {
  const encoder = new TextEncoder();
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + CHUNK, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    yield encoder.encode(text.slice(at, end));
    at = end;
  }
}
function isHighSurrogate(code) {
  return code >= 55296 && code <= 56319;
}

export { writeStream };

import type { Output } from "./_io.ts";

// Characters encoded at a time, so that a long text is never in memory twice.
const CHUNK = 1 << 16;

/**
 * Writes text. On a terminal, control sequences are made visible rather than obeyed; anywhere else
 * the bytes are exact.
 *
 * @param output Where to.
 * @param text The text.
 * @throws {Error} Where it cannot be written.
 */
export async function print(output: Output, text: string): Promise<void> {
  if (output.isTerminal) text = (await import("../agenttool/visible.ts")).visible(text);
  const encoder = new TextEncoder();
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + CHUNK, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    await output.write(encoder.encode(text.slice(at, end)));
    at = end;
  }
}

/** Ends a text's last line, where it has one. */
export function line(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

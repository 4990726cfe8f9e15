import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { visible, visibleJson, visibleLine } from "../../agenttool/visible.ts";

const SHOWN: [what: string, text: string, shown: string][] = [
  ["an escape", "done\x1b[2J", "done\\x1b[2J"],
  ["NUL, bell and backspace", "\x00\x07\x08", "\\x00\\x07\\x08"],
  ["the line breaks no one types", "a\x0bb\x0cc", "a\\x0bb\\x0cc"],
  ["DEL", "\x7f", "\\x7f"],
  ["C1, which some terminals obey like an escape", "\x9b31m", "\\x9b31m"],
  ["a carriage return that would overwrite the line", "safe\revil", "safe\\x0devil"],
  ["a carriage return at the end", "safe\r", "safe\\x0d"],
  ["the first of two carriage returns", "a\r\r\nb", "a\\x0d\r\nb"],
  ["right-to-left override", "a\u202etxt.exe", "a\\u{202e}txt.exe"],
  ["embeddings and overrides", "\u202a\u202b\u202c\u202d", "\\u{202a}\\u{202b}\\u{202c}\\u{202d}"],
  ["isolates", "\u2066\u2067\u2068\u2069", "\\u{2066}\\u{2067}\\u{2068}\\u{2069}"],
  ["direction marks", "\u200e\u200f\u061c", "\\u{200e}\\u{200f}\\u{61c}"],
  ["characters without width", "\u200b\u200c\u200d\u2060", "\\u{200b}\\u{200c}\\u{200d}\\u{2060}"],
  ["operators that nobody sees", "a\u2061\u2064\u206ab", "a\\u{2061}\\u{2064}\\u{206a}b"],
  ["fillers", "\u034f\u115f\u3164\uffa0", "\\u{34f}\\u{115f}\\u{3164}\\u{ffa0}"],
  ["a text of tags", "a\u{e0068}\u{e0069}", "a\\u{e0068}\\u{e0069}"],
  ["a text of variation selectors", "a\u{e0100}\u{e01ef}", "a\\u{e0100}\\u{e01ef}"],
  ["what varies nothing", "\ufe0fa\ufe0f\ufe00", "\\u{fe0f}a\ufe0f\\u{fe00}"],
  ["notes between lines", "\ufff9a\ufffb", "\\u{fff9}a\\u{fffb}"],
  ["a byte order mark", "\ufeffx", "\\u{feff}x"],
  ["line and paragraph separators", "a\u2028b\u2029c", "a\\u{2028}b\\u{2029}c"],
];

const KEPT: [what: string, text: string][] = [
  ["nothing", ""],
  ["plain text", "Delete the branch?"],
  ["line breaks and tabs", "a\n\tb\r\nc\n"],
  ["letters of any language", "Grüße, 世界, नमस्ते, שלום, e\u0301"],
  ["emoji", "👍🏽 🇩🇪 ❤\ufe0f"],
  ["a no-break space and a soft hyphen", "1\u00a0000 co\u00adop"],
  ["escapes already spelled out", "\\x1b[2J"],
];

describe("visible()", () => {
  for (const [what, text, shown] of SHOWN) {
    it(`visible() shows ${what}`, () => {
      expect(visible(text)).toBe(shown);
    });
  }
  for (const [what, text] of KEPT) {
    it(`visible() keeps ${what}`, () => {
      expect(visible(text)).toBe(text);
    });
  }
  it("visibleLine() shows what would end the line or jump in it, too", () => {
    expect(visibleLine("a\r\nb\tc\rd\ne\x1b")).toBe("a\\r\\nb\\tc\\x0dd\\ne\\x1b");
  });
  it("visibleJson() shows all of it by escapes that JSON has", () => {
    const text = SHOWN.map(([, text]) => text).join(" ");
    const json = visibleJson(JSON.stringify({ text }, null, 2));
    expect(json).toBe(visible(json));
    expect(JSON.parse(json)).toEqual({ text });
    expect(visibleJson('"\u{e0068}"')).toBe('"\\udb40\\udc68"');
  });
  it("visible() shows every control character, and no printable ASCII", () => {
    for (let code = 0; code < 0x100; code++) {
      const char = String.fromCharCode(code);
      const control = code < 0x20 || code >= 0x7f && code < 0xa0;
      expect(visible(char) !== char).toBe(control && char !== "\n" && char !== "\t");
    }
  });
});

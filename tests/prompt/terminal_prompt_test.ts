import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import type { JsonSchema } from "../../agenttool/tool.ts";
import { asking, cancelCall, ended, NO_CLIFFY } from "./_asking.ts";
import { NO_TMUX, type Tmux } from "./_tmux.ts";

const REASON = NO_TMUX || NO_CLIFFY;

describe(`terminalPrompt()${REASON && ` (skipped: ${REASON})`}`, { ignore: REASON !== "" }, () => {
  it("terminalPrompt() asks yes or no, one question at a time", async () => {
    await using tmux = await asking([{ message: "Delete the branch?" }, { message: "Sure?" }]);
    await tmux.see("Delete the branch?\n? Continue? (y/N) ›");
    await tmux.type("maybe");
    await tmux.press("Enter");
    expect(await tmux.see("✘ Answer y or n")).not.toContain("Sure?");
    await tmux.press(...Array(5).fill("BSpace"), "y", "Enter");
    await tmux.see("Delete the branch?\n? Continue? (y/N) › yes\nSure?\n? Continue? (y/N) ›");
    await tmux.press("Enter");
    await tmux.see("Sure?\n? Continue? (y/N) › no\nanswers");
    expect(await ended(tmux)).toEqual({
      answers: [{ action: "accept" }, { action: "decline" }],
      well: true,
    });
  });

  it("terminalPrompt() asks for a page", async () => {
    const url = "https://example.com/login";
    await using tmux = await asking([{ message: "Log in", url }, { message: "", url }]);
    await tmux.see(
      "Log in\nOpen https://example.com/login\n? Done? (Y/n) ›\n" +
        "  Press Enter when done, or type n to decline",
    );
    await tmux.press("Enter");
    await tmux.see("› yes\nOpen https://example.com/login\n? Done? (Y/n) ›");
    await tmux.press("n", "Enter");
    expect(await ended(tmux)).toEqual({
      answers: [{ action: "accept" }, { action: "decline" }],
      well: true,
    });
  });

  it("terminalPrompt() asks for each field with the control that fits", async () => {
    await using tmux = await asking([{ message: "Why?", schema: EVERY_KIND }], { columns: 120 });
    await tmux.see(
      "Why?\n? Form: Reason for it, days, ratio, level, size, tags, force, quiet, token, extra\n" +
        "❯ Fill in\n  Decline\n  Cancel",
    );
    await tmux.press("Enter");
    await tmux.see("? Reason for it ›\n  Why the branch goes · string, required");
    await tmux.press("Enter");
    await tmux.see("? Reason for it ›\n✘ An answer is required.");
    await tmux.type("it is merged");
    await tmux.press("Enter");
    await tmux.see("? Reason for it › it is merged\n? days (7) ›\n  integer, 1 to 30, optional");
    await tmux.press("0", "Enter");
    await tmux.see("? days (7) › 0\n✘ expected at least 1, got 0");
    await tmux.press("BSpace", "t", "Enter");
    await tmux.see('? days (7) › t\n✘ "t" is not an integer');
    await tmux.press("BSpace", "Enter");
    await tmux.see("? days (7) › 7\n? ratio (optional) ›\n  number, Enter leaves it out");
    await tmux.press("Enter");
    await tmux.see("? level (optional)\n❯ (leave out)\n  Low priority\n  High priority");
    await tmux.press("Down", "Down", "Enter");
    await tmux.see("? level (optional) › High priority\n? size\n❯ 1\n  2.5\n  required");
    await tmux.press("Down", "Enter");
    await tmux.see(
      "? size › 2.5\n? tags (optional)\n❯ [ ] red\n  [ ] green\n  [ ] blue\n" +
        "  What it is about · Space checks, Enter goes on",
    );
    await tmux.press("Space", "Enter");
    await tmux.see("✘ expected at least 2 items, got 1");
    await tmux.press("Down", "Down", "Space", "Enter");
    await tmux.see("? tags (optional) › red, blue\n? force (y/n) ›\n  boolean, required");
    await tmux.press("Enter");
    await tmux.see("? force (y/n) ›\n✘ An answer is required.");
    await tmux.press("y", "Enter");
    await tmux.see("? force (y/n) › yes\n? quiet (y/N) ›\n  boolean, optional");
    await tmux.press("Enter");
    await tmux.see("? quiet (y/N) › no\n? token (optional) ›\n  string, password");
    await tmux.type("s3cr3t");
    await tmux.see("? token (optional) › ******\n");
    await tmux.press("Enter");
    await tmux.see("? token (optional) › ********\n? extra (optional) ›\n  object, Enter leaves");
    await tmux.type('{"a":[1]}');
    await tmux.press("Enter");
    const { answers, well } = await ended(tmux);
    expect(answers).toEqual([{
      action: "accept",
      content: {
        reason: "it is merged",
        days: 7,
        level: "hi",
        size: 2.5,
        tags: ["red", "blue"],
        force: true,
        quiet: false,
        token: "s3cr3t",
        extra: { a: [1] },
      },
    }]);
    expect(well).toBe(true);
  });

  it("terminalPrompt() leaves out what is not answered, and takes defaults", async () => {
    const level = { enum: ["low", "high"] };
    const schema = {
      properties: {
        a: { type: "string" },
        b: { type: "boolean" },
        c: level,
        d: { type: "array", items: level },
        e: { ...level, default: "high" },
        f: { type: "array", items: level, default: ["high"] },
        g: { type: "boolean", default: true },
        h: { type: "array", items: { type: "string" }, default: ["x, y"] },
      },
    };
    await using tmux = await asking([{ message: "", schema }]);
    await tmux.see("❯ Fill in");
    await tmux.press(...Array(9).fill("Enter"));
    const { answers } = await ended(tmux);
    expect(answers).toEqual([
      { action: "accept", content: { e: "high", f: ["high"], g: true, h: ["x, y"] } },
    ]);
  });

  it("terminalPrompt() keeps integers exact, and refuses what it cannot keep", async () => {
    await using tmux = await asking([{ message: "", schema: NUMBER }]);
    await fillIn(tmux);
    await tmux.see("? n ›");
    await tmux.type("9007199254740993");
    await tmux.press("Enter");
    await tmux.see("✘ 9007199254740993 cannot be kept exactly");
    await tmux.press("BSpace");
    await tmux.press("1", "Enter");
    expect((await ended(tmux)).answers).toEqual([
      { action: "accept", content: { n: 9007199254740991 } },
    ]);
  });

  for (const [entry, action] of [["Decline", "decline"], ["Cancel", "cancel"]] as const) {
    it(`terminalPrompt() ends a form with ${entry}`, async () => {
      await using tmux = await asking([{ message: "", schema: NUMBER }]);
      await tmux.see("❯ Fill in");
      await tmux.press("Down", ...(action === "cancel" ? ["Down"] : []));
      await tmux.see(`❯ ${entry}`);
      await tmux.press("Enter");
      expect(await ended(tmux)).toEqual({ answers: [{ action }], well: true });
    });
  }

  for (const key of ["C-c", "Escape", "C-d"]) {
    it(`terminalPrompt() cancels on ${key}, whatever is asked`, async () => {
      const schema = {
        properties: { a: { type: "string" }, b: { enum: [1] }, c: { type: "string" } },
      };
      await using tmux = await asking([
        { message: "one" },
        { message: "two", url: "https://example.com/" },
        { message: "three", schema },
        { message: "four", schema },
        { message: "five", schema },
        {
          message: "six",
          schema: { properties: { tags: { type: "array", items: { enum: [1] } } } },
        },
      ]);
      await tmux.see("? Continue?");
      await tmux.press("y", key);
      await tmux.see("one\nCancelled\ntwo\nOpen https://example.com/\n? Done?");
      await tmux.press(key);
      await tmux.see("Cancelled\nthree\n? Form: a, b, c\n❯ Fill in");
      await tmux.press(key);
      await tmux.see("three\nCancelled\nfour\n? Form: a, b, c\n❯ Fill in");
      await tmux.press("Enter");
      await tmux.see("? a (optional) ›\n");
      await tmux.press(key);
      await tmux.see("› Fill in\nCancelled\nfive\n? Form: a, b, c\n❯ Fill in");
      await tmux.press("Enter", "Enter");
      await tmux.see("? b (optional)\n❯ (leave out)");
      await tmux.press(key);
      await tmux.see("six\n? Form: tags\n❯ Fill in");
      await tmux.press("Enter");
      await tmux.see("❯ [ ] 1");
      await tmux.press(key);
      const { answers, well } = await ended(tmux);
      expect(answers).toEqual(Array(6).fill({ action: "cancel" }));
      expect(well).toBe(true);
    });
  }

  it("terminalPrompt() ends a waiting question with its call, and asks the next", async () => {
    await using tmux = await asking([{ message: "one", schema: NUMBER }, { message: "two" }]);
    await fillIn(tmux);
    await tmux.see("? n ›");
    await tmux.type("12");
    await tmux.see("? n › 12");
    await cancelCall(tmux);
    await tmux.see("one\n? Form: n › Fill in\ntwo\n? Continue? (y/N) ›");
    await tmux.press("y", "Enter"); // both arrive, though a read was waiting for the first question
    expect(await ended(tmux)).toEqual({
      answers: ["Error: cancelled", { action: "accept" }],
      well: true,
    });
  });

  it("terminalPrompt() lets the program end after a cancelled call", async () => {
    await using tmux = await asking([{ message: "one" }]);
    await tmux.see("? Continue?");
    await cancelCall(tmux);
    expect(await ended(tmux)).toEqual({ answers: ["Error: cancelled"], well: true });
  });

  it("terminalPrompt() asks on the controlling terminal where standard input is a pipe", async () => {
    await using tmux = await asking([{ message: "", schema: NUMBER }], { piped: true });
    await fillIn(tmux);
    await tmux.see("? n ›");
    await tmux.press("4", "Enter");
    expect(await ended(tmux)).toEqual({
      answers: [{ action: "accept", content: { n: 4 } }],
      well: true,
    });
  });

  it("terminalPrompt() edits by characters, and scrolls a line that is too long", async () => {
    const schema = { properties: { name: { type: "string", title: "名前" } } };
    await using tmux = await asking([{ message: "", schema }], { columns: 40 });
    await fillIn(tmux);
    await tmux.see("? 名前 (optional) ›");
    await tmux.type("世界👍e\u0301x");
    await tmux.see("? 名前 (optional) › 世界👍e\u0301x");
    expect(await tmux.cursor()).toEqual({ x: 28, y: 2, shown: true });
    await tmux.press("Left", "Left");
    await tmux.press("BSpace");
    await tmux.see("? 名前 (optional) › 世界e\u0301x");
    expect(await tmux.cursor()).toEqual({ x: 24, y: 2, shown: true });
    await tmux.press("DC");
    await tmux.see("? 名前 (optional) › 世界x\n");
    await tmux.type("0123456789ABCDEFGHIJ");
    await tmux.see("? 名前 (optional) › 123456789ABCDEFGHIJ\n  string, Enter leaves it out");
    await tmux.press("Right", "Enter");
    await tmux.see("› 世界0123456789ABCD…\nanswers");
    expect((await ended(tmux)).answers).toEqual([
      { action: "accept", content: { name: "世界0123456789ABCDEFGHIJx" } },
    ]);
  });

  it("terminalPrompt() breaks texts of any width so that nothing is drawn twice", async () => {
    const schema = {
      properties: {
        名前: {
          type: "string",
          description:
            "詳しく書いてください。詳しく書いてください。 Donaudampfschifffahrtsgesellschaft",
          pattern: "^詳しく書いてください、詳しく書いてください$",
        },
        選択: {
          enum: ["選択肢が長すぎる場合は短くします。選択肢が長すぎる場合は短くします。", "b"],
        },
      },
    };
    await using tmux = await asking([{ message: "題名", schema }], { columns: 30 });
    await fillIn(tmux);
    await tmux.see(
      "題名\n? Form: 名前, … › Fill in\n? 名前 (optional) ›\n" +
        "  詳しく書いてください。詳し\n  く書いてください。\n  Donaudampfschifffahrtsgesel\n" +
        "  lschaft · string, Enter\n  leaves it out",
    );
    await tmux.press("a", "Enter");
    await tmux.see("題名\n? Form: 名前, … › Fill in\n? 名前 (optional) › a\n✘ ");
    await tmux.press("BSpace", "Enter");
    await tmux.see(
      "題名\n? Form: 名前, … › Fill in\n? 名前 (optional) ›\n? 選択 (optional)\n" +
        "❯ (leave out)\n  選択肢が長すぎる場合は短く…\n  b",
    );
    await tmux.press("Down", "Down", "Enter");
    expect((await ended(tmux)).answers).toEqual([{ action: "accept", content: { 選択: "b" } }]);
  });

  it("terminalPrompt() draws letters of several code units once", async () => {
    const letters = "e\u0301".repeat(30); // 30 columns, 60 code units
    const schema = {
      properties: { a: { type: "string", description: letters }, b: { enum: [letters, "b"] } },
    };
    await using tmux = await asking([{ message: "", schema }], { columns: 40 });
    await fillIn(tmux);
    await tmux.see("? Form: a, b › Fill in\n? a (optional) ›\n  e\u0301");
    await tmux.type(letters);
    await tmux.type("x");
    await tmux.see("e\u0301x\n");
    await tmux.press("Enter");
    await tmux.see("\n❯ (leave out)\n  e\u0301");
    await tmux.press("Enter");
    const { answers } = await ended(tmux);
    expect(answers).toEqual([{ action: "accept", content: { a: `${letters}x` } }]);
    expect(await tmux.see("that is all")).toMatch(
      /^pid \d+\n\? Form: a, b › Fill in\n\? a \(optional\) › .*…\n\? b \(optional\) › \(leave out\)\nanswers/,
    );
  });

  it("terminalPrompt() lets a long list be searched", async () => {
    const names = ["ant", "bee", "cat", "dog", "eel", "fox", "gnu", "hen", "ibis", "jay", "kiwi"];
    const schema = { properties: { animal: { enum: names } }, required: ["animal"] };
    await using tmux = await asking([{ message: "", schema }]);
    await fillIn(tmux);
    await tmux.see("❯ ant\n  bee");
    await tmux.type("iw");
    await tmux.see("iw\n❯ kiwi\n  required");
    await tmux.press("Enter");
    expect((await ended(tmux)).answers).toEqual([
      { action: "accept", content: { animal: "kiwi" } },
    ]);
  });

  it("terminalPrompt() shows what a terminal would obey", async () => {
    const schema = {
      properties: {
        "n\x1b[2J": {
          title: "t\x1b[2J",
          description: "d\x9b2J",
          oneOf: [{ const: "v", title: "c\u202e" }],
          default: "v",
        },
      },
    };
    await using tmux = await asking([{ message: "m\x1b[2J", schema }]);
    await tmux.see("m\\x1b[2J\n? Form: t\\x1b[2J\n");
    await tmux.press("Enter");
    await tmux.see("? t\\x1b[2J\n  (leave out)\n❯ c\\u{202e}\n  d\\x9b2J");
    await tmux.press("Enter");
    expect((await ended(tmux)).answers).toEqual([
      { action: "accept", content: { "n\x1b[2J": "v" } },
    ]);
  });

  it("terminalPrompt() colours nothing with NO_COLOR", async () => {
    for (const [env, colours] of [[{ NO_COLOR: "" }, true], [{ NO_COLOR: "1" }, false]] as const) {
      await using tmux = await asking([{ message: "", schema: NUMBER }], { env });
      await fillIn(tmux);
      await tmux.see("? n ›");
      await tmux.press("x", "Enter");
      await tmux.see("✘");
      expect((await tmux.colours()).includes("\x1b[")).toBe(colours);
    }
  });
});

async function fillIn(tmux: Tmux): Promise<void> {
  await tmux.see("❯ Fill in");
  await tmux.press("Enter");
}

const NUMBER: JsonSchema = {
  type: "object",
  properties: { n: { type: "integer" } },
  required: ["n"],
};

const EVERY_KIND: JsonSchema = {
  type: "object",
  properties: {
    reason: { type: "string", title: "Reason for it", description: "Why the branch goes" },
    days: { type: "integer", minimum: 1, maximum: 30, default: 7 },
    ratio: { type: "number" },
    level: {
      oneOf: [{ const: "lo", title: "Low priority" }, { const: "hi", title: "High priority" }],
    },
    size: { enum: [1, 2.5] },
    tags: {
      type: "array",
      items: { enum: ["red", "green", "blue"] },
      minItems: 2,
      description: "What it is about",
    },
    force: { type: "boolean" },
    quiet: { type: "boolean", default: false },
    token: { type: "string", format: "password" },
    extra: { type: "object" },
  },
  required: ["reason", "size", "force"],
};

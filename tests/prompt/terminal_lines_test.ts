import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import type { Elicitation } from "../../agenttool/tool.ts";
import { asking, cancelCall, ended, NPM_ONLY, program } from "./_asking.ts";
import { NO_TMUX } from "./_tmux.ts";

const FORM: Elicitation = {
  message: "Why?",
  schema: {
    type: "object",
    properties: {
      reason: { type: "string", title: "Reason" },
      token: { type: "string", format: "password" },
      days: { type: "integer" },
    },
    required: ["reason", "token"],
  },
};

const PLAIN: [where: string, options: { env?: Record<string, string>; importMap?: string }][] = [
  ["TERM is dumb", { env: { TERM: "dumb" } }],
  ["TERM is missing", { env: { TERM: "" } }],
  ["the prompt library cannot be loaded", { importMap: NPM_ONLY }],
];

describe(
  `terminalPrompt()${NO_TMUX && ` (skipped: ${NO_TMUX})`}`,
  { ignore: NO_TMUX !== "" },
  () => {
    for (const [where, options] of PLAIN) {
      it(`terminalPrompt() asks by plain lines where ${where}`, async () => {
        await using tmux = await asking([{ message: "Delete the branch?" }, FORM], options);
        await tmux.see("Delete the branch?\nContinue? [y/N]");
        await tmux.press("y", "Enter");
        await tmux.see(
          "Continue? [y/N] y\nWhy?\nType !decline or !cancel to end the form.\nreason (string):",
        );
        await tmux.press("Enter");
        await tmux.see("reason (string):\nAn answer is required.\nreason (string):");
        await tmux.type("merged");
        await tmux.press("Enter");
        await tmux.see("reason (string): merged\ntoken (string, password):");
        await tmux.type("s3cr3tt");
        await tmux.press("BSpace", "Up", "Enter");
        await tmux.see("token (string, password):\ndays (integer, optional):");
        await tmux.press("7", "Enter");
        expect(await ended(tmux)).toEqual({
          answers: [
            { action: "accept" },
            { action: "accept", content: { reason: "merged", token: "s3cr3t", days: 7 } },
          ],
          well: true,
        });
      });
    }

    it("terminalPrompt() asks by plain lines where the prompt library does not come", async () => {
      const silence = Promise.withResolvers<Response>();
      const server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen() {} },
        () => silence.promise,
      );
      const address = `http://127.0.0.1:${server.addr.port}/mod.ts`;
      const imports = { "@cliffy/prompt": address, "@std/cli/unicode-width": address };
      const importMap = await Deno.makeTempFile({ suffix: ".json" });
      await Deno.writeTextFile(importMap, JSON.stringify({ imports }));
      await using tmux = await asking([{ message: "one" }], { importMap });
      await tmux.see("one\nContinue? [y/N]");
      await tmux.press("y", "Enter");
      await tmux.see("answers");
      silence.resolve(new Response(null, { status: 404 })); // a program does not end while it loads
      expect((await ended(tmux)).answers).toEqual([{ action: "accept" }]);
      await server.shutdown();
      await Deno.remove(importMap);
    });

    const dumb = { env: { TERM: "dumb" } };

    for (const key of ["C-c", "C-d"]) {
      it(`terminalPrompt() cancels a plain line on ${key}`, async () => {
        await using tmux = await asking([{ message: "one" }, FORM, FORM], dumb);
        await tmux.see("one\nContinue? [y/N]");
        await tmux.press(key);
        await tmux.see("reason (string):");
        await tmux.press("a", "Enter");
        await tmux.see("token (string, password):");
        await tmux.press("x", key);
        await tmux.see("token (string, password):\nWhy?");
        await tmux.press(key);
        expect(await ended(tmux)).toEqual({
          answers: Array(3).fill({ action: "cancel" }),
          well: true,
        });
      });
    }

    it("terminalPrompt() ends a plain line that waits with its call, and asks the next", async () => {
      await using tmux = await asking([{ message: "one" }, { message: "two" }], dumb);
      await tmux.see("one\nContinue? [y/N]");
      await cancelCall(tmux);
      await tmux.see("one\nContinue? [y/N]\ntwo\nContinue? [y/N]");
      await tmux.press("y", "Enter");
      expect(await ended(tmux)).toEqual({
        answers: ["Error: cancelled", { action: "accept" }],
        well: true,
      });
    });

    it("terminalPrompt() reads plain lines of the controlling terminal, not of a pipe", async () => {
      await using tmux = await asking([{ message: "one" }], { ...dumb, piped: true });
      await tmux.see("one\nContinue? [y/N]");
      await tmux.press("y", "Enter");
      expect((await ended(tmux)).answers).toEqual([{ action: "accept" }]);
    });
  },
);

describe("terminalPrompt()", { ignore: Deno.build.os !== "linux" }, () => {
  it("terminalPrompt() throws NobodyToAskError where there is no terminal", async () => {
    const [command, ...args] = ["setsid", "--wait", ...program([{ message: "one" }])];
    const { stdout, success } = await new Deno.Command(command!, { args, stdin: "null" }).output();
    expect(success).toBe(true);
    expect(new TextDecoder().decode(stdout)).toContain(
      'answers ["NobodyToAskError: Nobody can be asked: there is no terminal"]',
    );
  });
});

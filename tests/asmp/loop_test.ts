// toolcli asmp with a person at the terminal: rows 71 to 79 of spec/asmp.md on real screens.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { createHandler, Workflow } from "../../asmp/mod.ts";
import { NO_TMUX, startTmux, type Tmux } from "../prompt/_tmux.ts";
import { f3, f5, f8 } from "./fixtures.ts";
import { DONE, frame, serve as stub } from "./_stub.ts";
import { TOOLCLI } from "./_toolcli.ts";

/** A person in front of a run of a workflow. */
interface Person extends AsyncDisposable {
  tmux: Tmux;
  /** Types a line. */
  say(line: string): Promise<void>;
  /** Ends the server. */
  stop(): Promise<void>;
}

/** Starts the loop on a terminal; plain lines serve for forms, with or without cliffy. */
async function sit(workflow: Workflow): Promise<Person> {
  const handler = createHandler(workflow);
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
  const stop = async () => {
    handler.close();
    await server.shutdown();
  };
  return await sitAt(`http://127.0.0.1:${server.addr.port}`, stop);
}

async function sitAt(url: string, stop: () => Promise<void>): Promise<Person> {
  // The shell outlives an interrupt, so that the screen can be looked at after the program.
  const script = 'trap : INT; "$@"; echo "status $?"; cat';
  const words = ["env", "TERM=dumb", "NO_COLOR=1", ...TOOLCLI, "asmp", url, "--new"];
  const tmux = await startTmux(["sh", "-c", script, "sh", ...words], { columns: 100, rows: 60 });
  return {
    tmux,
    stop,
    async say(line) {
      await tmux.type(line);
      await tmux.press("Enter");
    },
    async [Symbol.asyncDispose]() {
      await tmux[Symbol.asyncDispose]();
      await stop();
    },
  };
}

const SET_VALUE = `
Set value
Enter your config value, then choose Save.
  1. Save (save) [enter]
Value (string):
>`;

const CONFIRM = `
Apply configuration?
Confirm to apply or cancel.
  1. Yes, apply (confirm) [y]
  2. No, cancel (cancel) [n]
>`;

const name = `the loop of toolcli asmp${NO_TMUX && ` (skipped: ${NO_TMUX})`}`;
describe(name, { ignore: NO_TMUX !== "" }, () => {
  it("the loop drives the wizard to its end", async () => {
    await using person = await sit(f3());
    const { tmux } = person;
    await tmux.see("\n\nConfig wizard\nPress 1 to start.\n  1. Start wizard (start) [1]\n>");
    await person.say("1");
    await tmux.see(`> 1\n${SET_VALUE}`);
    await person.say("my value");
    await tmux.see(`> my value\n${CONFIRM}`);
    await person.say("yes,  APPLY");
    await tmux.see("> yes,  APPLY\n\nConfiguration applied.\ndone\nstatus 0");
  });

  it("the loop moves nothing for what is no option", async () => {
    // Rows 78 and 79; and what begins as an option is no free text either.
    await using person = await sit(f3());
    const { tmux } = person;
    await tmux.see("(start) [1]\n>");
    await person.say("9");
    await tmux.see('> 9\nError: "9" is none of the options\n\nConfig wizard');
    await person.say("");
    await tmux.see("(start) [1]\n>\n\nConfig wizard");
    await person.say("start");
    await tmux.see(SET_VALUE);
    await person.say("save the whales");
    await tmux.see(
      `> save the whales\nError: "save the whales" is none of the options\n${SET_VALUE}`,
    );
  });

  it("the loop takes an object as JSON", async () => {
    const workflow = new Workflow("object-wf", { initial: "A" })
      .transition("A", "go", "B", { expects: { o: "object" } })
      .transition("B", "end", "C", { guard: ({ data }) => JSON.stringify(data) });
    await using person = await sit(workflow);
    const { tmux } = person;
    await tmux.see("(go)\n>");
    await person.say("[1]");
    await tmux.see('Error: "[1]": no JSON object\n');
    await person.say('{"n":1}');
    await tmux.see("(end)\n>");
    await person.say("end");
    await tmux.see('Error: {"o":{"n":1}}\n');
  });

  it("the loop asks for a field with its type, and goes back where it is declined", async () => {
    // Row 74.
    await using person = await sit(f3());
    const { tmux } = person;
    await tmux.see("(start) [1]\n>");
    await person.say("start");
    await tmux.see(SET_VALUE);
    await person.say("enter");
    await tmux.see("Type !decline or !cancel to end the form.\nvalue (string), Value (string):");
    await person.say("!decline");
    await tmux.see(`: !decline\n${SET_VALUE}`);
    await person.say("save");
    await tmux.see("> save\nsave\nType !decline");
    await person.say("1");
    await tmux.see(`value (string), Value (string): 1\n${CONFIRM}`);
    await person.say("n");
    await tmux.see("Configuration cancelled.\ndone\nstatus 0");
  });

  it("the loop asks again for what does not fit its type", async () => {
    await using person = await sit(f8());
    const { tmux } = person;
    await tmux.see("  1. Third! (third) [3]\n  2. go (go)\n  3. skip_ahead (skip_ahead)\n>");
    await person.say("go");
    await tmux.see("a (string):");
    await person.say("x");
    await tmux.see("n (number):");
    await person.say("many");
    await tmux.see('"many" is not a number');
    await person.say("1.5");
    await tmux.see(
      "  1. reject (reject)\n  2. approve (approve)\n  3. dup (dup)\n  4. dup (dup)\nReason:\n",
    );
    expect(await tmux.see("Skill s: http:")).toContain("/skills/s/SKILL.md");
    await person.say("nice try");
    // It could be an option misspelt: what only one of several options can take is confirmed.
    await tmux.see('reject with {"reason":"nice try"}?\nContinue? [y/N]');
    await person.say("n");
    await tmux.see("[y/N] n\n");
    await person.say("not good");
    await tmux.see('reject with {"reason":"not good"}?\nContinue? [y/N]');
    await person.say("y");
    await tmux.see("Proceed.\nfailed\nstatus 1");
  });

  it("the loop has a critical action confirmed", async () => {
    await using person = await sit(f8());
    const { tmux } = person;
    await tmux.see("(skip_ahead)\n>");
    await person.say("skip_ahead");
    await tmux.see("skip_ahead (skip_ahead) is critical.\nContinue? [y/N]");
    await person.say("");
    await tmux.see("Continue? [y/N]\n\n");
    await person.say("3");
    await tmux.see("> 3\nskip_ahead (skip_ahead) is critical.\nContinue? [y/N]");
    await person.say("y");
    await tmux.see("All done\nProceed.\ndone\nstatus 0");
  });

  it("the loop calls tools and reads resources of the state", async () => {
    await using person = await sit(f5());
    const { tmux } = person;
    await tmux.see("1. start (start)\n>");
    await person.say("1");
    await tmux.see(
      "  1. lint_done (lint_done)\n  - run_linter: Runs the linter\n" +
        "  - read lint-report (Lint report)\n>",
    );
    await person.say("run_linter");
    await tmux.see("paths (array of string):");
    await person.say("a, b");
    await tmux.see(': a, b\n{"passed":true,"issues":0}\n');
    await person.say("read lint-report");
    await tmux.see('> read lint-report\n{"summary":"Lint report","data":{}}\n');
  });

  it("the loop follows a state that is processing", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const workflow = new Workflow("work-wf", { initial: "A" })
      .transition("A", "go", "B")
      .transition("B", "ready", "C")
      .hint("B", "At work.")
      .hint("C", "All done.")
      .work("B", async ({ milestone }) => {
        await milestone("half");
        await promise;
        return "ready";
      });
    await using person = await sit(workflow);
    const { tmux } = person;
    await tmux.see("(go)\n>");
    await person.say("go");
    await tmux.see("> go\nB: At work.\nhalf");
    resolve();
    await tmux.see("half\n\nAll done.\ndone\nstatus 0");
  });

  for (const [key, where] of [["C-c", "an option"], ["C-d", "an option"], ["C-c", "a field"]]) {
    it(`the loop is left by ${key} at ${where}, with the command that goes on`, async () => {
      await using person = await sit(f3());
      const { tmux } = person;
      await tmux.see("(start) [1]\n>");
      await person.say("1");
      await tmux.see(SET_VALUE);
      if (where === "a field") {
        await person.say("save");
        await tmux.see("value (string), Value (string):");
      }
      await tmux.press(key!);
      const screen = await tmux.see("status 0");
      expect(screen).toMatch(
        /\n\nTo go on:\n {2}toolcli asmp http:\/\/127\.0\.0\.1:\d+ --run [\da-f-]{36}\nstatus 0$/,
      );
    });
  }

  it("the loop is left by C-c while the server works", async () => {
    const workflow = new Workflow("stuck-wf", { initial: "A" })
      .transition("A", "go", "B")
      .transition("B", "stop", "C")
      .status("B", "processing");
    await using person = await sit(workflow);
    await person.tmux.see("(go)\n>");
    await person.say("go");
    await person.tmux.see("> go\nB: Proceed.");
    await person.tmux.press("C-c");
    await person.tmux.see("To go on:\n  toolcli asmp http:");
    await person.tmux.see("status 0");
  });

  it("the loop goes on after a server that cannot be reached", async () => {
    // Row 85.
    await using person = await sit(f3());
    await person.tmux.see("(start) [1]\n>");
    await person.stop();
    await person.say("1");
    await person.tmux.see('> 1\nError: Connect failed: "http://127.0.0.1:');
    expect(await person.tmux.see("(start) [1]\n>")).not.toContain("status");
  });

  it("the loop shows a run that cannot be followed", async () => {
    await using server = stub(({ url }) =>
      url.endsWith("/stream")
        ? new Response("Broken.", { status: 500 })
        : Response.json(frame(url.endsWith("/go") ? { status: "processing" } : {}))
    );
    await using person = await sitAt(server.url, () => Promise.resolve());
    await person.tmux.see("(go)\n>");
    await person.say("go");
    await person.tmux.see(
      "> go\nINIT: Go on.\nError: HTTP 500: Broken.\n\nChoose an action\nGo on.\n  1. go (go)\n" +
        "processing\n>",
    );
  });

  it("the loop tells a refusal and shows the run as it is by then", async () => {
    const hint = "Not on a \u001b[31mFriday.\u202e";
    await using server = stub(({ url, method }) =>
      url.endsWith("/go")
        ? Response.json({ hint }, { status: 409 })
        : url.endsWith("/cli")
        ? Response.json({ prompt: "What\u001b[2J now?" })
        : Response.json(frame(method === "GET" ? DONE : {}))
    );
    await using person = await sitAt(server.url, () => Promise.resolve());
    await person.tmux.see("What\\x1b[2J now?\nGo on.\n  1. go (go)\n>");
    await person.say("go");
    await person.tmux.see(
      "> go\nError: Not on a \\x1b[31mFriday.\\u{202e}\n\nWhat\\x1b[2J now?\nGo on.\ndone\nstatus 0",
    );
  });

  it("the loop ends where the run is gone", async () => {
    await using server = stub(() =>
      server.log.length > 2
        ? Response.json({ hint: "Run not found" }, { status: 404 })
        : Response.json(frame())
    );
    await using person = await sitAt(server.url, () => Promise.resolve());
    await person.tmux.see("(go)\n>");
    await person.say("1");
    await person.tmux.see("> 1\nError: Run not found\nstatus 2");
  });
});

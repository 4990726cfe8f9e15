// DESIGN.md section 4, "Signals", and what ends a question, while a control is on the screen: drawn
// by @cliffy/prompt or, where it cannot be had, by plain lines.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import type { Elicitation } from "../../agenttool/mod.ts";
import { NO_CLIFFY } from "../prompt/_asking.ts";
import { NO_TMUX, startTmux, type Tmux } from "../prompt/_tmux.ts";
import { marked, newMark, pause } from "./_marked.ts";
import { eventually, KIT, quoted } from "./_run.ts";

/** What is asked; what the library draws for it, and the plain line. */
interface Control {
  what: string;
  question: Elicitation;
  drawn: string;
  plain: string;
  /** Whether the choice to fill a form in or not comes before. */
  form?: boolean;
}

const level = { enum: ["low", "high"] };
const field = (schema: Record<string, unknown>) => ({
  message: "Which?",
  schema: { type: "object", properties: { it: schema } },
});

const CONTROLS: Control[] = [
  {
    what: "yes or no",
    question: { message: "Sure?" },
    drawn: "? Continue? (y/N) ›",
    plain: "Continue? [y/N]",
  },
  {
    what: "a page",
    question: { message: "", url: "https://example.com/" },
    drawn: "? Done? (Y/n) ›",
    plain: "Press Enter when done",
  },
  {
    what: "the beginning of a form",
    question: field({ type: "string" }),
    drawn: "❯ Fill in",
    plain: "it (string, optional):",
  },
  {
    what: "a text",
    question: field({ type: "string" }),
    drawn: "? it (optional) ›",
    plain: "it (string, optional):",
    form: true,
  },
  {
    what: "a yes or no of a form",
    question: field({ type: "boolean" }),
    drawn: "? it (optional) (y/n) ›",
    plain: "it (boolean, optional):",
    form: true,
  },
  {
    what: "a list",
    question: field(level),
    drawn: "❯ (leave out)",
    plain: "it (string, optional):",
    form: true,
  },
  {
    what: "a long list",
    question: field({ enum: Array.from({ length: 20 }, (_, n) => `choice ${n}`) }),
    drawn: "❯ (leave out)",
    plain: "it (string, optional):",
    form: true,
  },
  {
    what: "a list to check",
    question: field({ type: "array", items: level }),
    drawn: "❯ [ ] low",
    plain: "it (array",
    form: true,
  },
  {
    what: "a hidden text",
    question: field({ type: "string", format: "password" }),
    drawn: "? it (optional) ›",
    plain: "it (string, optional, password):",
    form: true,
  },
];

const TEXT = CONTROLS.find(({ what }) => what === "a text")!;
const LIST = CONTROLS.find(({ what }) => what === "a list")!;
const HIDDEN = CONTROLS.find(({ what }) => what === "a hidden text")!;

/** How the program is started, and the controls that are looked at then. */
const WAYS: [way: "directly" | "through deno task", controls: Control[]][] = [
  ["directly", CONTROLS],
  ["through deno task", [TEXT, LIST, HIDDEN]],
];
const CANCELLED = "Error: the call was cancelled";

describe(
  `controls under signals${NO_TMUX && ` (skipped: ${NO_TMUX})`}`,
  { ignore: NO_TMUX !== "" || Deno.build.os !== "linux" },
  () => {
    for (const [way, controls] of WAYS) {
      for (const control of controls) {
        for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
          it(`${signal} ${way} during ${control.what} cancels the call`, async () => {
            const mark = newMark();
            await using tmux = await asked(control, mark, way);
            Deno.kill(pidOf(mark), signal);
            expect(await end(tmux)).toEqual({ tail: `${CANCELLED}\nstatus 1`, well: true });
            await eventually(() => running(mark).length === 0);
          });
        }
      }

      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
        it(`${signal} ${way} to all of the terminal cancels the call once`, async () => {
          const mark = newMark();
          await using tmux = await asked(LIST, mark, way);
          Deno.kill(-groupOf(pidOf(mark)), signal);
          expect(await end(tmux)).toEqual({ tail: `${CANCELLED}\nstatus 1`, well: true });
          await eventually(() => running(mark).length === 0);
        });
      }

      for (const control of [TEXT, LIST]) {
        it(`a second SIGINT ${way} after ${control.what} ends with 130`, async () => {
          const mark = newMark();
          await using tmux = await asked(control, mark, way, "stay");
          Deno.kill(pidOf(mark), "SIGINT");
          await tmux.see("staying");
          await pause();
          Deno.kill(pidOf(mark), "SIGINT");
          expect(await end(tmux)).toEqual({ tail: "staying\nstatus 130", well: true });
          await eventually(() => running(mark).length === 0);
        });

        it(`a failure left behind ${way} during ${control.what} gives the terminal back`, async () => {
          const mark = newMark();
          await using tmux = await asked(control, mark, way, "fail");
          const { tail, well } = await end(tmux);
          expect(tail).toContain("a tool left a failure behind: left behind\nstatus 1");
          expect(well).toBe(true);
        });

        it(`a terminal that is closed ${way} during ${control.what} leaves no process`, async () => {
          const mark = newMark();
          const tmux = await asked(control, mark, way, undefined, "INT");
          await tmux[Symbol.asyncDispose]();
          await eventually(() => marked(mark).length === 0);
        });
      }
    }
  },
);

const NO_CONTROLS = NO_TMUX || NO_CLIFFY;

describe(
  `controls under keys${NO_CONTROLS && ` (skipped: ${NO_CONTROLS})`}`,
  { ignore: NO_CONTROLS !== "" || Deno.build.os !== "linux" },
  () => {
    for (const [way, controls] of WAYS) {
      for (const control of controls) {
        for (const key of ["C-c", "C-d", "Escape"]) {
          it(`${key} ${way} at ${control.what} cancels the question and not the call`, async () => {
            const mark = newMark();
            await using tmux = await asked(control, mark, way);
            await tmux.press(key);
            expect(await end(tmux)).toEqual({ tail: "cancel\nstatus 0", well: true });
            await eventually(() => running(mark).length === 0);
          });
        }
      }
    }
  },
);

/** Asks on a terminal of its own, in a shell that outlives signals, and waits for the control. */
async function asked(
  { question, drawn, plain, form }: Control,
  mark: string,
  way: typeof WAYS[number][0],
  then?: string,
  outlived = "INT HUP TERM",
): Promise<Tmux> {
  const cwd = await Deno.makeTempDir();
  await Deno.writeTextFile(
    `${cwd}/deno.json`,
    JSON.stringify({ tasks: { kit: quoted(KIT) } }),
  );
  const program = way === "directly" ? KIT : [Deno.execPath(), "task", "-q", "kit"];
  const words = [
    ...[...program, "--ask", "put", "--mark", mark, `--question:=${JSON.stringify(question)}`],
    ...(then === undefined ? [] : ["--then", then]),
  ];
  const script = `cd ${quoted([cwd])}; trap : ${outlived}; unset NO_COLOR; ${quoted(words)}\n` +
    `echo "status $?"; stty -a; echo "that is all"; cat`;
  const tmux = await startTmux(["bash", "-c", script], { rows: 50, columns: 120 });
  if (form && !NO_CLIFFY) {
    await tmux.see("❯ Fill in");
    await tmux.press("Enter");
  }
  await tmux.see(NO_CLIFFY ? plain : drawn);
  return tmux;
}

/** The processes of a program: not the shell around it. */
function running(mark: string): string[] {
  return marked(mark).filter((line) => !line.includes("bash"));
}

/** The program's own process: the last one that was started. */
function pidOf(mark: string): number {
  return Math.max(...running(mark).map(parseFloat));
}

/** The process group of a process: what a terminal sends a signal to. */
function groupOf(pid: number): number {
  const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
}

/** The last two lines of a program, and whether the terminal is as it was before. */
async function end(tmux: Tmux): Promise<{ tail: string; well: boolean }> {
  const screen = await tmux.see("that is all");
  const at = /^status \d+$/m.exec(screen)!;
  const before = screen.slice(0, at.index).trimEnd().split("\n");
  const terminal = screen.slice(at.index);
  const well = ["icanon", "echo", "isig", "icrnl", "opost", "ixon"]
    .every((mode) => new RegExp(`(?<![^\\s])${mode}\\s`).test(terminal)) &&
    (await tmux.cursor()).shown;
  return { tail: `${before.at(-1)}\n${at[0]}`, well };
}

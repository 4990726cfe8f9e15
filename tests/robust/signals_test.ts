// DESIGN.md section 4, "Signals": what waits is ended, directly and through deno task.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { path } from "../examples/_run.ts";
import { NO_TMUX, startTmux, type Tmux } from "../prompt/_tmux.ts";
import { marked, newMark, pause } from "./_marked.ts";
import { eventually, KIT, PROGRAMS, quoted, TOOLCLI } from "./_run.ts";

const linux = { ignore: Deno.build.os !== "linux" };
const CANCELLED = "Error: the call was cancelled";

/** A folder for a program: its sources, and tasks that run the programs. */
async function folder(mark: string): Promise<string> {
  const folder = await Deno.makeTempDir();
  const write = (name: string, value: unknown) =>
    Deno.writeTextFile(`${folder}/${name}`, JSON.stringify(value));
  const step = (command: string) => ({
    name: "t",
    description: "",
    tool_call_template: { call_template_type: "cli", commands: [{ command }] },
  });
  const manual = (command: string) => ({ utcp_version: "1.0.1", tools: [step(command)] });
  await write("step.json", manual(`echo waiting >&2; sleep 1000 ${mark}`));
  await write(
    "deaf_step.json",
    manual(`trap '' TERM INT HUP; echo waiting >&2; sleep 1000 ${mark}`),
  );
  const server = ["run", "-A", "-q", "--no-check", path("tests/robust/_mcp_server.ts"), mark];
  const servers = (args: string[]) => ({ mcpServers: { s: { command: Deno.execPath(), args } } });
  await write("server.json", servers(server));
  await write("deaf_server.json", servers([...server, "deaf"]));
  await write("deno.json", { tasks: { kit: quoted(KIT), toolcli: quoted(TOOLCLI) } });
  return folder;
}

/** Starts a program in a process group of its own, and waits until its tool waits. */
async function start(words: string[], mark: string) {
  const cwd = await folder(mark);
  const [program, ...args] = words.map((word) => word.replace("MARK", mark));
  const child = new Deno.Command(program!, {
    args,
    cwd,
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const stdout = new Response(child.stdout).text();
  let stderr = "";
  const read = (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) stderr += text;
  })();
  let over = false;
  void child.status.then(() => over = true);
  const saw = (text: string) => eventually(() => stderr.includes(text) || over);
  await saw("waiting\n");
  return {
    saw,
    pid: child.pid,
    async ended() {
      const { code } = await child.status;
      await Promise.all([read, stdout]);
      await Deno.remove(cwd, { recursive: true });
      return { status: code, stdout: await stdout, stderr };
    },
  };
}

const direct = (program: readonly string[], ...args: string[]) => [...program, ...args];
const task = (name: string, ...args: string[]) => [Deno.execPath(), "task", "-q", name, ...args];

/** What waits, and its command line; the mark is in it or in what it starts. */
const WAITING: [what: string, program: "kit" | "toolcli", args: string[]][] = [
  ["a tool", "kit", ["wait", "--mark", "MARK"]],
  ["a UTCP step", "toolcli", ["run", "step.json", "t"]],
  ["a call of an MCP server", "toolcli", ["run", "server.json", "hang"]],
];

/** What does not end when it is told to; what we started, we end after 2 or 3 s. */
const STAYING: [what: string, program: "kit" | "toolcli", args: string[], statuses: number[]][] = [
  ["a tool", "kit", ["stubborn", "--mark", "MARK"], [130]],
  ["a UTCP step", "toolcli", ["run", "deaf_step.json", "t"], [130, 1]],
  ["a call of an MCP server", "toolcli", ["run", "deaf_server.json", "hang"], [130, 1]],
];

const WAYS: [way: string, words: (program: "kit" | "toolcli", args: string[]) => string[]][] = [
  ["directly", (program, args) => direct(program === "kit" ? KIT : TOOLCLI, ...args)],
  ["through deno task", (program, args) => task(program, ...args)],
];

for (const [way, words] of WAYS) {
  describe(`signals ${way}`, linux, () => {
    for (const [what, program, args] of WAITING) {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
        for (const whom of ["the process", "its group"]) {
          it(`${signal} to ${whom} cancels ${what}, and nothing is left`, async () => {
            const mark = newMark();
            const child = await start(words(program, args), mark);
            expect(marked(mark).length).toBeGreaterThan(0);
            Deno.kill(whom === "the process" ? child.pid : -child.pid, signal);
            const { status, stdout, stderr } = await child.ended();
            expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
            expect(stderr.replace("[1] ", "")).toBe(`waiting\n${CANCELLED}\n`);
            await eventually(() => marked(mark).length === 0);
          });
        }
      }
    }

    for (const [what, program, args, statuses] of STAYING) {
      it(`a second SIGINT ends ${what} with 130, and nothing is left`, async () => {
        const mark = newMark();
        const child = await start(words(program, args), mark);
        Deno.kill(-child.pid, "SIGINT");
        await pause();
        Deno.kill(-child.pid, "SIGINT");
        expect(statuses).toContain((await child.ended()).status);
        await eventually(() => marked(mark).length === 0);
      });
    }

    for (const [signal, status] of [["SIGTERM", 143], ["SIGHUP", 129]] as const) {
      it(`${signal} ends a tool that stays with ${status}, and nothing is left`, async () => {
        const mark = newMark();
        const child = await start(words("kit", ["stubborn", "--mark", "MARK"]), mark);
        Deno.kill(-child.pid, signal);
        expect((await child.ended()).status).toBe(status);
        await eventually(() => marked(mark).length === 0);
      });
    }
  });
}

/** How a question is waited for: its text, and whether the terminal hides what is typed. */
const QUESTIONS: [what: string, tool: string, text: string][] = [
  ["a question", "confirm", "Continue? [y/N]"],
  ["a hidden answer", "password", "optional, password):"],
];

describe(
  `signals at a terminal${NO_TMUX && ` (skipped: ${NO_TMUX})`}`,
  { ignore: NO_TMUX !== "" || Deno.build.os !== "linux" },
  () => {
    /** Asks on a terminal of its own, in a shell that outlives signals; it passes on none. */
    async function ask(
      tool: string,
      mark: string,
      way: string,
      outlived = "INT HUP TERM",
    ): Promise<Tmux> {
      const cwd = await folder(mark);
      const kit = way === "directly" ? "kit" : `${quoted([Deno.execPath()])} task -q kit`;
      // Plain lines in any registry; tests/prompt has the controls.
      const script = `${PROGRAMS}export TERM=dumb; cd ${quoted([cwd])}; trap : ${outlived}\n` +
        `${kit} --ask ${tool} --mark ${mark}; echo "status $?"; stty -a; echo "that is all"; cat`;
      return await startTmux(["bash", "-c", script], { rows: 50, columns: 120 });
    }

    /** The program's own process: the last one that was started. */
    function pidOf(mark: string): number {
      return Math.max(...marked(mark).filter((line) => !line.includes("bash")).map(parseFloat));
    }

    async function well(tmux: Tmux): Promise<boolean> {
      const screen = await tmux.see("that is all");
      return /\sicanon\s/.test(screen) && /\secho\s/.test(screen) && /\sisig\s/.test(screen) &&
        (await tmux.cursor()).shown;
    }

    for (const [way] of WAYS) {
      for (const [what, tool, text] of QUESTIONS) {
        for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
          it(`${signal} ${way} ends ${what}, and gives the terminal back`, async () => {
            const mark = newMark();
            await using tmux = await ask(tool, mark, way);
            await tmux.see(text);
            Deno.kill(pidOf(mark), signal);
            const screen = await tmux.see("that is all");
            expect(screen).toContain(`${CANCELLED}\nstatus 1\n`);
            expect(await well(tmux)).toBe(true);
          });
        }
      }

      it(`Ctrl-C ${way} ends a question and the call`, async () => {
        await using tmux = await ask("confirm", newMark(), way);
        await tmux.see("Continue? [y/N]");
        await tmux.press("C-c");
        expect(await tmux.see("that is all")).toContain(`${CANCELLED}\nstatus 1\n`);
        expect(await well(tmux)).toBe(true);
      });

      it(`Ctrl-C ${way} cancels a hidden answer`, async () => {
        await using tmux = await ask("password", newMark(), way);
        await tmux.see("optional, password):");
        await tmux.type("secret");
        await tmux.press("C-c");
        const screen = await tmux.see("that is all");
        expect(screen).toContain("cancel\nstatus 0\n");
        expect(screen).not.toContain("secret");
        expect(await well(tmux)).toBe(true);
      });

      it(`a second SIGINT ${way} ends with 130, and gives the terminal back`, async () => {
        const mark = newMark();
        await using tmux = await ask("stubborn_password", mark, way);
        await tmux.see("optional, password):");
        Deno.kill(pidOf(mark), "SIGINT");
        await tmux.see("staying");
        await pause();
        Deno.kill(pidOf(mark), "SIGINT");
        expect(await tmux.see("that is all")).toContain("status 130\n");
        expect(await well(tmux)).toBe(true);
      });

      const closed = [...QUESTIONS, ["what stays", "stubborn_password", "optional, password):"]];
      for (const [what, tool, text] of closed) {
        it(`a terminal that is closed ${way} during ${what} leaves no process`, async () => {
          const mark = newMark();
          const tmux = await ask(tool!, mark, way, "INT");
          await tmux.see(text!);
          await tmux[Symbol.asyncDispose]();
          await eventually(() => marked(mark).length === 0);
        });
      }
    }
  },
);

// DESIGN.md section 4, "Terminals and pipes": what others write is shown, never obeyed.
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { path } from "../examples/_run.ts";
import { frame, serve, type Stub } from "../asmp/_stub.ts";
import { NO_TMUX, startTmux, type Tmux } from "../prompt/_tmux.ts";
import { ALL, HOSTILE, obeyed, unseen } from "./_hostile.ts";
import { bash, installed, PROGRAMS, quoted, SOURCE } from "./_run.ts";

const noScript = Deno.build.os !== "linux" || !await installed("script")
  ? " (skipped: no script of util-linux)"
  : "";
const noTmux = NO_TMUX && ` (skipped: ${NO_TMUX})`;

/** What a text loses where it is put on one line: white space, nothing that hides. */
const COLLAPSED = ["write over its line", "ring, feed and shift"];

/** What a bash script writes on a terminal that knows nothing of itself, to the byte. */
async function written(script: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await new Deno.Command("script", {
    args: ["-qec", `bash -c ${quoted([PROGRAMS + script])}`, "/dev/null"],
    env: { TERM: "xterm-256color", NO_COLOR: "", ...env },
    stdin: "null",
  }).output();
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(stdout);
}

/** The JSON value in what a terminal was given. */
function json(text: string): unknown {
  return JSON.parse(text.slice(text.search(/[[{]/)));
}

describe("hostile texts", () => {
  it("are hostile: a terminal obeys them", { ignore: NO_TMUX !== "" }, async () => {
    const title = HOSTILE.find(([what]) => what === "set the title")![1];
    const clipboard = HOSTILE.find(([what]) => what === "fill the clipboard")![1];
    const other = HOSTILE.find(([what]) => what === "go to the other screen")![1];
    const script = `printf %s "$1"; cat`;
    await using tmux = await startTmux(["sh", "-c", script, "sh", `${title}${clipboard}${other}x`]);
    await tmux.see("x");
    expect(await tmux.changed())
      .toEqual({ title: "stolen", clipboard: "stolen", otherScreen: true });
  });

  it("are exact in a pipe", { ignore: Deno.build.os === "windows" }, async () => {
    expect(await bash("kit say")).toEqual({ status: 0, stdout: `${ALL}\n`, stderr: "" });
    expect(await bash("kit fail")).toEqual({ status: 1, stdout: "", stderr: `Error: ${ALL}\n` });
    expect(await bash("kit report"))
      .toEqual({ status: 0, stdout: "", stderr: `${ALL}\n[1/2] ${ALL}\n` });
    expect((await bash("kit link")).stdout.split("\n")[0]).toBe(`x:${ALL}`);
    expect(json((await bash("kit ask")).stdout)).toMatchObject({ message: ALL });
    expect(json((await bash("kit schema described")).stdout))
      .toMatchObject({ properties: { s: { format: ALL, pattern: ALL } } });
  });
});

describe(`a terminal${noScript}`, { ignore: noScript !== "" }, () => {
  let folder: string, stub: Stub;

  beforeAll(async () => {
    folder = await Deno.makeTempDir();
    const server = [
      ...["run", "-A", "-q", "--no-check", path("tests/robust/_mcp_server.ts"), "hostile"],
    ];
    const mcpServers = { [`s ${ALL}`]: { command: Deno.execPath(), args: server } };
    await Deno.writeTextFile(`${folder}/mcp.json`, JSON.stringify({ mcpServers }));
    const call = {
      call_template_type: "cli",
      commands: [{ command: `printf %s "$TEXT"; printf %s "$TEXT" >&2; exit 3` }],
      env_vars: { TEXT: ALL.replaceAll("\0", "").replaceAll("$", "") },
    };
    const tool = { name: "t", description: ALL, inputs: {}, tool_call_template: call };
    await Deno.writeTextFile(
      `${folder}/manual.json`,
      JSON.stringify({ utcp_version: "1.0.1", manual_version: "1.0.0", tools: [tool] }),
    );
    await Deno.writeTextFile(`${folder}/bad.json`, JSON.stringify({ [ALL]: ALL }));
    await Deno.writeTextFile(`${folder}/bad.ts`, `throw new Error(${JSON.stringify(ALL)});`);
    stub = serve(({ method }) => {
      if (method === "POST") {
        return Response.json({ error: ALL, message: ALL, hint: ALL }, { status: 409 });
      }
      const option = { action: "go", method: "POST", href: `runs/r1/transitions/go`, label: ALL };
      return Response.json(frame({ state: ALL, hint: ALL, next_states: [option] }));
    });
  });
  afterAll(async () => {
    await stub[Symbol.asyncDispose]();
    await Deno.remove(folder, { recursive: true });
  });

  const source = quoted([SOURCE]);
  /** Where the texts are in JSON, they are spelled otherwise. */
  const QUOTED = undefined;
  const CALLS: [script: string, lost?: string[]][] = [
    ["kit say", []],
    ["kit fail", []],
    ["kit report", []],
    ["kit leave", []],
    ["kit link", []],
    ["kit help", COLLAPSED],
    ["kit help described", []],
    [`kit help say`, []],
    [`toolcli list ${source}`, COLLAPSED],
    [`toolcli docs ${source}`, []],
    [`toolcli run ${source} say`, []],
    [`kit ${quoted([ALL.replaceAll("\0", "")])}`, QUOTED],
    [`kit described ${quoted([`--${ALL.replaceAll("\0", "")}`])}`, ["ring, feed and shift"]],
    ["toolcli run FOLDER/bad.ts say", []],
    ["toolcli run FOLDER/mcp.json say", []],
    ["toolcli run FOLDER/mcp.json fail", []],
    ["toolcli run FOLDER/mcp.json refuse", []],
    ["toolcli run FOLDER/mcp.json report", []],
    ["toolcli run FOLDER/mcp.json die", []],
    ["toolcli run FOLDER/mcp.json help say", []],
    ["toolcli run --verbose FOLDER/mcp.json say", []],
    ["toolcli list --refresh FOLDER/mcp.json", COLLAPSED],
    ["toolcli run FOLDER/manual.json t", ["ring, feed and shift"]],
    ["toolcli list FOLDER/manual.json", COLLAPSED],
    ["toolcli asmp URL --run r1", []],
    ["toolcli asmp URL --run r1 go", []],
    ["toolcli asmp URL --run r1 help", COLLAPSED],
    ["toolcli run asmp+URL/runs/r1 help", COLLAPSED],
    ["toolcli asmp URL --new", []],
  ];
  for (const [script, lost] of CALLS) {
    it(`${script.replace(source, "SOURCE").replace(ALL, "ALL").slice(0, 60)} is shown`, async () => {
      const shown = await written(script.replace("FOLDER", folder).replace("URL", stub.url));
      expect(obeyed(shown)).toEqual([]);
      if (lost) expect(unseen(shown)).toEqual(lost);
    });
  }

  it("shows names of saved files without what it would obey", async () => {
    const shown = await written(`kit --out ${folder}/out save`);
    expect(obeyed(shown)).toEqual([]);
    const names = [...Deno.readDirSync(`${folder}/out`)].map(({ name }) => name);
    expect(shown.trim().split("\r\n").sort())
      .toEqual(names.map((name) => `${folder}/out/${name}`).sort());
    expect(names.flatMap(obeyed)).toEqual([]);
  });

  const JSONS: [script: string, find: (value: unknown) => unknown, expected: unknown][] = [
    ["kit ask 2>/dev/null", (value) => Object(value).message, ALL],
    ["kit schema described", (value) => Object(value).properties.s.format, ALL],
    [`toolcli list --json ${source}`, (value) => Object(value)[1].description, ALL],
    ["toolcli list --json FOLDER/mcp.json", (value) => Object(value)[0].description, ALL],
    ["toolcli run FOLDER/mcp.json ask 2>/dev/null", (value) => Object(value).message, ALL],
    ["toolcli run FOLDER/mcp.json schema say", (v) => Object(v).properties.s.description, ALL],
    ["toolcli asmp URL --run r1 --json", (value) => Object(value).frame.hint, ALL],
  ];
  for (const [script, find, expected] of JSONS) {
    it(`${script.replace(source, "SOURCE")} is JSON of the same value`, async () => {
      const shown = await written(script.replace("FOLDER", folder).replace("URL", stub.url));
      expect(obeyed(shown)).toEqual([]);
      expect(find(json(shown))).toBe(expected);
    });
  }

  const PLACES: Record<string, string>[] = [
    { NO_COLOR: "1" },
    { TERM: "dumb" },
    { TERM: "" },
    { COLUMNS: "7", FORCE_COLOR: "1" },
  ];
  for (const env of PLACES) {
    it(`is given the same with ${JSON.stringify(env)}`, async () => {
      for (const script of ["kit say", "kit fail", "kit help say", `toolcli list ${source}`]) {
        expect(await written(script, env)).toBe(await written(script));
      }
    });
  }
});

/** By plain lines in any registry; tests/prompt has the controls. */
const PLAIN_QUESTIONS = "export TERM=dumb; printf 'above\\n'; kit --ask form; kit --ask page";

describe(`people at a terminal${noTmux}`, { ignore: NO_TMUX !== "" }, () => {
  /** Runs a bash script on a terminal that stays open. */
  const run = (script: string, columns: number): Promise<Tmux> =>
    startTmux(
      ["bash", "-c", `${PROGRAMS}${script}\necho "status $?"; stty -a; echo "that is all"; cat`],
      { columns, rows: 200 },
    );

  for (const columns of [20, 40, 80, 300]) {
    it(`answer hostile questions in ${columns} columns, and nothing is obeyed`, async () => {
      await using tmux = await run(PLAIN_QUESTIONS, columns);
      const { title } = await tmux.changed();
      await tmux.see("c\\u{fffb}:");
      await tmux.type("mine");
      await tmux.press("Enter");
      await tmux.see('{"action":"accept"');
      await tmux.see("Press Enter when done, or type n to decline:");
      await tmux.press("n", "Enter");
      const screen = await tmux.see("that is all");
      expect(screen.startsWith("above\n")).toBe(true);
      expect(screen).toContain("c\\u{fffb}: mine\n"); // typed where the question ends
      expect(screen).toContain("decline\nstatus 0\n");
      expect(unseen(screen)).toEqual([]);
      expect(/\sicanon\s/.test(screen) && /\secho\s/.test(screen)).toBe(true);
      expect(await tmux.changed()).toEqual({ title, clipboard: "", otherScreen: false });
      expect((await tmux.cursor()).shown).toBe(true);
    });

    it(`see a table that fits in ${columns} columns`, async () => {
      await using tmux = await run(`toolcli list ${quoted([WIDE])}`, columns);
      const screen = await tmux.see("status 0");
      const lines = screen.slice(0, screen.indexOf("status 0")).trimEnd().split("\n");
      // A line that the terminal breaks is one line of the screen with its breaks undone.
      expect((await tmux.rows()).slice(0, lines.length)).toEqual(lines);
      expect(lines).toEqual(TABLES[columns]!);
    });
  }

  it("see columns that begin where the terminal thinks", async () => {
    const lines = TABLES[80]!;
    const at = lines[0]!.indexOf("DESCRIPTION");
    for (const [index, name] of ["read", "読む", "👍_up", "한국어"].entries()) {
      const line = lines[index + 1]!;
      const before = /^(\S+\s+)/.exec(line)![1]!;
      expect(before.trimEnd()).toBe(name);
      await using tmux = await startTmux(["sh", "-c", 'printf %s "$1"; cat', "sh", before]);
      await tmux.see(name);
      expect((await tmux.cursor()).x).toBe(at);
    }
  });
});

const WIDE = path("tests/robust/_wide.ts");

/** The table of `_wide.ts` by the terminal's width. */
const BROAD = [
  "COMMAND  DESCRIPTION",
  "read     Read a file and give all of its text",
  "読む     ファイルを読んで、その内容をすべて返します",
  "👍_up    👍 up, 👎 down and e\u0301",
  "한국어   파일의 내용을 모두 읽습니다",
];
const TABLES: Record<number, string[]> = {
  20: [
    ...["read", "  Read a file and g…"],
    ...["読む", "  ファイルを読んで…"],
    ...["👍_up", "  👍 up, 👎 down an…"],
    ...["한국어", "  파일의 내용을 모…"],
  ],
  40: [
    "COMMAND  DESCRIPTION",
    "read     Read a file and give all of it…",
    "読む     ファイルを読んで、その内容をす…",
    "👍_up    👍 up, 👎 down and e\u0301",
    "한국어   파일의 내용을 모두 읽습니다",
  ],
  80: BROAD,
  300: BROAD,
};

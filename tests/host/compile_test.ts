// toolcli compile: what becomes part of a binary, and what it says where it cannot compile.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { PACKAGES, path } from "../examples/_run.ts";
import { folderOf, moduleOf, type Outcome, toolcliIn } from "./_toolcli.ts";
import { refuses, type UsageRow } from "./_usage.ts";

const SERVER = {
  command: Deno.execPath(),
  args: ["run", "-q", "-A", "--no-config", path("tests/host/_mcp_server.js")],
  env: { LOG: "${LOG}" },
};

const dir = await folderOf({
  "tools.ts": `import { text } from "./text.ts";
export const tools = [
  { name: "one", description: "Say one.",
    execute: () => Promise.resolve({ content: [{ type: "text", text }] }) },
  { name: "fails", description: "", execute: () => Promise.reject(new Error("no luck")) },
  { name: "asks", description: "", execute: async (call) =>
    ({ content: [{ type: "text", text: (await call.ask({ message: "Sure?" })).action }] }) },
];
`,
  "text.ts": 'export const text: string = "from text.ts";\n',
  "manual.json": JSON.stringify({
    tools: [{
      name: "hello",
      tool_call_template: {
        call_template_type: "cli",
        commands: [{ command: "echo UTCP_ARG_who_UTCP_END" }],
      },
    }],
  }),
  "kit.jsonc": `{
    "name": "kit", // what the binary calls itself
    "sources": [
      { "module": "tools.ts", "prefix": "t" },
      { "utcp": "manual.json" },
      { "mcp": ${JSON.stringify(SERVER)}, "prefix": "m" },
    ],
  }`,
  "partly.json": '{ "sources": [{ "module": "tools.ts" }, { "module": "gone.ts" }] }',
  "reads.ts": `export const tools = [{ name: "read", description: "",
  execute: async () => ({ content: [{ type: "text", text: await Deno.readTextFile("note") }] }) }];`,
  "other.ts": moduleOf("one", "1"),
  "note": "noted",
});
addEventListener("unload", () => Deno.removeSync(dir, { recursive: true }));

const env = { XDG_CACHE_HOME: `${dir}/cache`, LOG: `${dir}/log`, TMPDIR: `${dir}/tmp` };
await Deno.mkdir(env.TMPDIR);

/** The folders that compiling made and left; a binary has a cache of its own beside them. */
function leftovers(): string[] {
  return Array.from(Deno.readDirSync(env.TMPDIR), ({ name }) => name)
    .filter((name) => name.startsWith("toolcli-"));
}

async function run(program: string, args: string[], cwd: string): Promise<Outcome> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd,
    env: { NO_COLOR: "1", ...env, XDG_CACHE_HOME: `${dir}/another-cache` },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

const toolcli = (...args: string[]) => toolcliIn(dir, args, env);
const first = await toolcli("compile", "tools.ts", "-o", "bin-one");
// Deno downloads the runtime that it puts the program into. Any other failure fails the tests.
const noRuntime = first.code === 1 && !Deno.env.get("DENORT_BIN") &&
  first.stderr.includes("could not get its runtime");
const why = noRuntime ? " (skipped: the runtime for compiled programs cannot be downloaded)" : "";

describe(`toolcli compile${why}`, { ignore: noRuntime }, () => {
  it("compile says what it wrote, and leaves nothing but the binary", async () => {
    const megabytes = ((await Deno.stat(`${dir}/bin-one`)).size / 1e6).toFixed(1);
    expect(first).toEqual({
      code: 0,
      stdout: "",
      stderr: `toolcli: wrote bin-one (${megabytes} MB)\n`,
    });
    expect(leftovers()).toEqual([]);
  });

  const calls: [args: string[], outcome: Outcome][] = [
    [["one"], { code: 0, stdout: "from text.ts\n", stderr: "" }],
    [["fails"], { code: 1, stdout: "", stderr: "Error: no luck\n" }],
    [["nope"], {
      code: 2,
      stdout: "",
      stderr: 'bin-one: unknown command "nope"\nRun `bin-one help` for usage.\n',
    }],
    [["asks"], {
      code: 3,
      stdout: '{"message":"Sure?","answers_given":0,"output":"cancel"}\n',
      stderr: "",
    }],
  ];
  for (const [args, outcome] of calls) {
    it(`a binary of a module, ${args.join(" ")}, ends with status ${outcome.code}`, async () => {
      const got = await run(`${dir}/bin-one`, args, "/");
      if (outcome.code === 3) {
        expect(got.code).toBe(3);
        expect(JSON.parse(got.stdout)).toEqual(JSON.parse(outcome.stdout));
      } else expect(got).toEqual(outcome);
    });
  }

  it("a binary holds its configuration, manuals, modules and tool lists", async () => {
    expect(await toolcli("compile", "kit.jsonc", "-o", "bin-kit"))
      .toEqual({
        code: 0,
        stdout: "",
        stderr: expect.stringMatching(/^toolcli: wrote bin-kit .*\n$/),
      });
    const starts = await Deno.readTextFile(env.LOG);
    for (const name of ["kit.jsonc", "manual.json", "tools.ts", "text.ts"]) {
      await Deno.rename(`${dir}/${name}`, `${dir}/gone-${name}`);
    }
    try {
      const kit = (...args: string[]) => run(`${dir}/bin-kit`, args, "/");
      expect((await kit("t__one")).stdout).toBe("from text.ts\n");
      expect((await kit("hello", "--who", "Ada")).stdout).toBe("Ada\n");
      const help = await kit("help", "m__echo");
      expect([help.code, help.stderr]).toEqual([0, ""]);
      expect(help.stdout).toContain("kit m__echo --text <string>");
      // The list was part of it: nothing was started for that.
      expect(await Deno.readTextFile(env.LOG)).toBe(starts);
      expect(await kit("m__echo", "--text", "hi")).toEqual({ code: 0, stdout: "hi\n", stderr: "" });
      expect((await kit("m__fail")).code).toBe(1);
    } finally {
      for (const name of ["kit.jsonc", "manual.json", "tools.ts", "text.ts"]) {
        await Deno.rename(`${dir}/gone-${name}`, `${dir}/${name}`);
      }
    }
  });

  it("a binary may do what --allow-… says, without a question for more", async () => {
    expect((await toolcli("compile", "reads.ts", "-o", "r1", "--allow-read=note")).code).toBe(0);
    expect((await run(`${dir}/r1`, ["read"], dir)).stdout).toBe("noted\n");
    expect((await toolcli("compile", "reads.ts", "-o", "r2", "--name", "x", "--allow-env")).code)
      .toBe(0);
    const { code, stderr } = await run(`${dir}/r2`, ["read"], dir);
    expect(code).toBe(1);
    expect(stderr).toContain("Error: Requires read access to");
  });

  it("compile passes --target through", async () => {
    const { code, stderr } = await toolcli("compile", "other.ts", "-o", "o", "--target", "a-pdp11");
    expect(code).toBe(1);
    expect(stderr).toContain("a-pdp11");
    expect(stderr).toContain("\ntoolcli: Deno could not compile it\n");
  });

  it(
    "compile cleans up where it is told to end",
    { ignore: Deno.build.os === "windows" },
    async () => {
      const child = new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "-q",
          "-A",
          ...PACKAGES,
          path("built/mod.js"),
          "compile",
          "tools.ts",
          "-o",
          "late",
        ],
        cwd: dir,
        env,
        stdin: "null",
      }).spawn();
      for (const end = Date.now() + 30_000; Date.now() < end;) {
        if (leftovers().length > 0) break;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      expect(leftovers().length).toBe(1);
      child.kill("SIGTERM");
      expect((await child.status).code).toBe(143);
      expect(leftovers()).toEqual([]);
      await expect(Deno.stat(`${dir}/late`)).rejects.toThrow(Deno.errors.NotFound);
    },
  );
});

describe("toolcli compile, refused", () => {
  const usage: UsageRow[] = [
    [["compile", "tools.ts"], "compile needs -o FILE, where the binary goes"],
    [["compile", "tools.ts", "-o", "dir/"], "-o needs a file, not a folder"],
    // A configuration with a name of its own, a folder that is there, and what is one anywhere.
    [["compile", "kit.jsonc", "-o", "dir/"], "-o needs a file, not a folder"],
    [["compile", "kit.jsonc", "-o", "tmp"], "-o needs a file, not a folder"],
    [["compile", "tools.ts", "-o", ".."], "-o needs a file, not a folder"],
    [["compile", "tools.ts", "-o", "note/bin"], '-o: "note" is a file, and no folder'],
    [["compile", "-o", "x"], "compile needs a source, such as tools.ts"],
    [["compile", "gone.ts", "-o", "x"], '"gone.ts": there is no such file'],
    [
      ["compile", "tools.ts", "-o", "x", "--targt", "y"],
      'unknown option "--targt" of compile, did you mean --target?',
    ],
  ];
  refuses(toolcli, usage);

  it("compile refuses a configuration of which a source fails", async () => {
    const { code, stderr } = await toolcli("compile", "partly.json", "-o", "x");
    expect(code).toBe(2);
    expect(stderr).toContain(
      "toolcli: a source failed, and a binary without its tools would pass for whole\n",
    );
  });

  it("compile leaves no folder behind where it fails", async () => {
    const { code } = await toolcliIn(dir, ["compile", "tools.ts", "-o", "new/sub/x"], {
      ...env,
      DENORT_BIN: `${dir}/no-runtime-here`,
    });
    expect(code).toBe(1);
    await expect(Deno.stat(`${dir}/new`)).rejects.toThrow(Deno.errors.NotFound);
    await expect(Deno.stat(`${dir}/dir`)).rejects.toThrow(Deno.errors.NotFound);
  });

  it("compile says what to do where there is no Deno", async () => {
    const { code, stderr } = await toolcliIn(dir, ["compile", "tools.ts", "-o", "x"], {
      DENO_COMPILE: "/no/such/deno",
    });
    expect(code).toBe(2);
    expect(stderr).toContain(
      'toolcli: "/no/such/deno" is not there, and compiling needs it: install Deno ' +
        "(https://deno.com), or name its path in DENO_COMPILE\n",
    );
  });
});

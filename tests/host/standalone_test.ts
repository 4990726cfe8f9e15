// A toolcli that is a binary: every part of it is in it, and it compiles with another Deno.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { path } from "../examples/_run.ts";
import { folderOf, moduleOf, type Outcome } from "./_toolcli.ts";

describe("standalone.ts", () => {
  it("names every part that is imported by its address", async () => {
    const named = await Deno.readTextFile(path("host/standalone.ts"));
    const parts = new Set<string>();
    for await (const { name } of Deno.readDir(path("host"))) {
      if (!name.endsWith(".ts")) continue;
      const text = await Deno.readTextFile(path(`host/${name}`));
      for (const [, part] of text.matchAll(/\bpart(?:<[^>]*>)?\("([^"]+)"\)/g)) parts.add(part!);
      for (const [, part] of text.matchAll(/import\(\s*new URL\("([^"]+)"/g)) parts.add(part!);
    }
    expect(parts.size).toBeGreaterThan(10);
    for (const part of parts) expect(named).toContain(`import("${part}")`);
  });
});

const dir = await folderOf({ "tools.ts": moduleOf("one", "1") });
addEventListener("unload", () => Deno.removeSync(dir, { recursive: true }));
const decoder = new TextDecoder();
const built = await new Deno.Command(Deno.execPath(), {
  args: [
    ...["run", "-A", "npm_only/deno.ts", "compile", "--no-check", "-A"],
    ...["--include", "npm_only", "-o", `${dir}/toolcli`, "built/host/standalone.js"],
  ],
  cwd: path(""),
  env: { NO_COLOR: "1" },
}).output();
const errors = decoder.decode(built.stderr);
const noRuntime = !built.success && !Deno.env.get("DENORT_BIN") &&
  /error sending request for url \(\S*denort/.test(errors);
const why = noRuntime ? " (skipped: the runtime for compiled programs cannot be downloaded)" : "";

describe(`toolcli as a binary${why}`, { ignore: noRuntime }, () => {
  async function run(program: string, ...args: string[]): Promise<Outcome> {
    const { code, stdout, stderr } = await new Deno.Command(`${dir}/${program}`, {
      args,
      cwd: dir,
      env: { NO_COLOR: "1", DENO_COMPILE: Deno.env.get("DENO_COMPILE") ?? Deno.execPath() },
      stdin: "null",
    }).output();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  it("runs, lists and documents a module", async () => {
    expect({ success: built.success, errors }).toMatchObject({ success: true });
    expect(await run("toolcli", "run", "tools.ts", "one"))
      .toEqual({ code: 0, stdout: "1\n", stderr: "" });
    expect((await run("toolcli", "list", "tools.ts")).stdout)
      .toBe("COMMAND  DESCRIPTION\none      Say 1.\n");
    expect((await run("toolcli", "docs", "tools.ts")).stdout).toContain("### `one`\n");
  });

  it("compiles, by the Deno that is there", async () => {
    expect(await run("toolcli", "compile", "tools.ts", "-o", "kit"))
      .toEqual({ code: 0, stdout: "", stderr: expect.stringMatching(/^toolcli: wrote kit .*\n$/) });
    expect(await run("kit", "one")).toEqual({ code: 0, stdout: "1\n", stderr: "" });
  });
});

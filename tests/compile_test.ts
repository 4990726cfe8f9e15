/** Compiles the example as `deno task compile` does, and runs what came of it. */
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";

const root = new URL("../", import.meta.url);
const folder = await Deno.makeTempDir();
addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
const program = `${folder}/file-tools${Deno.build.os === "windows" ? ".exe" : ""}`;

const compiled = await compile(program, ["-A"]);
const errors = new TextDecoder().decode(compiled.stderr);
// Deno downloads the runtime that it puts the program into. Any other failure fails the tests.
const noRuntime = !compiled.success && !Deno.env.get("DENORT_BIN") &&
  /error sending request for url \(\S*denort/.test(errors);
const why = noRuntime ? " (skipped: the runtime for compiled programs cannot be downloaded)" : "";

describe(`deno task compile${why}`, { ignore: noRuntime }, () => {
  async function run(...args: string[]) {
    expect({ success: compiled.success, errors }).toMatchObject({ success: true });
    return await output(program, args);
  }

  it("file-tools prints its help", async () => {
    const { code, stdout } = await run("help");
    expect(code).toBe(0);
    for (const name of ["read_file", "list_dir", "search", "write_file", "stat"]) {
      expect(stdout).toContain(name);
    }
  });

  it("file-tools runs a call", async () => {
    await Deno.writeTextFile(`${folder}/note.txt`, "two\nlines\n");
    expect(await run("read_file", "--path", "note.txt"))
      .toEqual({ code: 0, stdout: "two\nlines\n", stderr: "" });
  });

  it("file-tools fails with status 1", async () => {
    const { code, stdout, stderr } = await run("read_file", "--path", "missing.txt");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^Error: /);
  });

  it("file-tools ends with status 3 where it needs an answer", async () => {
    await Deno.writeTextFile(`${folder}/taken.txt`, "old");
    const { code } = await run("write_file", "--path", "taken.txt", "--content", "new");
    expect(code).toBe(3);
    expect(await Deno.readTextFile(`${folder}/taken.txt`)).toBe("old");
  });

  it("a program checks what needs ajv where @x/toolcli/compiled is included", async () => {
    const kit = program.replace("file-tools", "kit");
    const { success, stderr } = await compile(
      kit,
      ["-A", "--include", "built/host/compiled.js"],
      "bench/kit.ts",
    );
    expect(success ? "" : new TextDecoder().decode(stderr)).toBe("");
    expect(await output(kit, ["label", '{"a":"b"}'])).toEqual({
      code: 0,
      stdout: "a\n",
      stderr: "",
    });
    expect(await output(kit, ["label", '{"a":1}'])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "Error: invalid arguments: a: expected string, got 1\n",
    });
  });

  it("file-tools needs no permission that its file does not name", async () => {
    const confined = program.replace("file-tools", "confined");
    const flags = ["--allow-read=.", "--allow-write=.", "--allow-env=FILE_TOOLS_ROOT"];
    const { success, stderr } = await compile(confined, ["--no-prompt", ...flags]);
    expect(success ? "" : new TextDecoder().decode(stderr)).toBe("");
    expect(await output(confined, ["write_file", "--path", "c.txt", "--content", "c"]))
      .toEqual({ code: 0, stdout: 'Created "c.txt" (1 bytes)\n', stderr: "" });
    expect(await output(confined, ["read_file", "--path", "c.txt"]))
      .toEqual({ code: 0, stdout: "c\n", stderr: "" });
  });
});

async function compile(program: string, flags: string[], source = "examples/file_tools.ts") {
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "npm_only/deno.ts"],
      ...["compile", ...flags, "-o", program, source],
    ],
    cwd: root,
    env: { NO_COLOR: "1" },
  });
  return await command.output();
}

async function output(program: string, args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd: folder,
    env: { NO_COLOR: "1" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

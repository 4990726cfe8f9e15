import { expect } from "@std/expect";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { denoRun, run } from "./_program.ts";

const root = new URL("../../", import.meta.url).pathname;
const words = [...denoRun(`${root}built/mod.js`), "run", `${root}examples/git.manual.jsonc`];

describe("examples/git.manual.jsonc", () => {
  let repo: string;
  const call = (...args: string[]) => run([...words, ...args], { cwd: repo });

  beforeAll(async () => {
    repo = await Deno.makeTempDir();
    const git = (...args: string[]) =>
      run(["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
        cwd: repo,
        env: {
          GIT_AUTHOR_DATE: "2026-01-02T12:00:00Z",
          GIT_COMMITTER_DATE: "2026-01-02T12:00:00Z",
        },
      });
    await git("init", "-q", "-b", "main");
    for (const [index, text] of ["one\n", "one\ntwo\n"].entries()) {
      await Deno.writeTextFile(`${repo}/a file.txt`, text);
      await git("add", ".");
      await git("commit", "-q", "-m", `commit ${index + 1}`);
    }
    await Deno.writeTextFile(`${repo}/a file.txt`, "one\ntwo\nthree\n");
  });

  afterAll(() => Deno.remove(repo, { recursive: true }));

  it("shows what has changed", async () => {
    expect(await call("status")).toEqual({
      code: 0,
      stdout: '## main\n M "a file.txt"\n',
      stderr: "",
    });
  });

  it("shows as many commits as asked for", async () => {
    const { code, stdout } = await call("log", "--count", "1");
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^[0-9a-f]+ 2026-01-02 Ada: commit 2\n$/),
    ]);
    expect((await call("log", "--count", "2")).stdout.split("\n").length).toBe(3);
  });

  it("shows a commit, a difference, and who wrote a line", async () => {
    expect((await call("show", "--commit", "HEAD~1")).stdout).toContain("+one");
    expect((await call("diff", "--path", "a file.txt")).stdout).toContain("+three");
    expect((await call("blame", "--path", "a file.txt")).stdout).toMatch(/Ada +2026-01-02 1\) one/);
  });

  it("takes no value for an option", async () => {
    const file = `${repo}/written`;
    for (
      const args of [
        ["diff", `--path=--output=${file}`],
        ["blame", `--path=--contents=${file}`],
        ["show", `--commit=--output=${file}`],
        ["log", "--count:=1001"],
      ]
    ) {
      expect([args, (await call(...args)).code]).toEqual([args, args[0] === "diff" ? 0 : 1]);
    }
    await expect(Deno.stat(file)).rejects.toThrow();
    await run(["git", "diff", `--output=${file}`], { cwd: repo });
    expect((await Deno.stat(file)).isFile).toBe(true);
  });
});

describe("examples/utcp.ts", () => {
  it("calls itself and a command line", async () => {
    expect(await run(denoRun(`${root}examples/utcp.ts`), { cwd: root })).toEqual({
      code: 0,
      stdout: 'kit.shout\n{ ok: true, result: "IT\'S $5; LS" }\n3\n',
      stderr: "",
    });
  });
});

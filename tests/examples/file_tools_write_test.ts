import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { NO_TMUX, startTmux } from "../prompt/_tmux.ts";
import {
  dir,
  failed,
  fileTools,
  FLAGS,
  ok,
  posix,
  PROGRAM,
  read,
  READ_ONLY,
  useFiles,
} from "./_file_tools.ts";
import { type Outcome, path } from "./_run.ts";

useFiles();

describe("write_file", () => {
  const asks: Outcome = {
    code: 3,
    stdout: '{"message":"Overwrite \\"notes.txt\\" (8 bytes)?","answers_given":0,' +
      '"error":"\\"notes.txt\\" is there and was not overwritten"}\n',
    stderr: "file-tools: the call asks a question: " +
      "run it again with --answer '<reply>' before the command\n",
  };
  const overwrite = ["write_file", "--path", "notes.txt", "--content", "three"];

  it("write_file makes a file and its folders", async () => {
    expect(await fileTools(["write_file", "--path", "a/文/b 😀.txt", "--content", "ü\r\n😀"]))
      .toEqual(ok('Created "a/文/b 😀.txt" (8 bytes)\n'));
    expect(await read("inside/a/文/b 😀.txt")).toBe("ü\r\n😀");
  });

  it("write_file makes an empty file", async () => {
    expect(await fileTools(["write_file", "--path", "empty.txt", "--content="]))
      .toEqual(ok('Created "empty.txt" (0 bytes)\n'));
    expect(await read("inside/empty.txt")).toBe("");
  });

  it("write_file takes 1 MB from standard input", async () => {
    const content = "0123456789 ü\n".repeat(80_000);
    expect(
      await fileTools(["write_file", "-"], {
        stdin: JSON.stringify({ path: "large.txt", content }),
      }),
    ).toEqual(ok('Created "large.txt" (1120000 bytes)\n'));
    expect(await read("inside/large.txt") === content).toBe(true);
  });

  it("write_file asks before it overwrites", async () => {
    expect(await fileTools(overwrite)).toEqual(asks);
    expect(await read("inside/notes.txt")).toBe("one\ntwo\n");
  });

  it("write_file overwrites when the answer is yes", async () => {
    expect(await fileTools(["--answer", "accept", ...overwrite]))
      .toEqual(ok('Overwrote "notes.txt" (5 bytes)\n'));
    expect(await read("inside/notes.txt")).toBe("three");
  });

  for (const answer of ["decline", "cancel"]) {
    it(`write_file keeps the file when the answer is ${answer}`, async () => {
      expect(await fileTools(["--answer", answer, ...overwrite]))
        .toEqual(failed('"notes.txt" is there and was not overwritten', 2));
      expect(await read("inside/notes.txt")).toBe("one\ntwo\n");
    });
  }

  it(
    `write_file asks a person with --ask${NO_TMUX && ` (skipped: ${NO_TMUX})`}`,
    { ignore: NO_TMUX !== "" },
    async () => {
      for (const [reply, status, content] of [["n", 2, "one\ntwo\n"], ["y", 0, "three"]] as const) {
        const command = [Deno.execPath(), "run", "--no-prompt", ...FLAGS, path(PROGRAM), "--ask"];
        await using tmux = await startTmux(
          ["sh", "-c", 'cd "$0" && "$@"; echo "status $?"; cat', `${dir}/inside`]
            .concat(command, overwrite),
        );
        await tmux.see('Overwrite "notes.txt" (8 bytes)?');
        await tmux.press(reply, "Enter");
        await tmux.see(`status ${status}`);
        expect(await read("inside/notes.txt")).toBe(content);
      }
    },
  );

  const linux = Deno.build.os === "linux";
  it("write_file gives the question with --ask to nobody", { ignore: !linux }, async () => {
    // A session of its own has no terminal.
    const { code, stdout } = await new Deno.Command("setsid", {
      args: ["-w", Deno.execPath(), "run", ...FLAGS, "--no-prompt", path(PROGRAM), "--ask"]
        .concat(overwrite),
      cwd: `${dir}/inside`,
      stdin: "null",
    }).output();
    expect(code).toBe(3);
    expect(JSON.parse(new TextDecoder().decode(stdout))).toMatchObject({ answers_given: 0 });
  });

  it("write_file asks before it overwrites what a link leads to", { ignore: !posix }, async () => {
    await Deno.symlink("notes.txt", `${dir}/inside/link.txt`);
    expect(
      await fileTools([
        "--answer",
        "accept",
        "write_file",
        "--path",
        "link.txt",
        "--content",
        "three",
      ]),
    ).toEqual(ok('Overwrote "link.txt" (5 bytes)\n'));
    expect(await read("inside/notes.txt")).toBe("three");
  });

  it("write_file refuses a name that is none, and makes nothing", async () => {
    expect(await fileTools(["write_file", "--path", "new/", "--content", "x"]))
      .toEqual(failed('"new/" ends with a slash: name a file', 2));
    expect(await fileTools(["stat", "--path", "new"]))
      .toEqual(failed('Nothing is at "new": list_dir shows what is there'));
    expect(await fileTools(["write_file", "--path", "notes.txt/x", "--content", "x"]))
      .toEqual(failed('"notes.txt" is not a folder'));
  });

  it("write_file refuses a folder", async () => {
    expect(await fileTools(["write_file", "--path", "src", "--content", "x"]))
      .toEqual(failed('"src" is not a file: use list_dir or stat'));
  });

  it("write_file says which permission it needs", async () => {
    const { code, stdout, stderr } = await fileTools(
      ["write_file", "--path", "new.txt", "--content", "x"],
      { flags: READ_ONLY },
    );
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("--allow-write");
  });
});

import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import type { Outcome } from "./_run.ts";
import { dir, failed, fileTools, ok, posix, read, READ_ONLY, useFiles } from "./_file_tools.ts";

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
    expect(await read("root/a/文/b 😀.txt")).toBe("ü\r\n😀");
  });

  it("write_file makes an empty file", async () => {
    expect(await fileTools(["write_file", "--path", "empty.txt", "--content="]))
      .toEqual(ok('Created "empty.txt" (0 bytes)\n'));
    expect(await read("root/empty.txt")).toBe("");
  });

  it("write_file takes 1 MB from standard input", async () => {
    const content = "0123456789 ü\n".repeat(80_000);
    expect(
      await fileTools(["write_file", "-"], {
        stdin: JSON.stringify({ path: "large.txt", content }),
      }),
    ).toEqual(ok('Created "large.txt" (1120000 bytes)\n'));
    expect(await read("root/large.txt") === content).toBe(true);
  });

  it("write_file asks before it overwrites", async () => {
    expect(await fileTools(overwrite)).toEqual(asks);
    expect(await read("root/notes.txt")).toBe("one\ntwo\n");
  });

  it("write_file overwrites when the answer is yes", async () => {
    expect(await fileTools(["--answer", "accept", ...overwrite]))
      .toEqual(ok('Overwrote "notes.txt" (5 bytes)\n'));
    expect(await read("root/notes.txt")).toBe("three");
  });

  for (const answer of ["decline", "cancel"]) {
    it(`write_file keeps the file when the answer is ${answer}`, async () => {
      expect(await fileTools(["--answer", answer, ...overwrite]))
        .toEqual(failed('"notes.txt" is there and was not overwritten', 2));
      expect(await read("root/notes.txt")).toBe("one\ntwo\n");
    });
  }

  it("write_file asks a person with --ask", async () => {
    const question = 'Overwrite "notes.txt" (8 bytes)?\nContinue? [y/N] ';
    expect(await fileTools(["--ask", ...overwrite], { stdin: "n\n" })).toEqual({
      code: 2,
      stdout: "",
      stderr: `${question}Error: "notes.txt" is there and was not overwritten\n`,
    });
    expect(await read("root/notes.txt")).toBe("one\ntwo\n");
    expect(await fileTools(["--ask", ...overwrite], { stdin: "y\n" }))
      .toEqual(ok('Overwrote "notes.txt" (5 bytes)\n', question));
    expect(await read("root/notes.txt")).toBe("three");
  });

  it("write_file asks before it overwrites what a link leads to", { ignore: !posix }, async () => {
    await Deno.symlink("notes.txt", `${dir}/root/link.txt`);
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
    expect(await read("root/notes.txt")).toBe("three");
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

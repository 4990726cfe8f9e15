import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import type { Outcome } from "./_run.ts";
import { dir, failed, fileTools, ok, posix, useFiles, write } from "./_file_tools.ts";

useFiles();

describe("read_file", () => {
  it("read_file gives a file's text", async () => {
    expect(await fileTools(["read_file", "--path", "notes.txt"])).toEqual(ok("one\ntwo\n"));
  });

  it("read_file takes an absolute path below the root", async () => {
    expect(await fileTools(["read_file", "--path", `${dir}/inside/notes.txt`]))
      .toEqual(ok("one\ntwo\n"));
  });

  it("read_file takes names of any script, and keeps bytes as they are", async () => {
    const text = "\ufeffGrüße, 世界 😀\r\n\0\n";
    await write({ "inside/naïve 文件 😀.txt": text });
    expect(await fileTools(["read_file", "--path", "naïve 文件 😀.txt"])).toEqual(ok(text));
  });

  it("read_file gives nothing for an empty file", async () => {
    await write({ "inside/empty.txt": "" });
    expect(await fileTools(["read_file", "--path", "empty.txt"])).toEqual(ok(""));
  });

  it("read_file gives 5 MB whole", async () => {
    const text = "0123456789 äöü 世界 😀\n".repeat(160_000);
    await write({ "inside/large.txt": text });
    const { code, stdout, stderr } = await fileTools(["read_file", "--path", "large.txt"]);
    expect([code, stderr, stdout.length]).toEqual([0, "", text.length]);
    expect(stdout === text).toBe(true);
  });

  const cuts: [maxBytes: number, text: string, note: string][] = [
    [1, "a", "Only 1 of 8 bytes were read\n"],
    [2, "a", "Only 2 of 8 bytes were read\n"],
    [4, "a", "Only 4 of 8 bytes were read\n"],
    [5, "a😀", "Only 5 of 8 bytes were read\n"],
    [6, "a😀", "Only 6 of 8 bytes were read\n"],
    [7, "a😀ü", "Only 7 of 8 bytes were read\n"],
    [8, "a😀üb", ""],
    [9, "a😀üb", ""],
  ];
  it("read_file stops at max_bytes and within no character", async () => {
    await write({ "inside/cut.txt": "a😀üb" });
    for (const [maxBytes, text, note] of cuts) {
      expect(await fileTools(["read_file", "--path", "cut.txt", "--max_bytes", `${maxBytes}`]))
        .toEqual(ok(`${text}\n`, note));
    }
  });

  const wrong: [title: string, args: string[], message: string][] = [
    [
      "what is not there",
      ["--path", "nots.txt"],
      'Nothing is at "nots.txt": list_dir shows what is there',
    ],
    [
      "what is below a file",
      ["--path", "notes.txt/x"],
      'Nothing is at "notes.txt/x": list_dir shows what is there',
    ],
    ["a folder", ["--path", "src"], '"src" is not a file: use list_dir or stat'],
    ["the root", ["--path="], '"." is not a file: use list_dir or stat'],
    ["a binary file", ["--path", "logo.png"], '"logo.png" is not UTF-8 text: use stat instead'],
    ["half a character", ["--path", "half.txt"], '"half.txt" is not UTF-8 text: use stat instead'],
    [
      "a max_bytes of 0",
      ["--path", "notes.txt", "--max_bytes", "0"],
      "invalid arguments: max_bytes: expected at least 1, got 0",
    ],
    ["no path", [], 'invalid arguments: missing required property "path"'],
  ];
  for (const [title, args, message] of wrong) {
    it(`read_file refuses ${title}`, async () => {
      await write({
        "inside/logo.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        "inside/half.txt": new Uint8Array([0x61, 0xf0, 0x9f]),
      });
      expect(await fileTools(["read_file", ...args])).toEqual(failed(message));
    });
  }
});

describe("list_dir", () => {
  const cases: [title: string, args: string[], Outcome][] = [
    ["the root", [], ok("notes.txt\nsrc/\n")],
    ["a folder", ["--path", "./src/"], ok("src/lib/\nsrc/main.ts\n")],
    [
      "what is in its folders",
      ["--recursive"],
      ok("notes.txt\nsrc/\nsrc/lib/\nsrc/lib/util.ts\nsrc/main.ts\n"),
    ],
    ["hidden names", ["--hidden"], ok(".cache/\n.env\nnotes.txt\nsrc/\n")],
    ["a hidden folder that is named", ["--path", ".cache"], ok(".cache/old.ts\n")],
    [
      "nothing of what is not there",
      ["--path", "lib"],
      failed(
        'Nothing is at "lib": list_dir shows what is there',
      ),
    ],
    [
      "nothing of a file",
      ["--path", "notes.txt"],
      failed(
        '"notes.txt" is not a folder: use read_file or stat',
      ),
    ],
  ];
  for (const [title, args, expected] of cases) {
    it(`list_dir lists ${title}`, async () => {
      expect(await fileTools(["list_dir", ...args])).toEqual(expected);
    });
  }

  it("list_dir shows links and does not follow them", { ignore: !posix }, async () => {
    await Deno.symlink(".", `${dir}/inside/src/again`);
    await Deno.symlink("../../outside", `${dir}/inside/src/out`);
    expect(await fileTools(["list_dir", "--path", "src", "--recursive"]))
      .toEqual(ok("src/again\nsrc/lib/\nsrc/lib/util.ts\nsrc/main.ts\nsrc/out\n"));
  });
});

describe("stat", () => {
  it("stat tells of a file", async () => {
    const time = new Date("2024-05-06T07:08:09.000Z");
    await Deno.utime(`${dir}/inside/notes.txt`, time, time);
    expect(await fileTools(["stat", "--path", "./notes.txt"])).toEqual(
      ok(
        '{"path":"notes.txt","type":"file","size":8,"modified":"2024-05-06T07:08:09.000Z"}\n',
      ),
    );
  });

  for (const [given, shown] of [["src/lib/", "src/lib"], [".", "."]] as const) {
    it(`stat tells of the folder ${given}`, async () => {
      const { code, stdout } = await fileTools(["stat", "--path", given]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ path: shown, type: "folder" });
    });
  }

  it("stat refuses what is not there", async () => {
    expect(await fileTools(["stat", "--path", "lib"]))
      .toEqual(failed('Nothing is at "lib": list_dir shows what is there'));
  });
});

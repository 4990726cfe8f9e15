import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import type { Outcome } from "./_run.ts";
import { dir, failed, fileTools, ok, posix, useFiles, write } from "./_file_tools.ts";

useFiles();

describe("search", () => {
  const cases: [title: string, args: string[], Outcome][] = [
    [
      "text in every file",
      ["--pattern", "a = "],
      ok(
        "src/lib/util.ts:1: export const a = 2;\nsrc/main.ts:1: const a = 1;\n",
      ),
    ],
    [
      "text that a regular expression reads otherwise",
      ["--pattern", "A(1)"],
      ok(
        "src/main.ts:2: const B = A(1);\n",
      ),
    ],
    [
      "a regular expression",
      ["--pattern", "^const \\p{L} =", "--regex"],
      ok(
        "src/main.ts:1: const a = 1;\nsrc/main.ts:2: const B = A(1);\n",
      ),
    ],
    ["empty lines, of which a line break at the end makes none", [
      "--pattern",
      "^$",
      "--regex",
    ], ok("src/lib/util.ts:2: \n")],
    [
      "either case",
      ["--pattern", "b = a", "--ignore_case"],
      ok(
        "src/main.ts:2: const B = A(1);\n",
      ),
    ],
    [
      "one file",
      ["--pattern", "o", "--path", "notes.txt"],
      ok(
        "notes.txt:1: one\nnotes.txt:2: two\n",
      ),
    ],
    ["a hidden file that is named", ["--pattern", "KEY", "--path", ".env"], ok(".env:1: KEY=a\n")],
    [
      "files by name",
      ["--pattern", "o", "--glob", "*.txt"],
      ok(
        "notes.txt:1: one\nnotes.txt:2: two\n",
      ),
    ],
    [
      "files by path",
      ["--pattern", "a =", "--glob", "src/*.ts"],
      ok(
        "src/main.ts:1: const a = 1;\n",
      ),
    ],
    [
      "files in folders",
      ["--pattern", "a =", "--glob", "src/**/?t*.ts"],
      ok(
        "src/lib/util.ts:1: export const a = 2;\n",
      ),
    ],
    [
      "no more lines than max_results",
      ["--pattern", "o", "--max_results", "1"],
      ok(
        "notes.txt:1: one\n",
        "More than 1 lines match: narrow the search, or raise max_results\n",
      ),
    ],
    ["all lines where they are max_results", [
      "--pattern",
      "o",
      "--max_results",
      "2",
      "--path",
      "notes.txt",
    ], ok("notes.txt:1: one\nnotes.txt:2: two\n")],
    ["what is in no file", ["--pattern", "nowhere"], ok("", "No line matches in 3 files\n")],
    [
      "what is not there",
      ["--pattern", "a", "--path", "lib"],
      failed(
        'Nothing is at "lib": list_dir shows what is there',
      ),
    ],
    [
      "a regular expression that is none",
      ["--pattern", "(", "--regex"],
      failed(
        "Invalid regular expression: /(/u: Unterminated group",
      ),
    ],
    [
      "nothing",
      ["--pattern="],
      failed(
        'invalid arguments: pattern: expected at least 1 character, got ""',
      ),
    ],
  ];
  for (const [title, args, expected] of cases) {
    it(`search finds ${title}`, async () => {
      expect(await fileTools(["search", ...args])).toEqual(expected);
    });
  }

  it("search passes over what is not text, and over links", { ignore: !posix }, async () => {
    await write({ "inside/data.bin": new Uint8Array([0x6f, 0x6e, 0x65, 0xff]) });
    await Deno.symlink("../outside/secret.txt", `${dir}/inside/link.txt`);
    await Deno.symlink("../outside", `${dir}/inside/out`);
    expect(await fileTools(["search", "--pattern", "secret|one", "--regex"]))
      .toEqual(ok("notes.txt:1: one\n"));
  });

  it("search shows 100 lines where max_results is not given", async () => {
    await write({ "inside/many.txt": "many\n".repeat(101) });
    const { stdout, stderr } = await fileTools(["search", "--pattern", "many"]);
    expect(stdout.split("\n").slice(98)).toEqual(["many.txt:99: many", "many.txt:100: many", ""]);
    expect(stderr).toBe("More than 100 lines match: narrow the search, or raise max_results\n");
  });

  it("search tells how far it is", async () => {
    await write(
      Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`inside/many/${n}.txt`, "many\n"])),
    );
    expect(await fileTools(["search", "--pattern", "few", "--path", "many"])).toEqual(
      ok("", "[100] files searched\n[200] files searched\nNo line matches in 250 files\n"),
    );
  });
});

// DESIGN.md section 4, "Files", and spec/agenttool-cli.md 7 and 10: names, folders, processes.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { inFolder } from "../cli/_tables.ts";
import { type Ended, KIT } from "./_run.ts";

const options = { ignore: Deno.build.os === "windows" };

const noMount = Deno.build.os === "linux" && Deno.uid() === 0 && await canMount()
  ? ""
  : " (skipped: only root can mount a small file system)";

/** Runs the program; gives what it printed on its streams. */
async function kit(...args: string[]): Promise<Ended> {
  const [program, ...words] = KIT;
  const { code, stdout, stderr } = await new Deno.Command(program!, {
    args: [...words, ...args],
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { status: code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Has files of these names saved. */
function give(out: string, names: string[], mark = ""): Promise<Ended> {
  return kit("--out", out, "give", JSON.stringify({ names, mark }));
}

/** A folder's files and their texts, with those of the folders in it; a link is one. */
function textsOf(folder: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { name, isDirectory, isSymlink } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) {
      for (const [inner, text] of textsOf(path)) texts.set(`${name}/${inner}`, text);
    } else {texts.set(
        name,
        isSymlink ? `-> ${Deno.readLinkSync(path)}` : Deno.readTextFileSync(path),
      );}
  }
  return texts;
}

/** The names that a tool gives, and the names under which they are saved. */
const NAMES: [name: string, saved: string][] = [
  ["../../up.txt", "up.txt"],
  ["..\\..\\up2.txt", "up2.txt"],
  ["a/../../..", "output-3.bin"],
  ["%2e%2e%2fescaped.txt", "%2e%2e%2fescaped.txt"],
  ["file:///etc/%2e%2e%2f%2e%2e%2fpasswd", "%2e%2e%2f%2e%2e%2fpasswd"],
  ["/etc/shadow", "shadow"],
  ["C:\\Windows\\system.ini", "system.ini"],
  ["C:drive.txt", "C_drive.txt"],
  ["\\\\server\\share\\unc.txt", "unc.txt"],
  ["~root", "~root"],
  ["-rf", "-rf"],
  ["CON", "_CON"],
  ["nul.tar.gz", "_nul.tar.gz"],
  ["Lpt9.", "_Lpt9"],
  ["stream.txt:hidden", "stream.txt_hidden"],
  ["two\nlines\r\n.txt", "two_lines__.txt"],
  ["null\0byte.txt", "null_byte.txt"],
  ["", "output-18.bin"],
  [".", "output-19.bin"],
  ["..", "output-20.bin"],
  ["......", "output-21.bin"],
  [" . . ", "output-22.bin"],
  ["trailing. . ", "trailing"],
  [".hidden", ".hidden"],
  ["․․／up.txt", "․․／up.txt"],
  ["раssword.txt", "раssword.txt"],
  ["cafe\u0301", "cafe\u0301"],
  ["café", "café"],
  ["right\u202egpj.exe", "right_gpj.exe"],
  ["zero\u200bwidth", "zero_width"],
  ["\ud800lone", "\ufffdlone"],
  ['star*?<>|".txt', "star______.txt"],
];

describe("names of saved files", options, () => {
  it("they stay below --out, each its own file, whatever they are", async () => {
    await inFolder(async (folder) => {
      await Deno.mkdir(`${folder}/a/b/out`, { recursive: true });
      const { status, stdout, stderr } = await give(
        `${folder}/a/b/out`,
        NAMES.map(([name]) => name),
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout.split("\n").slice(0, -1))
        .toEqual(NAMES.map(([, saved]) => `${folder}/a/b/out/${saved}`));
      const expected = NAMES.map(([, saved], index) => [`a/b/out/${saved}`, `${index} `] as const);
      expect(textsOf(folder)).toEqual(new Map(expected));
    });
  });

  it("those of 300 characters keep their beginnings and extensions", async () => {
    await inFolder(async (folder) => {
      const names = [
        "n".repeat(300),
        "é".repeat(300),
        `${"👍".repeat(300)}.tar.gz`,
        `a.${"x".repeat(300)}`,
      ];
      const { status, stdout, stderr } = await give(folder, [...names, ...names]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      const saved = stdout.split("\n").slice(0, -1).map((path) => path.slice(folder.length + 1));
      expect([...textsOf(folder).keys()].sort()).toEqual([...saved].sort());
      for (const [index, pattern] of [/^n+$/, /^é+$/, /^(👍)+\.tar\.gz$/, /^a\.x+$/].entries()) {
        expect(saved[index]).toMatch(pattern);
        expect(new TextEncoder().encode(saved[index]).length).toBeGreaterThan(200);
      }
    });
  });

  it("1,000 of them are all saved, of one name or of many", async () => {
    await inFolder(async (folder) => {
      const names = Array.from({ length: 1000 }, (_, n) => n % 2 ? "same.txt" : `f${n}.txt`);
      const { status, stdout, stderr } = await give(folder, names);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      const paths = stdout.split("\n").slice(0, -1);
      expect(new Set(paths).size).toBe(1000);
      // Each path that is printed holds the file of its place.
      expect(paths.map((path) => Deno.readTextFileSync(path)))
        .toEqual(names.map((_, index) => `${index} `));
      expect(textsOf(folder).size).toBe(1000);
      expect([paths[1], paths[3], paths[999]])
        .toEqual(["same.txt", "same-2.txt", "same-500.txt"].map((name) => `${folder}/${name}`));
    });
  });
});

describe("several processes in one folder", options, () => {
  it("they write over nothing of each other", async () => {
    await inFolder(async (folder) => {
      const names = Array.from({ length: 100 }, (_, n) => n % 2 ? "report.txt" : "");
      const runs = await Promise.all(
        ["a", "b"].map((mark) => give(`${folder}/new/out`, names, mark)),
      );
      for (const [at, { status, stdout, stderr }] of runs.entries()) {
        expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
        expect(stdout.split("\n").slice(0, -1).map((path) => Deno.readTextFileSync(path)))
          .toEqual(names.map((_, index) => `${index} ${"ab"[at]}`));
      }
      expect(textsOf(`${folder}/new/out`).size).toBe(200);
    });
  });

  it("20 of them write 1,000 lines to one --record file, each whole and once", async () => {
    await inFolder(async (folder) => {
      const marks = Array.from({ length: 20 }, (_, n) => `p${n}`);
      const runs = await Promise.all(
        marks.map((mark) => kit("--record", `${folder}/r.jsonl`, "note", "--mark", mark)),
      );
      expect(runs).toEqual(marks.map(() => ({ status: 0, stdout: "", stderr: "" })));
      const lines = (await Deno.readTextFile(`${folder}/r.jsonl`)).split("\n");
      expect(lines.pop()).toBe("");
      const records = lines.map((line) => JSON.parse(line));
      expect(records.every(({ data }) => data.text === "x".repeat(2_000))).toBe(true);
      const found = records.map(({ data: { mark, n } }) => `${mark} ${n}`).sort();
      expect(found).toEqual(
        marks.flatMap((mark) => Array.from({ length: 50 }, (_, n) => `${mark} ${n}`)).sort(),
      );
      expect(new Set(records.map(({ call }) => call)).size).toBe(20);
    });
  });
});

const LOST =
  "^kit: the call succeeded, but writing its output failed, so do not run it again for that: ";

describe("folders that take no files", options, () => {
  it("a link as --out is followed, a link in it never", async () => {
    await inFolder(async (folder) => {
      await Deno.mkdir(`${folder}/real`);
      await Deno.writeTextFile(`${folder}/target`, "old");
      await Deno.symlink(`${folder}/real`, `${folder}/out`);
      await Deno.symlink(`${folder}/target`, `${folder}/real/a.txt`);
      await Deno.symlink(`${folder}/nowhere`, `${folder}/real/b.txt`);
      const { status, stdout } = await give(`${folder}/out`, ["a.txt", "b.txt", "c.txt"]);
      expect(status).toBe(0);
      expect(stdout).toBe(`${folder}/out/a-2.txt\n${folder}/out/b-2.txt\n${folder}/out/c.txt\n`);
      expect(Object.fromEntries(textsOf(folder))).toEqual({
        target: "old",
        out: `-> ${folder}/real`,
        "real/a.txt": `-> ${folder}/target`,
        "real/b.txt": `-> ${folder}/nowhere`,
        "real/a-2.txt": "0 ",
        "real/b-2.txt": "1 ",
        "real/c.txt": "2 ",
      });
    });
  });

  const BAD: [what: string, prepare: (folder: string) => void][] = [
    ["a file", (folder) => Deno.writeTextFileSync(`${folder}/out`, "a file")],
    ["a link to nowhere", (folder) => Deno.symlinkSync(`${folder}/nowhere`, `${folder}/out`)],
    ["a link to itself", (folder) => Deno.symlinkSync(`${folder}/out`, `${folder}/out`)],
    ["below a file", (folder) => {
      Deno.writeTextFileSync(`${folder}/file`, "a file");
      Deno.symlinkSync(`${folder}/file/x`, `${folder}/out`);
    }],
  ];
  for (const [what, prepare] of BAD) {
    it(`${what} as --out is told once, status 0, and nothing is made`, async () => {
      await inFolder(async (folder) => {
        prepare(folder);
        const before = [...Deno.readDirSync(folder)].length;
        const { status, stdout, stderr } = await give(`${folder}/out`, ["a", "b", "c"]);
        expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
        expect(stderr).toMatch(new RegExp(`${LOST}[^;\n]+\n$`));
        expect([...Deno.readDirSync(folder)].length).toBe(before);
      });
    });
  }

  it(`a full one loses what has no room, and keeps the rest${noMount}`, {
    ignore: noMount !== "",
  }, async () => {
    await inMounted("size=64k", async (folder) => {
      const { status, stdout, stderr } = await kit("--out", folder, "large");
      expect({ status, stdout })
        .toEqual({ status: 0, stdout: `${folder}/first.txt\n${folder}/last.txt\n` });
      expect(stderr).toMatch(new RegExp(`${LOST}[^;\n]*No space left on device[^;\n]*\n$`));
      expect(Object.fromEntries(textsOf(folder))).toEqual({
        "first.txt": "first",
        "last.txt": "last",
      });
    });
  });

  it(`a full one keeps --record's lines whole${noMount}`, { ignore: noMount !== "" }, async () => {
    await inMounted("size=64k", async (folder) => {
      const path = `${folder}/r.jsonl`;
      const { status, stderr } = await kit("--record", path, "note", "--mark", "m");
      expect(status).toBe(1); // the tool is told, and fails
      expect(stderr).toContain("Error: No space left on device");
      expect(stderr.match(/^kit: --record: /gm)!.length).toBe(1);
      const lines = (await Deno.readTextFile(path)).split("\n");
      expect(lines.pop()).toBe("");
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(JSON.parse(line).data.mark).toBe("m");
    });
  });

  it(`a read-only one is told${noMount}`, { ignore: noMount !== "" }, async () => {
    await inMounted("ro", async (folder) => {
      const reason = "[^;\n]*Read-only file system[^;\n]*";
      const cases = [[folder, `${reason}; ${reason}`], [`${folder}/new`, reason]] as const;
      for (const [out, reasons] of cases) {
        const { status, stdout, stderr } = await give(out, ["a", "b"]);
        expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
        expect(stderr).toMatch(new RegExp(`${LOST}${reasons}\n$`));
      }
      const { status, stdout, stderr } = await kit("--record", `${folder}/r`, "say");
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toMatch(/^kit: --record: [^\n]*Read-only file system[^\n]*\n$/);
    });
  });
});

async function mount(...args: string[]): Promise<boolean> {
  return (await new Deno.Command(args[0]!, { args: args.slice(1) }).output()).success;
}

async function canMount(): Promise<boolean> {
  const folder = await Deno.makeTempDir();
  try {
    return await mount("mount", "-t", "tmpfs", "tmpfs", folder) && await mount("umount", folder);
  } catch {
    return false;
  } finally {
    await Deno.remove(folder);
  }
}

/** Gives a file system of its own to a function, and unmounts it after. */
async function inMounted(options: string, fn: (folder: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    await mount("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder);
    try {
      await fn(folder);
    } finally {
      await mount("umount", folder);
    }
  });
}

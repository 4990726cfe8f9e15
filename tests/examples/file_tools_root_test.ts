import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import type { Outcome } from "./_run.ts";
import { dir, failed, fileTools, FLAGS, ok, posix, read, useFiles } from "./_file_tools.ts";

useFiles();

function outside(given: string): Outcome {
  const root = posix ? `${dir}/inside/` : `${dir}\\root\\`;
  return failed(`"${given}" leads out of "${root}": give a path below it`, 2);
}

/** The names of all files and folders below a folder. */
async function names(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(`${dir}/${folder}`)) {
    found.push(entry.name);
    if (entry.isDirectory) found.push(...await names(`${folder}/${entry.name}`));
  }
  return found.sort();
}

/** Permissions that let the program do all, so that they are not what stops it. */
const ALL = { flags: ["-A"] };

describe("the root", () => {
  const commands: string[][] = [
    ["read_file", "--path"],
    ["list_dir", "--path"],
    ["search", "--pattern", "secret", "--path"],
    ["write_file", "--content", "x", "--path"],
    ["stat", "--path"],
  ];
  const leaving = [
    "..",
    "../outside/secret.txt",
    "../outside/new.txt",
    "../inside",
    "src/../notes.txt",
    "src/../../outside/secret.txt",
  ];
  for (const command of commands) {
    it(`${command[0]} refuses paths that leave it`, async () => {
      for (const given of leaving) {
        expect(await fileTools([...command, given], ALL)).toEqual(outside(given));
      }
      expect(await names("outside")).toEqual(["secret.txt"]);
    });

    it(`${command[0]} refuses absolute paths to elsewhere`, { ignore: !posix }, async () => {
      for (const given of [`${dir}/outside/secret.txt`, `${dir}/inside-2`, dir, "/", "//"]) {
        expect(await fileTools([...command, given], ALL)).toEqual(outside(given));
      }
      expect(await names(".")).not.toContain("root-2");
    });

    it(`${command[0]} refuses links that leave it`, { ignore: !posix }, async () => {
      await Deno.symlink("../outside", `${dir}/inside/out`);
      await Deno.symlink(`${dir}/outside/secret.txt`, `${dir}/inside/src/link.txt`);
      for (const given of ["out", "out/", "out/secret.txt", "src/link.txt"]) {
        expect(await fileTools([...command, given], ALL)).toEqual(outside(given));
      }
      expect(await read("outside/secret.txt")).toBe("secret\n");
    });
  }

  it("write_file makes nothing behind a link that leaves it", { ignore: !posix }, async () => {
    await Deno.symlink("../outside", `${dir}/inside/out`);
    await Deno.symlink("../outside/new", `${dir}/inside/nowhere`);
    const before = await names(".");
    for (const given of ["out/new.txt", "out/a/b/new.txt", "nowhere", "nowhere/new.txt"]) {
      const command = ["--answer", "accept", "write_file", "--content", "x", "--path", given];
      const { code, stdout } = await fileTools(command, ALL);
      expect([code, stdout]).toEqual([given.startsWith("out/") ? 2 : 1, ""]);
    }
    expect(await names(".")).toEqual(before);
  });

  const roots: [title: string, root: string, allowed: string][] = [
    ["a path", "/inside", "/inside"],
    ["a path with a slash at its end", "/inside/", "/inside"],
    ["a link", "/link", "/link,/inside"],
  ];
  for (const [title, root, allowed] of roots) {
    it(`FILE_TOOLS_ROOT names it by ${title}`, { ignore: !posix }, async () => {
      await Deno.symlink("inside", `${dir}/link`);
      const places = allowed.split(",").map((place) => dir + place).join(",");
      const options = {
        flags: FLAGS.map((flag) => flag.replace(/=\.$/, `=${places}`)),
        cwd: `${dir}/outside`,
        env: { FILE_TOOLS_ROOT: dir + root },
      };
      expect(await fileTools(["read_file", "--path", "notes.txt"], options))
        .toEqual(ok("one\ntwo\n"));
      expect(await fileTools(["read_file", "--path", "../inside/notes.txt"], options))
        .toEqual(outside("../inside/notes.txt"));
      expect(await fileTools(["write_file", "--path", "a/b.txt", "--content", "x"], options))
        .toEqual(ok('Created "a/b.txt" (1 bytes)\n'));
      expect(await read("inside/a/b.txt")).toBe("x");
    });
  }

  it("FILE_TOOLS_ROOT is refused where it is not there", async () => {
    const { code, stdout, stderr } = await fileTools(["list_dir"], {
      env: { FILE_TOOLS_ROOT: "nowhere" },
    });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^Error: FILE_TOOLS_ROOT cannot be used: .*nowhere/);
  });
});

/** The permissions that README names are enough, and none of them is there for nothing. */
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";

const example = new URL("../examples/file_tools.ts", import.meta.url).pathname;
const folder = await Deno.makeTempDir();
addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
await Deno.writeTextFile(`${folder}/note.txt`, "a note\n");

const ENV = "--allow-env=FILE_TOOLS_ROOT";
const READ = "--allow-read=.";
const WRITE = "--allow-write=.";

const rows: [use: string, flags: string[], words: string[]][] = [
  ["help", [], ["help"]],
  ["a command's help", [], ["help", "read_file"]],
  ["a schema", [], ["schema", "read_file"]],
  ["a tool that reads", [ENV, READ], ["read_file", "--path", "note.txt"]],
  ["a tool that writes", [ENV, READ, WRITE], ["write_file", "--path", "new.txt", "--content", "x"]],
  [
    "a value from a file",
    [ENV, READ, WRITE],
    ["write_file", "--path", "copy.txt", "--content:@note.txt"],
  ],
  [
    "a record",
    [ENV, "--allow-read=.,log.jsonl", "--allow-write=log.jsonl"],
    ["--record", "log.jsonl", "stat", "--path", "note.txt"],
  ],
];

describe("permissions", () => {
  for (const [use, flags, words] of rows) {
    it(`${use} needs ${flags.join(" ") || "none"}`, async () => {
      expect(await run(flags, words)).toMatchObject({ status: 0 });
      await Deno.remove(`${folder}/new.txt`).catch(() => {});
      await Deno.remove(`${folder}/copy.txt`).catch(() => {});
      for (const flag of flags) {
        const rest = flags.filter((other) => other !== flag);
        const { status, stderr } = await run(rest, words);
        expect([flag, status]).not.toEqual([flag, 0]);
        expect(stderr).toMatch(/Requires (?:read|write|env) access|NotCapable/);
      }
    });
  }
});

describe("permissions of a schema that needs ajv", () => {
  it("it needs none", async () => {
    const kit = new URL("../bench/kit.ts", import.meta.url).pathname;
    expect(await run([], ["label", '{"a":"b"}'], kit)).toMatchObject({ status: 0, stdout: "a\n" });
  });
});

async function run(flags: string[], words: string[], program = example) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", ...flags, program, ...words],
    cwd: folder,
    env: { NO_COLOR: "1" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { status: code, stdout: text(stdout), stderr: text(stderr) };
}

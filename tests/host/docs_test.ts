// What docs prints, and the skill that it writes.
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { parse } from "@std/jsonc";
import { commands } from "../../cli/mod.ts";
import { defineRawTool } from "../../agenttool/mod.ts";
import { skillFiles, writeSkill } from "../../host/_skill.ts";
import { folderOf, moduleOf, toolcliIn } from "./_toolcli.ts";

function skillOf(names: string[], description = "") {
  const tools = names.map((name) =>
    defineRawTool({ name, description: `About ${name}.\nMore.`, execute: () => "" })
  );
  return { program: "kit", description, commands: commands(tools) };
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `tool_${index}`);
}

/** The members of a skill's front matter; a YAML string in double quotes is JSON. */
function frontMatter(text: string): { name: string; description: string; body: string } {
  const [, name, description, body] =
    /^---\nname: (.*)\ndescription: (".*")\nmetadata:\n {2}generator: toolcli\n---\n\n(.*)$/s
      .exec(text)!;
  return { name: name!, description: String(parse(description!)), body: body! };
}

describe("skillFiles()", () => {
  it("skillFiles() of 20 tools is one file, which holds each", () => {
    const files = skillFiles("kit", skillOf(numbered(20), "What for."));
    expect([...files.keys()]).toEqual(["SKILL.md"]);
    const { name, description, body } = frontMatter(files.get("SKILL.md")!);
    expect(name).toBe("kit");
    expect(description).toMatch(/^What for\. Commands: tool_0, tool_1, .*, tool_19$/);
    expect(body).toMatch(/^# kit\n\nWhat for\.\n\n## Calling `kit`\n/);
    expect(body).toContain("### `tool_19`\n\nAbout tool_19.\nMore.\n");
  });

  it("skillFiles() above 20 tools has a file for each", () => {
    const files = skillFiles("kit", skillOf(numbered(21)));
    expect(files.size).toBe(22);
    const { body } = frontMatter(files.get("SKILL.md")!);
    expect(body).toContain("- [`tool_20`](references/tool_20.md): About tool_20.\n");
    expect(body).not.toContain("### `tool_20`");
    expect(files.get("references/tool_20.md")).toContain("### `tool_20`\n\nAbout tool_20.\nMore.");
  });

  it("skillFiles() of many or long tools keeps the body under 500 lines", () => {
    for (const count of [30, 400, 1000]) {
      const { body } = frontMatter(skillFiles("k", skillOf(numbered(count))).get("SKILL.md")!);
      expect(body.split("\n").length).toBeLessThan(500);
    }
    const files = skillFiles("k", skillOf(numbered(1000)));
    expect(files.get("references/_index.md")).toContain("- [`tool_999`](tool_999.md): About");
    const long = defineRawTool({ name: "a", description: "x\n\n".repeat(300), execute: () => "" });
    const few = skillFiles("k", { program: "k", description: "", commands: commands([long]) });
    expect([...few.keys()]).toEqual(["SKILL.md", "references/a.md"]);
  });

  it("skillFiles() describes a skill within 1024 characters, on one line, without tags", () => {
    const text = skillFiles("k", skillOf(numbered(300), 'Say "hi"\n<b>: # now')).get("SKILL.md")!;
    const { description } = frontMatter(text);
    expect(description.length).toBe(1024);
    expect(description).toMatch(/^Say "hi" b: # now Commands: tool_0, .*…$/);
  });

  it("skillFiles() names files so that every file system takes them", () => {
    const names = ["../up", "a/b", "a_b", "A_B", "con", "..", "_index", "é", "x".repeat(300)];
    const files = skillFiles("k", skillOf([...names, ...numbered(20)]));
    expect([...files.keys()].slice(1, 10)).toEqual([
      "references/__up.md",
      "references/a_b.md",
      "references/a_b-2.md",
      "references/A_B-3.md",
      "references/_con.md",
      "references/_.md",
      "references/_index-2.md",
      "references/_-2.md",
      `references/${"x".repeat(100)}.md`,
    ]);
  });
});

/** Names of tools, and how a skill's description has each. */
const HOSTILE: [name: string, shown: string][] = [
  ["a\u009bb", "a\\x9bb"],
  ["a\x7fb", "a\\x7fb"],
  ["a\u0085b", "a\\x85b"],
  ["a\x00b", "a\\x00b"],
  ["a\u2028b", "a b"],
  ["a\ufeffb", "a b"],
  ["a\ud800b", "a\ufffdb"],
  ["a\ufffeb\uffff", "a\ufffeb\uffff"],
  ["a\n---\nb: {", "a --- b: {"],
  ['a"b\\', 'a"b\\'],
  ["😀 é", "😀 é"],
];

/** Skills' names that YAML takes for texts only in quotes. */
const NAMES = ["kit", "my-kit", "1", "1e5", "0x1f", "2024-01-01", "true", "no", "on", "y", "null"];

const yaml = await new Deno.Command("python3", { args: ["-c", "import yaml"], stderr: "null" })
  .output().then(({ success }) => success, () => false);
const NO_YAML = yaml ? "" : " (skipped: Python's yaml is not installed)";

describe("a skill's front matter", () => {
  const texts = [
    ...HOSTILE.map(([name]) => ["kit", `What ${name}`, name] as const),
    ...NAMES.map((name) => [name, "", "one"] as const),
  ].map(([skill, about, tool]) =>
    skillFiles(skill, skillOf([tool], about)).get("SKILL.md")!.slice(4).split("\n---\n")[0]!
  );
  const expected = [
    ...HOSTILE.map(([, shown]) => ["kit", `What ${shown} Commands: ${shown}`]),
    ...NAMES.map((name) => [name, "Calls kit from a shell. Commands: one"]),
  ];

  it("frontMatter has no character that YAML has only as an escape", () => {
    for (const text of texts) {
      expect(text).not.toMatch(
        /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u,
      );
      expect(text.split("\n").length).toBe(4);
    }
  });

  it(`frontMatter is what a YAML parser reads${NO_YAML}`, { ignore: !yaml }, async () => {
    const script = "import json, sys, yaml\n" +
      "print(json.dumps([yaml.safe_load(text) for text in json.load(sys.stdin)]))";
    const child = new Deno.Command("python3", {
      args: ["-c", script],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(JSON.stringify(texts)));
    await writer.close();
    const read: { name: unknown; description: unknown }[] = JSON.parse(
      new TextDecoder().decode((await child.output()).stdout),
    );
    expect(read.map(({ name, description }) => [name, description])).toEqual(expected);
  });
});

describe("toolcli docs", () => {
  let dir: string;
  beforeEach(async () => {
    dir = await folderOf({
      "one.ts": moduleOf("one", "1"),
      "kit.json":
        '{ "name": "kit", "description": "What for.", "sources": [{ "module": "one.ts" }] }',
      "partly.json": '{ "sources": [{ "module": "one.ts" }, { "module": "gone.ts" }] }',
    });
  });
  afterEach(() => Deno.remove(dir, { recursive: true }));

  it("docs prints Markdown that names the program as it can be typed", async () => {
    const { code, stdout, stderr } = await toolcliIn(dir, ["docs", "kit.json"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^What for\.\n\n## Calling `toolcli run kit\.json`\n/);
    expect(stdout).toContain("### `one`\n\nSay 1.\n");
    const named = await toolcliIn(dir, ["docs", "kit.json", "--program", "deno run kit.ts"]);
    expect(named.stdout).toContain("## Calling `deno run kit.ts`\n");
  });

  it("docs --section marks its section by the program's name", async () => {
    await Deno.writeTextFile(`${dir}/AGENTS.md`, "# Mine");
    const args = ["docs", "kit.json", "--section", "AGENTS.md"];
    expect(await toolcliIn(dir, args)).toEqual({ code: 0, stdout: "", stderr: "" });
    const text = await Deno.readTextFile(`${dir}/AGENTS.md`);
    expect(text).toMatch(/^# Mine\n\n<!-- toolcli:begin kit -->\n\nWhat for\.\n\n## Calling/);
    expect(text.endsWith("\n\n<!-- toolcli:end kit -->\n")).toBe(true);
    await Deno.writeTextFile(`${dir}/AGENTS.md`, "<!-- toolcli:end kit -->\n");
    expect(await toolcliIn(dir, args)).toEqual({
      code: 2,
      stdout: "",
      stderr: 'toolcli: AGENTS.md:1: "<!-- toolcli:end kit -->" has no ' +
        '"<!-- toolcli:begin kit -->" before it\nRun `toolcli --help` for usage.\n',
    });
  });

  it("docs writes nothing where a source failed", async () => {
    const { code, stderr } = await toolcliIn(dir, ["docs", "partly.json", "--skill", "kit"]);
    expect(code).toBe(2);
    expect(stderr).toContain("toolcli: a source failed, and docs without its tools would pass for");
    await expect(Deno.stat(`${dir}/kit`)).rejects.toThrow(Deno.errors.NotFound);
    expect((await toolcliIn(dir, ["docs", "partly.json"])).code).toBe(1);
  });

  it("docs --skill writes a skill, and again in its place", async () => {
    const args = ["docs", "kit.json", "--program", "kit", "--skill", "skills/my-kit"];
    expect(await toolcliIn(dir, args)).toEqual({ code: 0, stdout: "", stderr: "" });
    const { name, description } = frontMatter(
      await Deno.readTextFile(`${dir}/skills/my-kit/SKILL.md`),
    );
    expect([name, description]).toEqual(["my-kit", "What for. Commands: one"]);
    expect((await toolcliIn(dir, args)).code).toBe(0);
  });

  it("docs --skill refuses a folder whose name no skill can have", async () => {
    const { code, stderr } = await toolcliIn(dir, ["docs", "kit.json", "--skill", "My_Kit"]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'toolcli: the skill\'s folder "My_Kit" is no name for a skill, which has at most 64 ' +
        'lower-case letters, digits and hyphens: try "my-kit"\nRun `toolcli --help` for usage.\n',
    );
  });

  it("writeSkill() removes what it wrote for tools that are gone, and nothing else", async () => {
    const folder = `${dir}/kit`;
    await writeSkill(folder, skillOf(numbered(22)));
    await Deno.writeTextFile(`${folder}/references/mine.md`, "mine");
    await writeSkill(folder, skillOf(numbered(21)));
    const names = Array.from(Deno.readDirSync(`${folder}/references`), ({ name }) => name);
    expect(names.length).toBe(22);
    expect(names).toContain("mine.md");
    expect(names).not.toContain("tool_21.md");
  });

  it("writeSkill() writes nothing where a file is not its own", async () => {
    const folder = `${dir}/kit`;
    await Deno.mkdir(`${folder}/references`, { recursive: true });
    await Deno.writeTextFile(`${folder}/references/tool_3.md`, "mine");
    await expect(writeSkill(folder, skillOf(numbered(21)))).rejects.toThrow(
      `${JSON.stringify(`${folder}/references/tool_3.md`)} was not written by toolcli: move it`,
    );
    await expect(Deno.stat(`${folder}/SKILL.md`)).rejects.toThrow(Deno.errors.NotFound);
  });
});

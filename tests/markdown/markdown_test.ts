// spec/agenttool-cli.md 6: the whole document, made of the same parts as help.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { commands } from "../../cli/mod.ts";
import { markdown } from "../../markdown/mod.ts";
import { kit, run, words } from "../cli/_fixtures.ts";

const HEADING = "\n\n## Commands\n\n";

describe("markdown()", () => {
  it("markdown() shows the calling section, then each command's section, as help does", async () => {
    const [calling, sections] = markdown("kit", commands(kit())).split(HEADING);
    const [generalCalling, index] = (await run("help")).stdout.split(HEADING);
    expect(calling).toBe(generalCalling);
    expect(index).toBeDefined();
    const expected: string[] = [];
    for (const { name } of kit()) expected.push((await run(["help", name])).stdout.trimEnd());
    expect(sections!.trimEnd()).toBe(expected.join("\n\n"));
  });

  it("markdown() has headings from level two on", () => {
    const headings = markdown("kit", commands(kit())).split("\n").filter((line) =>
      line.startsWith("#")
    );
    expect(headings).toEqual([
      "## Calling `kit`",
      "## Commands",
      ...kit().map(({ name }) => `### \`${name}\``),
    ]);
  });

  it("markdown() names the program in every example and synopsis", () => {
    const shown = markdown("toolcli run ./tools.ts", commands(kit()));
    expect(shown).toContain("## Calling `toolcli run ./tools.ts`");
    expect(shown).toContain("\ntoolcli run ./tools.ts ping\n");
    expect(shown).not.toContain("kit");
  });

  it("markdown() of no commands is the calling section", () => {
    expect(markdown("kit", [])).toMatch(/^## Calling `kit`\n/);
  });
});

describe("the calling section", () => {
  const calling = markdown("kit", commands(kit())).split(HEADING)[0]!;
  const blocks = [...calling.matchAll(/```sh\n([^]*?)\n```/g)].map(([, block]) => block!);

  it("has examples of flags, of JSON in single quotes, of a quoted heredoc, in this order", () => {
    expect(blocks.length).toBeGreaterThanOrEqual(3);
    const json = blocks.findIndex((block) => /'\{.*\}'$/m.test(block) && !block.includes("<<"));
    const heredoc = blocks.findIndex((block) => / - <<'EOF'\n\{[^]*'[^]*\}\nEOF$/.test(block));
    expect(json).toBeGreaterThan(0);
    expect(heredoc).toBeGreaterThan(json);
  });

  it("shows a single quote in double quotes, a nested field and an entry of a map", () => {
    expect(blocks[0]).toMatch(/--\S+ "[^"\n]*'[^"\n]*"/);
    expect(blocks[0]).toMatch(/--\w+\.\w+ /);
    expect(blocks[0]).toMatch(/--\w+ "?\w+=/);
  });

  it("shows examples that begin with the program", () => {
    for (const block of blocks) expect(block).toMatch(/^kit /);
    expect(words(blocks[0]!)[0]).toBe("kit");
  });

  const FACTS = [
    ...['\\"', "\\$", "\\\\", "\\n", "=false", "--answer", "--out", "--record", ":="],
    ...["PowerShell", "help <command>", "schema <command>"],
  ];
  for (const fact of FACTS) {
    it(`tells of ${fact}`, () => {
      expect(calling).toContain(fact);
    });
  }

  it("lists the four statuses", () => {
    for (const status of [0, 1, 2, 3]) {
      expect(calling).toMatch(new RegExp(`^- \`?${status}\`?[ :]`, "m"));
    }
  });

  it("says what to do about each status", () => {
    const line = (status: number) =>
      new RegExp(`^- \`?${status}\`?[ :].*(?:\n  .*)*`, "m").exec(calling)?.[0] ?? "";
    expect(line(0)).toMatch(/not (be )?(written|run)/);
    expect(line(2)).toMatch(/did not run|not run/);
    expect(line(3)).toMatch(/--answer/);
    expect(line(3)).toMatch(/order/);
  });

  it("has one short paragraph on PowerShell", () => {
    const paragraphs = calling.split("\n\n").filter((paragraph) =>
      paragraph.includes("PowerShell")
    );
    expect(paragraphs.length).toBe(1);
    expect(paragraphs[0]!.length).toBeLessThan(700);
  });
});

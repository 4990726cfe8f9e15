import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { defineRawTool, Executor } from "../../agenttool/mod.ts";
import { idlePatterns, mayHave, select, type Selection } from "../../host/_selection.ts";

const NAMES = ["read_file", "read_dir", "write_file", "a.b", "axb", "Read_me"];
const tools = NAMES.map((name) => defineRawTool({ name, execute: () => name }));

const ROWS: [selection: Selection, names: string[]][] = [
  [{}, NAMES],
  [{ include: ["read_*"] }, ["read_file", "read_dir"]],
  [{ include: ["*_file", "read_*"], exclude: ["read_dir"] }, ["read_file", "write_file"]],
  [{ exclude: ["*"] }, []],
  [{ include: [] }, []],
  [{ include: ["a.b"] }, ["a.b"]],
  [{ include: ["a?b"] }, ["a.b", "axb"]],
  [{ include: ["read_file"], prefix: "fs" }, ["fs__read_file"]],
  // Globs are on the tools' own names.
  [{ include: ["fs__*"], prefix: "fs" }, []],
];

describe("select()", () => {
  for (const [selection, names] of ROWS) {
    it(`select() by ${JSON.stringify(selection)} gives ${names.join(", ") || "nothing"}`, () => {
      const { tools: selected, left } = select(tools, selection);
      expect(selected.map(({ name }) => name)).toEqual(names);
      expect(selected.length + left.length).toBe(NAMES.length);
    });
  }

  for (const [selection, names] of ROWS) {
    it(`mayHave() by ${JSON.stringify(selection)} tells of names what select() does`, () => {
      const { prefix } = selection;
      const all = NAMES.map((name) => prefix === undefined ? name : `${prefix}__${name}`);
      expect(all.filter((name) => mayHave(selection, name))).toEqual(names);
    });
  }

  it("mayHave() tells of names without the prefix that there are none", () => {
    for (const name of ["read_file", "fs", "fs_read_file", "fsx__read_file", ""]) {
      expect(mayHave({ prefix: "fs" }, name)).toBe(false);
    }
  });

  it("idlePatterns() tells the patterns that match nothing, and the remedy", () => {
    expect(idlePatterns(tools, {})).toEqual([]);
    expect(idlePatterns(tools, { include: ["read_*"], exclude: ["a?b"], prefix: "p" })).toEqual([]);
    expect(idlePatterns(tools, { include: ["p__read_*", "no"], exclude: ["*s"], prefix: "p" }))
      .toEqual([
        'include: "p__read_*" matches no tool: patterns are of names without the prefix, such as ' +
        '"read_*"',
        'include: "no" matches no tool',
        'exclude: "*s" matches no tool',
      ]);
    expect(idlePatterns([], { exclude: ["p__a"] })).toEqual(['exclude: "p__a" matches no tool']);
  });

  it("select() names a tool anew, and its calls reach it", async () => {
    const tool = Object.create(tools[0]!, { annotations: { value: { readOnly: true } } });
    const [selected] = select([tool], { prefix: "p" }).tools;
    expect(selected!.annotations).toEqual({ readOnly: true });
    for await (const event of new Executor().execute([{ tool: selected!, id: "1", args: "{}" }])) {
      expect(event).toMatchObject({ result: { content: [{ type: "text", text: "read_file" }] } });
    }
  });
});

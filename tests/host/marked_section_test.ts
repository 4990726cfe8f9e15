import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { replaceSection, writeSection } from "../../host/_marked_section.ts";

const BEGIN = "<!-- toolcli:begin kit -->", END = "<!-- toolcli:end kit -->";
const NEW = `${BEGIN}\n\n# New\ntext\n\n${END}`;
const CRLF = NEW.replaceAll("\n", "\r\n");

const REPLACED: [what: string, before: string, after: string][] = [
  ["an empty file", "", `${NEW}\n`],
  ["a file without the section", "# A\n", `# A\n\n${NEW}\n`],
  ["a file that ends with an empty line", "# A\n\n", `# A\n\n${NEW}\n`],
  ["a file without a final newline", "# A", `# A\n\n${NEW}\n`],
  ["a file with CRLF", "# A\r\nb", `# A\r\nb\r\n\r\n${CRLF}\r\n`],
  ["a file with a byte order mark", "\ufeff# A\n", `\ufeff# A\n\n${NEW}\n`],
  ["a section in the middle", `a\n${BEGIN}\nold\n${END}\nz `, `a\n${NEW}\nz `],
  ["a section that is all", `${BEGIN}\n${END}`, NEW],
  ["a section behind a byte order mark", `\ufeff${BEGIN}\n${END}\n`, `\ufeff${NEW}\n`],
  ["a section with CRLF", `a\r\n${BEGIN}\r\nold\r\n${END}\r\nz`, `a\r\n${CRLF}\r\nz`],
  ["indented marks", `a\n  ${BEGIN} \n\t${END}\nz`, `a\n${NEW}\nz`],
  [
    "another section beside it",
    `<!-- toolcli:begin b -->\nB\n<!-- toolcli:end b -->\n${BEGIN}\n${END}\n`,
    `<!-- toolcli:begin b -->\nB\n<!-- toolcli:end b -->\n${NEW}\n`,
  ],
  ["a mark inside a line, which is none", `see ${BEGIN}\n`, `see ${BEGIN}\n\n${NEW}\n`],
];

const REFUSED: [before: string, message: string][] = [
  [`a\n${BEGIN}\n`, `:2: "${BEGIN}" has no "${END}" behind it`],
  [`${END}\n${BEGIN}\n`, `:1: "${END}" has no "${BEGIN}" before it`],
  [`${BEGIN}\n${BEGIN}\n${END}\n`, `:2: "${BEGIN}" is there a second time`],
  [`${BEGIN}\n${END}\nb\n${BEGIN}\n${END}\n`, ':4: the section "kit" is there a second time'],
  [`${BEGIN}\n${END}\n${END}\n`, ':3: the section "kit" is there a second time'],
  [
    `${BEGIN}\n<!-- toolcli:begin b -->\n${END}\n`,
    ':2: another section\'s mark is inside "kit"',
  ],
];

describe("replaceSection()", () => {
  for (const [what, before, after] of REPLACED) {
    it(`replaceSection() leaves the rest of ${what}`, () => {
      expect(replaceSection(before, "kit", "# New\ntext\n")).toBe(after);
      expect(replaceSection(after, "kit", "# New\ntext\n")).toBe(after);
    });
  }

  for (const [before, message] of REFUSED) {
    it(`replaceSection() refuses ${JSON.stringify(before)}`, () => {
      expect(() => replaceSection(before, "kit", "x")).toThrow(new SyntaxError(message));
    });
  }

  it("replaceSection() keeps a mark in the content from ending the section", () => {
    const after = replaceSection("", "kit", `${END}\nx`);
    expect(after).toBe(`${BEGIN}\n\n&lt;!-- toolcli:end kit -->\nx\n\n${END}\n`);
    expect(replaceSection(after, "kit", "y")).toBe(`${BEGIN}\n\ny\n\n${END}\n`);
  });
});

describe("writeSection()", () => {
  it("writeSection() follows a link, keeps the mode, and leaves nothing beside", async () => {
    const dir = await Deno.makeTempDir();
    try {
      await Deno.writeTextFile(`${dir}/real.md`, "# A\n", { mode: 0o640 });
      if (Deno.build.os !== "windows") await Deno.chmod(`${dir}/real.md`, 0o640);
      await Deno.symlink("real.md", `${dir}/AGENTS.md`);
      await writeSection(`${dir}/AGENTS.md`, "kit", "# New\ntext");
      expect(await Deno.readTextFile(`${dir}/real.md`)).toBe(`# A\n\n${NEW}\n`);
      expect((await Deno.lstat(`${dir}/AGENTS.md`)).isSymlink).toBe(true);
      const { mode } = await Deno.stat(`${dir}/real.md`);
      if (Deno.build.os !== "windows") expect(mode! & 0o777).toBe(0o640);
      expect(Array.from(Deno.readDirSync(dir), ({ name }) => name).sort())
        .toEqual(["AGENTS.md", "real.md"]);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });

  it("writeSection() refuses a file that is not UTF-8, and leaves it", async () => {
    const file = await Deno.makeTempFile();
    try {
      const bytes = new Uint8Array([0x41, 0xff, 0x0a]);
      await Deno.writeFile(file, bytes);
      await expect(writeSection(file, "kit", "x")).rejects
        .toThrow(`${JSON.stringify(file)} is not UTF-8`);
      expect(await Deno.readFile(file)).toEqual(bytes);
    } finally {
      await Deno.remove(file);
    }
  });
});

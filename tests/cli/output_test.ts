// spec/agenttool-cli.md 10 and DESIGN.md section 4, "Files" and "Terminals and pipes".
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import {
  type ContentPart,
  defineTool,
  file,
  image,
  result,
  text,
  type Tool,
} from "../../agenttool/mod.ts";
import { asker, PNG, run } from "./_fixtures.ts";
import { inFolder, posix, prints, slashes } from "./_tables.ts";

/** A tool `t` whose result has these parts. */
const parts = (...content: ContentPart[]): { tools: Tool[] } => ({
  tools: [defineTool({ name: "t", execute: () => result(content) })],
});
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Runs `t` with its parts, files saved below a fresh folder, shown as D. */
async function saved(
  content: ContentPart[],
  prepare: (folder: string) => Promise<void> = async () => {},
) {
  let stdout = "", stderr = "", status = -1;
  const files: Record<string, string> = {};
  await inFolder(async (folder) => {
    await prepare(folder);
    const outcome = await run(["--out", folder, "t"], parts(...content));
    status = outcome.status;
    stdout = slashes(outcome.stdout).replaceAll(folder, "D");
    stderr = slashes(outcome.stderr).replaceAll(folder, "D");
    for (const { name, isFile } of Deno.readDirSync(folder)) {
      files[name] = isFile ? await Deno.readTextFile(`${folder}/${name}`) : "(folder)";
    }
  });
  return { status, stdout, stderr, files };
}

describe("text", () => {
  prints([
    ["a line break is added", "t", "a\n", parts(text("a"))],
    ["but not twice", "t", "a\n", parts(text("a\n"))],
    ["others stay", "t", "\n a \n\n", parts(text("\n a \n\n"))],
    ["empty prints nothing", "t", "", parts(text(""))],
    ["no parts", "t", "", parts()],
    ["parts in order", "t", "a\nb\n", parts(text("a"), text(""), text("b\n"))],
    [
      "53: a link, text, and bytes that are none",
      "files",
      "https://example.com/f.pdf\nsome notes\nnot base64!\n",
    ],
    [
      "any other part is its JSON",
      "t",
      `{"type":"refusal","refusal":"<no> & never"}\n`,
      parts({ type: "refusal", refusal: "<no> & never" } as unknown as ContentPart),
    ],
  ]);

  it("run() keeps every byte of a text that goes into a pipe", async () => {
    const all = "\x1b[31mred\x1b[0m\x07\x08\r\n\t\x00\x7f\x9b2J\u202eé👍";
    for (const isTerminal of [false, undefined]) {
      const outcome = await run("t", {
        ...parts(text(all)),
        ...(isTerminal === false && { isTerminal }),
      });
      expect(outcome.stdoutBytes).toEqual(bytes(`${all}\n`));
    }
  });

  it("run() writes letters beyond 16 bits whole, wherever a piece ends", async () => {
    for (const start of ["", "a"]) {
      const long = start + "👍".repeat(200_000);
      expect((await run("t", parts(text(long)))).stdout === `${long}\n`).toBe(true);
    }
  });

  it("run() writes megabytes whole", async () => {
    const long = "0123456789abcdé\n".repeat(200_000);
    expect((await run("t", parts(text(long)))).stdout === long).toBe(true);
  });
});

describe("a terminal", () => {
  const CONTROL = "\x1b[31mred\x1b[0m \x07\x08\x0c\x00\x7f\x9b2J\x9d0;title\x9c";
  // deno-lint-ignore no-control-regex
  const ANY_CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

  it("run() makes control sequences of the output visible", async () => {
    const { stdout, status } = await run("t", { ...parts(text(CONTROL)), isTerminal: true });
    expect(status).toBe(0);
    expect(stdout).not.toMatch(ANY_CONTROL);
    expect(stdout).toContain("[31mred");
    expect(stdout.length).toBeGreaterThanOrEqual(CONTROL.length);
  });

  it("run() leaves what is JSON JSON", async () => {
    const part = { type: "other", text: CONTROL } as unknown as ContentPart;
    const { stdout } = await run("t", { ...parts(part), isTerminal: true });
    expect(stdout).not.toMatch(ANY_CONTROL);
    expect(JSON.parse(stdout)).toEqual(part);
    const message = `Sure? ${CONTROL}`;
    const options = { tools: [asker("ask", [{ message }])], isTerminal: true };
    expect(JSON.parse((await run("ask", options)).stdout).message).toBe(message);
  });

  it("run() keeps line breaks, tabs and letters", async () => {
    const plain = "a\tb\nc é👍🏽 日本\n";
    expect((await run("t", { ...parts(text(plain)), isTerminal: true })).stdout).toBe(plain);
  });

  it("run() makes them visible in links, errors and progress", async () => {
    const link: ContentPart = { type: "resource_link", uri: "https://x/\x1b[2J", name: "x" };
    expect((await run("t", { ...parts(link), isTerminal: true })).stdout).not.toMatch(ANY_CONTROL);
    const tool = defineTool({
      name: "t",
      execute: (_args, call) => {
        call.progress(`p ${CONTROL}`);
        throw new Error(`e ${CONTROL}`);
      },
    });
    const { stderr } = await run("t", { tools: [tool], isTerminal: true });
    expect(stderr).not.toMatch(ANY_CONTROL);
    expect(stderr).toMatch(/^p .*\nError: e .*\n$/);
  });
});

describe("files", () => {
  it("run() saves 71: a picture, and prints its path", async () => {
    await inFolder(async (folder) => {
      const outcome = await run(["--out", folder, "shot"]);
      expect({ ...outcome, stdout: slashes(outcome.stdout) }).toMatchObject({
        status: 0,
        stdout: `here it is\n${folder}/output-1.png\nhttps://example.com/a.png\n`,
        stderr: "",
      });
      expect(await Deno.readFile(`${folder}/output-1.png`)).toEqual(PNG);
    });
  });

  it("run() saves into 73: one temporary folder named after the program", async () => {
    for (
      const [name, prefix] of [
        ["./bin/kit", "kit-"],
        ["kit", "kit-"],
        ["toolcli run tools.ts", "toolcli-run-tools.ts-"],
        ["", "output-"],
      ] as const
    ) {
      const options = parts(image(PNG, "image/png"), file("b.txt", bytes("b")));
      const { stdout, stderr } = await run("t", { ...options, name });
      const [first, second] = stdout.split("\n");
      const [, folder, base] = /^((?:.*[/\\])([^/\\]+))[/\\]output-1\.png$/.exec(first!)!;
      expect(base!.startsWith(prefix)).toBe(true);
      expect(second!.startsWith(folder!)).toBe(true);
      expect(stderr).toBe("");
      expect(await Deno.readFile(first!)).toEqual(PNG);
      await Deno.remove(folder!, { recursive: true });
    }
  });

  it("run() makes the folder, and only where a file is saved", async () => {
    await inFolder(async (folder) => {
      await run(["--out", `${folder}/a/b`, "ping"]);
      expect([...Deno.readDirSync(folder)]).toEqual([]);
      const { stdout } = await run(["--out", `${folder}/a/b`, "shot"]);
      expect(slashes(stdout)).toContain(`${folder}/a/b/output-1.png\n`);
    });
  });

  posix("run() gives files and folders the usual modes", async () => {
    await inFolder(async (folder) => {
      await run(["--out", `${folder}/a`, "shot"]);
      const mode = async (path: string) => (await Deno.stat(path)).mode! & 0o777;
      expect(await mode(`${folder}/a`)).toBe(0o755 & ~Deno.umask());
      expect(await mode(`${folder}/a/output-1.png`)).toBe(0o644 & ~Deno.umask());
    });
  });

  const NAMES: [what: string, content: ContentPart[], stdout: string][] = [
    ["a name", [file("report.txt", bytes("x"))], "D/report.txt\n"],
    ["a space and a letter beyond ASCII", [file("é b.txt", bytes("x"))], "D/é b.txt\n"],
    ["a percent sign", [file("100%25.txt", bytes("x"))], "D/100%25.txt\n"],
    ["a way up", [file("../report.txt", bytes("x"))], "D/report.txt\n"],
    ["a way from the root", [file("/etc/passwd", bytes("x"))], "D/passwd\n"],
    ["folders", [file("a/b/c.txt", bytes("x"))], "D/c.txt\n"],
    ["no name", [file("", bytes("x"), "text/plain")], "D/output-1.txt\n"],
    ["a dot", [file(".", bytes("x"), "text/plain")], "D/output-1.txt\n"],
    ["two dots", [file("..", bytes("x"), "text/plain")], "D/output-1.txt\n"],
    ["a slash", [file("/", bytes("x"), "text/plain")], "D/output-1.txt\n"],
    [
      "a picture after a named file",
      [file("a", bytes("x")), image(PNG, "image/png")],
      "D/a\nD/output-2.png\n",
    ],
    [
      "two of one name",
      [file("r.txt", bytes("1")), file("r.txt", bytes("2"))],
      "D/r.txt\nD/r-2.txt\n",
    ],
    [
      "three of one name",
      [file("r.txt", bytes("1")), file("x/r.txt", bytes("2")), file("r.txt", bytes("3"))],
      "D/r.txt\nD/r-2.txt\nD/r-3.txt\n",
    ],
    ["two without extension", [file("r", bytes("1")), file("r", bytes("2"))], "D/r\nD/r-2\n"],
    [
      "two pictures",
      [image(PNG, "image/png"), image(PNG, "image/jpeg")],
      "D/output-1.png\nD/output-2.jpg\n",
    ],
    ["text around", [text("a"), file("b", bytes("x")), text("c")], "a\nD/b\nc\n"],
  ];
  for (const [what, content, stdout] of NAMES) {
    it(`run() saves ${what}`, async () => {
      const outcome = await saved(content);
      expect(outcome).toMatchObject({ status: 0, stdout, stderr: "" });
      const paths = stdout.split("\n").filter((line) => line.startsWith("D/"));
      expect(Object.keys(outcome.files).sort()).toEqual(paths.map((path) => path.slice(2)).sort());
    });
  }

  const EXTENSIONS: [type: string | undefined, extension: string][] = [
    ["image/png", ".png"],
    ["image/jpeg", ".jpg"],
    ["image/gif", ".gif"],
    ["image/webp", ".webp"],
    ["application/pdf", ".pdf"],
    ["text/plain", ".txt"],
    ["application/octet-stream", ".bin"],
    ["x-no/such-type", ".bin"],
    [undefined, ".bin"],
  ];
  for (const [type, extension] of EXTENSIONS) {
    it(`run() names a file of type ${type} output-1${extension}`, async () => {
      expect((await saved([file("", bytes("x"), type)])).stdout).toBe(`D/output-1${extension}\n`);
    });
  }

  it("run() saves sound", async () => {
    const { stdout, files } = await saved([{
      type: "audio",
      data: btoa("la"),
      mimeType: "audio/wav",
    }]);
    expect(stdout).toMatch(/^D\/output-1\.\w+\n$/);
    expect(Object.values(files)).toEqual(["la"]);
  });

  it("run() never writes over a file that is there", async () => {
    const { stdout, files } = await saved(
      [file("report.txt", bytes("new")), image(PNG, "image/png")],
      async (folder) => {
        await Deno.writeTextFile(`${folder}/report.txt`, "old");
        await Deno.mkdir(`${folder}/output-2.png`);
      },
    );
    expect(stdout).toBe("D/report-2.txt\nD/output-2-2.png\n");
    expect(files).toMatchObject({
      "report.txt": "old",
      "report-2.txt": "new",
      "output-2.png": "(folder)",
    });
  });

  it("run() names 72: the picture of a second run output-1-2.png", async () => {
    await inFolder(async (folder) => {
      await run(["--out", folder, "shot"]);
      expect(slashes((await run(["--out", folder, "shot"])).stdout))
        .toContain(`${folder}/output-1-2.png\n`);
    });
  });

  posix("run() does not follow a link that is there", async () => {
    const { stdout, files } = await saved([file("r.txt", bytes("new"))], async (folder) => {
      await Deno.writeTextFile(`${folder}/target`, "old");
      await Deno.symlink(`${folder}/target`, `${folder}/r.txt`);
    });
    expect(stdout).toBe("D/r-2.txt\n");
    expect(files).toMatchObject({ target: "old", "r-2.txt": "new" });
  });

  const DEVICES: [name: string, saved: string][] = [
    ["con", "_con"],
    ["NUL.txt", "_NUL.txt"],
    ["aux .tar.gz", "_aux .tar.gz"],
    ["COM¹.log", "_COM¹.log"],
    ["conin$", "_conin$"],
    ["console.txt", "console.txt"],
  ];
  for (const [name, base] of DEVICES) {
    it(`run() saves ${name} as ${base}, which is no device of Windows`, async () => {
      expect(await saved([file(name, bytes("x"))]))
        .toMatchObject({ stdout: `D/${base}\n`, files: { [base]: "x" } });
    });
  }

  const BAD_NAMES = [
    ...[
      "a\nb.txt",
      "a\0b",
      "\x1b[31m.txt",
      "\x9b.txt",
      "a\u202etxt.exe",
      "a\u{e0068}\u3164.txt",
      "a:b.txt",
      "a*b?.txt",
      `a"b.txt`,
      "a<b>|c.txt",
    ],
    ...["C:\\x\\y.txt", "..\\..\\y.txt", "a\\b"],
  ];
  for (const name of BAD_NAMES) {
    it(`run() replaces control and reserved characters of ${JSON.stringify(name)}`, async () => {
      const { status, stdout, files } = await saved([file(name, bytes("x"))]);
      expect(status).toBe(0);
      expect(Object.values(files)).toEqual(["x"]);
      const [base] = Object.keys(files);
      // deno-lint-ignore no-control-regex
      expect(base).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e\u3164\u{e0068}<>:"/\\|?*]/u);
      expect(stdout).toBe(`D/${base}\n`);
    });
  }

  it("run() keeps the dot of a name that begins with one in front", async () => {
    const { files } = await saved([file(".bashrc", bytes("1")), file(".bashrc", bytes("2"))]);
    expect(Object.keys(files).every((name) => name.startsWith(".bashrc"))).toBe(true);
    expect(Object.values(files).sort()).toEqual(["1", "2"]);
  });

  const BASE64: [data: string, bytes: number[]][] = [
    ["+/8=", [0xfb, 0xff]],
    ["-_8=", [0xfb, 0xff]],
    ["+/8", [0xfb, 0xff]],
    ["-_8", [0xfb, 0xff]],
    ["", []],
  ];
  for (const [blob, expected] of BASE64) {
    it(`run() reads the base64 form ${JSON.stringify(blob)}`, async () => {
      await inFolder(async (folder) => {
        const part: ContentPart = { type: "resource", resource: { uri: "file:///f.bin", blob } };
        const { stdout } = await run(["--out", folder, "t"], parts(part));
        expect(slashes(stdout)).toBe(`${folder}/f.bin\n`);
        expect([...await Deno.readFile(`${folder}/f.bin`)]).toEqual(expected);
      });
    });
  }

  const ADDRESSES: [uri: string, name: string][] = [
    ["file:///a/b.bin", "b.bin"],
    ["file:///a%20b.bin", "a b.bin"],
    ["https://example.com/x/f.pdf", "f.pdf"],
    ["memo:///notes.txt", "notes.txt"],
    ["https://example.com/x/..%2F..%2Fy.txt", "y.txt"],
  ];
  for (const [uri, name] of ADDRESSES) {
    it(`run() names the bytes at ${uri} ${name}`, async () => {
      const part: ContentPart = { type: "resource", resource: { uri, blob: btoa("x") } };
      expect(await saved([part])).toMatchObject({ stdout: `D/${name}\n`, files: { [name]: "x" } });
    });
  }

  it("run() saves a megabyte to the byte", async () => {
    const large = new Uint8Array(1 << 20).map((_, n) => n * 7);
    await inFolder(async (folder) => {
      await run(["--out", folder, "t"], parts(file("large", large)));
      expect(await Deno.readFile(`${folder}/large`)).toEqual(large);
    });
  });

  it("run() goes on after a file that could not be saved", async () => {
    await inFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/f`, "a file, no folder");
      const outcome = await run(
        ["--out", `${folder}/f`, "t"],
        parts(text("before"), file("a.txt", bytes("x")), text("after")),
      );
      expect(outcome).toMatchObject({ status: 0, stdout: "before\nafter\n" });
      expect(outcome.stderr).toMatch(
        /^kit: the call succeeded, but writing its output failed, so do not run it again for that: [^\n]+\n$/,
      );
    });
  });

  it("run() takes the last of --out, and an empty one for a temporary folder", async () => {
    const { stdout } = await run(["--out", "/no/such/folder", "--out=", "shot"]);
    const path = stdout.split("\n")[1]!;
    expect(path.startsWith("/no/such")).toBe(false);
    expect(await Deno.readFile(path)).toEqual(PNG);
    await Deno.remove(path.slice(0, -"/output-1.png".length), { recursive: true });
  });
});

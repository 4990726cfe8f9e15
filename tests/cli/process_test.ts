// Whole programs made by main(): statuses, streams, words and options. DESIGN.md sections 2 and 4.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { inFolder, linux, posix } from "./_tables.ts";

const PROGRAM = new URL("./_program.ts", import.meta.url).href;
const RUN = ["run", "-A", "-q", PROGRAM];

interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs the program in a process of its own. */
async function kit(
  args: string[],
  { env = {}, stdin, cwd }: { env?: Record<string, string>; stdin?: string; cwd?: string } = {},
): Promise<Ended> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...RUN, ...args],
    env: { NO_COLOR: "1", ...env },
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    ...(cwd && { cwd }),
  }).spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  return {
    status: code,
    stdout: new TextDecoder().decode(stdout),
    stderr: new TextDecoder().decode(stderr),
  };
}

/** Runs a bash script in which `kit` is the program. */
async function bash(script: string): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", `kit() { "$DENO" run -A -q "$PROGRAM" "$@"; }\n${script}`],
    env: { DENO: Deno.execPath(), PROGRAM, NO_COLOR: "1" },
    stdin: "null",
  }).output();
  return {
    status: code,
    stdout: new TextDecoder().decode(stdout),
    stderr: new TextDecoder().decode(stderr),
  };
}

describe("main()", () => {
  const ENDS: [args: string[], ended: Ended, stdin?: string][] = [
    [["ping"], { status: 0, stdout: "pong\n", stderr: "" }],
    [["read_file", "-"], { status: 0, stdout: "read /z\n", stderr: "" }, `{"path":"/z"}`],
    [["fail"], { status: 1, stdout: "", stderr: "Error: no such file\n" }],
    [["nope"], {
      status: 2,
      stdout: "",
      stderr: 'kit: unknown command "nope"\nRun `kit help` for usage.\n',
    }],
    [["steps"], { status: 0, stdout: "done\n", stderr: "[3] counting\nhalfway\n" }],
    [["tag", "--tags", "é 👍", "--tags", ""], {
      status: 0,
      stdout: `{"tags":["é 👍",""]}\n`,
      stderr: "",
    }],
    [["tag", "--tags", "\ufffd"], { status: 0, stdout: `{"tags":["\ufffd"]}\n`, stderr: "" }],
  ];
  for (const [args, ended, stdin] of ENDS) {
    it(`main() ends ${args.join(" ")} with ${ended.status}`, async () => {
      expect(await kit(args, stdin === undefined ? {} : { stdin })).toEqual(ended);
    });
  }

  it("main() ends with 3 for a question", async () => {
    const { status, stdout, stderr } = await kit(["delete"]);
    expect({ status, stdout }).toEqual({
      status: 3,
      stdout: `{"message":"Delete the branch?","answers_given":0,"output":"kept"}\n`,
    });
    expect(stderr).toContain("--answer");
  });

  it("main() saves below a relative --out, and prints the path so", async () => {
    await inFolder(async (folder) => {
      const { stdout } = await kit(["--out", "out", "shot"], { cwd: folder });
      expect(stdout.split("\n")[1]!.replaceAll("\\", "/")).toBe("out/output-1.png");
      expect((await Deno.stat(`${folder}/out/output-1.png`)).size).toBe(10);
    });
  });

  it("main() closes the tools, whatever the status", async () => {
    for (
      const [line, status] of [["holder", 0], ["fail", 1], ["nope", 2], ["delete", 3]] as const
    ) {
      const ended = await kit([line], { env: { KIT_CLOSES: "closed" } });
      expect([ended.status, ended.stderr.split("\n").at(-2)]).toEqual([status, "closed"]);
    }
  });

  it("main() goes by the call where a tool cannot be closed", async () => {
    const ended = await kit(["ping"], { env: { KIT_CLOSE_FAILS: "the lock is lost" } });
    expect(ended).toMatchObject({ status: 0, stdout: "pong\n" });
    expect(ended.stderr).toContain("the lock is lost");
  });

  it("main() ends though a tool left a timer running", async () => {
    expect(await kit(["leave"])).toEqual({ status: 0, stdout: "left\n", stderr: "" });
  });

  for (const command of ["leave_failure", "throw_later"]) {
    it(`main() ends with 1 where a tool leaves a failure behind: ${command}`, async () => {
      expect(await kit([command])).toEqual({
        status: 1,
        stdout: "",
        stderr: "kit: a tool left a failure behind: lost\x1b[2J\n",
      });
    });
  }

  // Elsewhere than on Linux the program cannot see them; Deno 2.4 refuses them itself, with 1.
  const sees = Deno.build.os === "linux" && !Deno.version.deno.startsWith("2.4.");
  it("main() refuses words that are not UTF-8", { ignore: !sees }, async () => {
    for (
      const line of [
        "read_file --path $'\\xff'",
        'raw $\'{"a":"\\xff"}\'',
        "$'\\xff'",
        "tag --tags $'a\\xc3'",
      ]
    ) {
      const { status, stdout, stderr } = await bash(`kit ${line}`);
      expect({ line, status, stdout }).toEqual({ line, status: 2, stdout: "" });
      expect(stderr).toMatch(
        /^kit: [^\n]*not valid UTF-8[^\n]*\nRun `kit help` for usage\.\n$/,
      );
    }
  });
});

describe("streams", () => {
  posix("main() writes more than 64 KiB whole, to a pipe and to a file", async () => {
    const { stdout } = await bash(
      "kit flood | { sleep 0.5; wc -c; }; kit loud 2>&1 >/dev/null | { sleep 0.5; wc -c; }",
    );
    const error = "Error: no\n".length;
    expect(stdout.trim().split(/\s+/).map(Number)[0]).toBe(1 << 20);
    expect(stdout.trim().split(/\s+/).map(Number)[1]! - error).toBe(1 << 20);
  });

  posix("main() ends quietly with the call's own status where the reader has gone", async () => {
    const { stdout, stderr } = await bash(
      "kit flood | head -c 1 >/dev/null; echo ${PIPESTATUS[0]}\n" +
        "kit delete | true; echo ${PIPESTATUS[0]}\n" +
        "kit help | true; echo ${PIPESTATUS[0]}\n" +
        "kit loud 2>&1 >/dev/null | head -c 1 >/dev/null; echo ${PIPESTATUS[0]}",
    );
    expect(stdout).toBe("0\n3\n0\n1\n");
    expect(stderr.replace(/.*--answer.*\n/g, "")).toBe("");
  });

  linux("main() tells 78: the call succeeded, its output could not be written", async () => {
    const { status, stderr } = await bash("kit ping >/dev/full");
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^kit: the call succeeded, but writing its output failed, so do not run it again for that: [^\n]+\n$/,
    );
  });

  posix("main() is exact in a pipe", async () => {
    const { stdout } = await bash('kit raw $\'{"a":"\\x7f"}\' | od -An -tx1');
    expect(stdout.trim()).toBe("7b 22 61 22 3a 22 7f 22 7d 0a");
  });
});

describe("--ask", () => {
  it("main() asks only where it is given", async () => {
    const env = { KIT_ASK: "merged" };
    for (const line of [["delete"], ["--ask=false", "delete"]]) {
      expect((await kit(line, { env })).status).toBe(3);
    }
    expect(await kit(["--ask", "delete"], { env }))
      .toMatchObject({ status: 0, stdout: `deleted: {"reason":"merged"}\n` });
    expect(await kit(["--answer", "decline", "--ask", "delete"], { env }))
      .toMatchObject({ status: 0, stdout: "kept\n" });
  });

  it("main() tells of it in help where somebody can be asked", async () => {
    expect((await kit(["help"], { env: { KIT_ASK: "x" } })).stdout).toContain("--ask");
    expect((await kit(["help"])).stdout).not.toContain("--ask");
  });

  it("main() takes it before the command only", async () => {
    const { status, stderr } = await kit(["delete", "--ask"], { env: { KIT_ASK: "merged" } });
    expect(status).toBe(2);
    expect(stderr.split("\n")[0]).toMatch(/^kit: delete: flag provided but not defined: -ask/);
  });

  it("main() does not know it where nobody can be asked", async () => {
    const { status, stderr } = await kit(["--ask", "delete"]);
    expect(status).toBe(2);
    expect(stderr.split("\n")[0]).toMatch(/^kit: flag provided but not defined: -ask/);
  });
});

describe("extensions", () => {
  const env = { KIT_EXTENSIONS: "1" };

  it("main() lets them answer their words", async () => {
    const greet = await kit(["greet", "a", "--b", "-"], { env });
    expect(greet.status).toBe(7);
    expect(JSON.parse(greet.stdout)).toMatchObject({ name: "kit", args: ["a", "--b", "-"] });
    const discover = await kit(["--discover=x"], { env });
    expect(discover.status).toBe(7);
    expect(JSON.parse(discover.stdout)).toMatchObject({ value: "x", args: [] });
    expect(JSON.parse((await kit(["--discover"], { env })).stdout).value).toBe(undefined);
  });

  it("main() still runs the tools", async () => {
    expect(await kit(["ping"], { env })).toMatchObject({ status: 0, stdout: "pong\n" });
  });

  it("main() refuses a tool of such a name", async () => {
    const { status, stdout, stderr } = await kit(["ping"], { env: { ...env, KIT_TOOL: "greet" } });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(`cli: tool "greet" is named as one of the program's own commands\n`);
    expect(await kit(["greet"], { env: { KIT_TOOL: "greet" } })).toMatchObject({
      stdout: "the tool\n",
    });
  });
});

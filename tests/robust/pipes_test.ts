// DESIGN.md section 4, "Terminals and pipes": who reads slowly, not to the end, or not at all.
import { createHash } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { path } from "../examples/_run.ts";
import { bash, installed, quoted, SOURCE } from "./_run.ts";

const options = { ignore: Deno.build.os === "windows" };
const linux = { ignore: Deno.build.os !== "linux" };
const perl = await installed("perl");
const READER = quoted([Deno.execPath(), "run", "-q", path("tests/robust/_slow_reader.ts")]);

/** The length and the SHA-256 of what `flood` gives. */
function flood(megabytes: number): string {
  const bytes = new TextEncoder().encode("0123456789abcé\n".repeat(1 << 16));
  const hash = createHash("sha256");
  for (let at = 0; at < megabytes; at++) hash.update(bytes);
  return `${megabytes << 20} ${hash.digest("hex")}\n`;
}

describe("a reader that is slow", () => {
  for (
    const [what, command] of [
      ["main()", "kit flood --mb 200"],
      ["toolcli run", `toolcli run ${quoted([SOURCE])} flood --mb 200`],
    ] as const
  ) {
    it(`${what} gives it 200 MB whole`, options, async () => {
      expect(await bash(`${command} | ${READER}; echo \${PIPESTATUS[0]}`))
        .toEqual({ status: 0, stdout: `${flood(200)}0\n`, stderr: "" });
    });
  }

  const skipped = perl ? "" : " (skipped: perl is not installed)";
  it(
    `main() gives it all where the pipe refuses to wait${skipped}`,
    { ignore: !perl },
    async () => {
      // As other processes that write to the same pipe make it: Node is one of them.
      const refuse = "use Fcntl; fcntl(STDOUT, F_SETFL, fcntl(STDOUT, F_GETFL, 0) | O_NONBLOCK)";
      const { stdout } = await bash(
        `{ perl -e ${quoted([refuse])}; kit flood --mb 20; echo $? >&2; } | ${READER}`,
      );
      expect(stdout).toBe(flood(20));
    },
  );
});

describe("a reader that has gone", () => {
  const source = quoted([SOURCE]);
  const CALLS: [command: string, status: number][] = [
    ["kit flood --mb 20", 0],
    ["kit ask", 3],
    ["kit help", 0],
    ["kit schema described", 0],
    ["kit link", 0],
    [`toolcli run ${source} flood --mb 20`, 0],
    [`toolcli list ${source}`, 0],
    [`toolcli list --json ${source}`, 0],
    [`toolcli docs ${source}`, 0],
    [`toolcli utcp ${source} 2>/dev/null`, 0],
    ["toolcli completions bash", 0],
    ["toolcli --help", 0],
  ];
  for (const [command, status] of CALLS) {
    it(`${command.replace(source, "SOURCE")} ends quietly with ${status}`, options, async () => {
      for (const reader of ["head -c 1 >/dev/null", "true"]) {
        const { stdout, stderr } = await bash(`${command} | ${reader}; echo \${PIPESTATUS[0]}`);
        expect(stdout).toBe(`${status}\n`);
        expect(stderr.replace(/^kit: the call asks a question: .*\n/, "")).toBe("");
      }
    });
  }

  it("errors that nobody reads change no status", options, async () => {
    const script = "kit fail 2>&1 >/dev/null | true; echo ${PIPESTATUS[0]}\n" +
      "kit report 2>&1 >/dev/null | true; echo ${PIPESTATUS[0]}\n" +
      "kit nope 2>&1 >/dev/null | true; echo ${PIPESTATUS[0]}";
    expect(await bash(script)).toEqual({ status: 0, stdout: "1\n0\n2\n", stderr: "" });
  });
});

describe("a stream that takes nothing", () => {
  const source = quoted([SOURCE]);
  const LOST = "[^\n]*No space left on device[^\n]*\n";
  const CALLS: [command: string, status: number, stderr: string][] = [
    // spec/agenttool-cli.md 5.d: the work is done.
    [
      "kit link",
      0,
      `kit: the call succeeded, but writing its output failed, so do not run it again for that: ${LOST}`,
    ],
    [
      "kit flood --mb 20",
      0,
      `kit: the call succeeded, but writing its output failed, so do not run it again for that: ${LOST}`,
    ],
    // 5.a: there is a question all the same.
    [
      "kit ask",
      3,
      `kit: the call asks a question: [^\n]+\nkit: writing the question failed: ${LOST}`,
    ],
    ["kit fail", 1, "Error: [^]*"],
    ["kit nope", 2, "kit: unknown command [^]*"],
    ["kit help", 1, `kit: writing the output failed: ${LOST}`],
    ["kit help say", 1, `kit: writing the output failed: ${LOST}`],
    ["kit schema described", 1, `kit: writing the output failed: ${LOST}`],
    [`toolcli list ${source}`, 1, `toolcli: writing the output failed: ${LOST}`],
    [`toolcli list --json ${source}`, 1, `toolcli: writing the output failed: ${LOST}`],
    [`toolcli docs ${source}`, 1, `toolcli: writing the output failed: ${LOST}`],
    [`toolcli utcp ${source}`, 1, `[^]*toolcli: writing the output failed: ${LOST}`],
    ["toolcli completions zsh", 1, `toolcli: writing the output failed: ${LOST}`],
    ["toolcli --help", 1, `toolcli: writing the output failed: ${LOST}`],
    ["toolcli --version", 1, `toolcli: writing the output failed: ${LOST}`],
  ];
  for (const [command, status, stderr] of CALLS) {
    it(`${command.replace(source, "SOURCE")} > /dev/full ends with ${status}`, linux, async () => {
      const ended = await bash(`${command} >/dev/full`);
      expect(ended).toMatchObject({ status, stdout: "" });
      expect(ended.stderr).toMatch(new RegExp(`^${stderr}$`));
      expect(ended.stderr).not.toContain("    at ");
    });
  }

  it("main() keeps a call's status where errors cannot be written", linux, async () => {
    for (
      const [command, status] of [["say", 0], ["report", 0], ["fail", 1], ["nope", 2]] as const
    ) {
      expect((await bash(`kit ${command} 2>/dev/full`)).status).toBe(status);
    }
  });

  it("main() runs where its streams are closed", options, async () => {
    expect(await bash("kit say >&- 2>&- <&-; echo $?")).toEqual({
      status: 0,
      stdout: "0\n",
      stderr: "",
    });
  });
});

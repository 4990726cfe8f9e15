// spec/utcp-cli.md W9 to W11, 2.4 and 2.8: how runs end, and what they leave behind.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { endOutput, newStepOutput, pushOutput, textOf } from "../../utcp/_step_output.ts";
import { exists, fails, failureOf, gives, inDirectory, processesWith, runSteps } from "./_run.ts";

const ignore = Deno.build.os === "windows";

/** A number of seconds that no other process sleeps. */
const unique = () => `${1_000 + Math.random() * 1_000}`;

describe("time", { ignore }, () => {
  const trees: [what: string, command: (seconds: string) => string][] = [
    ["a program", (seconds) => `sleep ${seconds}`],
    ["a tree", (seconds) => `(sleep ${seconds}; :) | cat & sleep ${seconds}; :`],
    ["a program that ignores TERM", (seconds) => `trap '' TERM; sleep ${seconds}`],
    ["a program that is stopped", (seconds) => `sleep ${seconds} & kill -STOP $!; wait`],
  ];
  for (const [what, command] of trees) {
    it(`a run that takes too long is ended, with ${what}`, async () => {
      const seconds = unique();
      const error = await failureOf(
        runSteps(["echo one; echo two >&2", `printf part; ${command(seconds)}`, "echo never"], {
          template: { timeout: 300 },
        }),
      );
      expect(error).toMatchObject({
        name: "CallTimeoutError",
        message: "Command script timed out after 300ms.\nstderr:\ntwo\nstdout:\none\npart",
        timeout: 300,
        stdout: "one\npart",
        stderr: "two",
        steps: [{ status: 0 }, { status: null, stdout: "part" }, { status: null, stdout: "" }],
      });
      expect(await processesWith(seconds)).toEqual([]);
    });
  }

  it("a run that is aborted is ended", async () => {
    const seconds = unique();
    const aborting = new AbortController();
    const running = runSteps(`echo started >&2; sleep ${seconds}`, {
      options: {
        signal: aborting.signal,
        onStderr: () => aborting.abort(new Error("the call was cancelled")),
      },
    });
    expect((await failureOf(running)).message).toBe("the call was cancelled");
    expect(await processesWith(seconds)).toEqual([]);
  });

  it("an aborted signal runs nothing", async () => {
    await inDirectory(async (directory) => {
      const options = { signal: AbortSignal.abort(new Error("no")) };
      const running = runSteps("touch F", { template: { working_dir: directory }, options });
      expect((await failureOf(running)).message).toBe("no");
      expect(await exists(`${directory}/F`)).toBe(false);
    });
  });

  it("the program's limit holds where the template has none", async () => {
    const error = await failureOf(runSteps("sleep 9", { options: { timeout: 200 } }));
    expect(error.message).toBe("Command script timed out after 200ms.");
  });

  for (
    const [what, command] of [
      ["its output", (seconds: string) => `sleep ${seconds} & echo started`],
      ["no output", (seconds: string) => `sleep ${seconds} >/dev/null 2>&1 & echo started`],
      [
        "TERM ignored",
        (seconds: string) =>
          `mkfifo p; (trap '' TERM; echo > p; sleep ${seconds}) & read -r l < p; echo started`,
      ],
    ] as const
  ) {
    it(`78: a child that is still running is ended with the last step, with ${what}`, async () => {
      const seconds = unique();
      await inDirectory(async (directory) => {
        const template = { working_dir: directory };
        expect((await runSteps(command(seconds), { template })).text).toBe("started");
        expect(await processesWith(seconds)).toEqual([]);
      });
    });
  }

  it("a child goes on through the steps", async () => {
    await inDirectory(async (directory) => {
      const { text } = await runSteps(
        ['mkfifo p; (read -r l < p; echo "child $l") &', "echo hi > p; wait; echo done"],
        { template: { working_dir: directory } },
      );
      expect(text).toBe("child hi\ndone");
    });
  });

  it("a child that left the group holds up nothing", async () => {
    const perl = "perl -MPOSIX -e 'setsid; sleep 3'";
    const { text } = await runSteps(`${perl} & echo started`);
    expect(text).toBe("started");
  });

  it("a child that left the group and goes on to print holds up nothing for long", async () => {
    await inDirectory(async (directory) => {
      const loop = `for i in $(seq 200); do echo tick; sleep 0.1; done; touch ${directory}/F`;
      const started = `setsid sh -c '${loop}' & sleep 0.3; echo started`;
      const { text } = await runSteps(started);
      expect(text).toContain("started");
      const error = await failureOf(
        runSteps(`${started}; sleep 60`, { template: { timeout: 1_000 } }),
      );
      expect(error.name).toBe("CallTimeoutError");
      // It prints for 20 seconds.
      expect(await exists(`${directory}/F`)).toBe(false);
    });
  });

  it(
    "many calls leave no descriptor and no child",
    { ignore: Deno.build.os !== "linux" },
    async () => {
      const marker = unique();
      const calls = () =>
        Promise.all(Array.from({ length: 8 }, () => runSteps(`: ${marker}; echo X | cat`)));
      const descriptors = async () => (await Array.fromAsync(Deno.readDir("/proc/self/fd"))).length;
      const zombies = async () => {
        const args = ["-o", "stat=", "--ppid", `${Deno.pid}`];
        const { stdout } = await new Deno.Command("ps", { args }).output();
        return new TextDecoder().decode(stdout).match(/^Z/gm)?.length ?? 0;
      };
      await calls();
      const before = [await descriptors(), await zombies()] as const;
      for (let round = 0; round < 10; round++) await calls();
      expect(await descriptors() - before[0]).toBeLessThan(8);
      expect(await zombies() - before[1]).toBeLessThan(8);
      expect(await processesWith(marker)).toEqual([]);
    },
  );
});

describe("pushOutput()", () => {
  it("pushOutput() finds marks, however the bytes come", () => {
    const bytes = new TextEncoder().encode("a\0b\0:n 0 0\0c\0:n 1 3\0late\0:n");
    for (const size of [1, 2, 3, 5, 100]) {
      const output = newStepOutput("n", 100, (step) => step === 1);
      for (let at = 0; at < bytes.length; at += size) {
        pushOutput(output, bytes.slice(at, at + size));
      }
      endOutput(output);
      expect([textOf(output, 0), textOf(output, 1)]).toEqual(["a\0b", "clate\0:n"]);
      expect([...output.statuses]).toEqual([[0, 0], [1, 3]]);
    }
  });
});

describe("output", { ignore }, () => {
  gives([
    [
      "W11",
      "printf 'abcdefghij'",
      "abcd\n[output cut: the first 4 of 10 bytes]",
      { template: { max_output: 4 } },
    ],
    [
      "W11",
      "printf 'a€€'",
      "a\n[output cut: the first 3 of 7 bytes]",
      { options: { maxOutput: 3 } },
    ],
    ["W11", "printf 'abc'", "abc", { template: { max_output: 3 }, options: { maxOutput: 1 } }],
    [
      "W11",
      "printf 'abcdef' >&2",
      "abc\n[output cut: the first 3 of 6 bytes]",
      { template: { max_output: 3 } },
    ],
    ["W11", "yes | head -c 50000000 | tail -c 3 | tr -d '\\n'; seq 99999 >&2", "y"],
    ["2.4", "printf 'a\\377b'", "a\ufffdb"],
    ["2.4", ["printf 'a\\0b\\n\\n'", 'printf "<%s>" "$CMD_0_OUTPUT"'], "<ab>"],
    ["2.4", ["printf '\\377'", 'printf %s "$CMD_0_OUTPUT" | od -An -tx1 | tr -d " "'], "ff"],
    ["2.4", ["seq 30000", 'echo "${#CMD_0_OUTPUT}"'], "168893"],
    ["3.1", "for n in 97 98 99; do [ ! -e /dev/fd/$n ] || echo $n; done", ""],
    ["2.4", ["cat <<E\nX\nE", 'echo "$CMD_0_OUTPUT"'], "a 'b' \"c\" $d `e` \\f", {
      args: { x: "a 'b' \"c\" $d `e` \\f" },
    }],
  ]);

  fails([
    [
      "W11",
      ["printf 'abcd'", 'echo "$CMD_0_OUTPUT"'],
      "$CMD_0_OUTPUT is longer than 3 bytes: raise max_output",
      { template: { max_output: 3 } },
    ],
  ]);

  it("W11: JSON that is cut is text", async () => {
    expect(await runSteps("printf '[1]    [2]'", { template: { max_output: 3 } })).toMatchObject({
      text: "[1]\n[output cut: the first 3 of 10 bytes]",
      isJson: false,
      truncated: true,
    });
  });

  it("W11: a note of a step that is not shown is in the step only", async () => {
    const result = await runSteps(["printf 'abcd'", "echo e"], { template: { max_output: 3 } });
    expect(result).toMatchObject({ text: "e", truncated: false });
    expect(result.steps[0]!.stdout).toBe("abc\n[output cut: the first 3 of 4 bytes]");
  });

  it("stderr is told as it comes, without marks", async () => {
    let text = "";
    await runSteps(["printf 'a€' >&2", "printf '\\0€' >&2; echo out", "printf b >&2"], {
      options: { onStderr: (part) => void (text += part) },
    });
    expect(text).toBe("a€\0€b");
  });

  it("what looks like a mark is output", async () => {
    const { text } = await runSteps("printf '\\0:0123456789abcdef 0 1\\0'; printf 'a\\0:'");
    expect(text).toBe("\0:0123456789abcdef 0 1\0a\0:");
  });
});

describe("long arguments", { ignore }, () => {
  const long = `${"€".repeat(100_000)}\n\n`;
  const size = String(new TextEncoder().encode(long).length);

  gives([
    ["2.4.9", "printf '%s' X | wc -c | tr -d ' '", size, { args: { x: long } }],
    ["2.4.9", "cat <<E | wc -c | tr -d ' '\nX\nE", String(Number(size) + 1), { args: { x: long } }],
    ["2.4.9", `: ${"x".repeat(200_000)}; echo ran`, "ran"],
  ]);

  fails([["2.4.9", "/bin/echo X", "The command ended with status 126\nstderr:\n…too long", {
    args: { x: long },
  }]]);

  it("30 arguments of 100,000 bytes arrive", async () => {
    const names = Array.from({ length: 30 }, (_, n) => `a${n}`);
    const { text } = await runSteps(
      `printf '%s' ${names.map((name) => `UTCP_ARG_${name}_UTCP_END`).join(" ")} | wc -c`,
      { args: Object.fromEntries(names.map((name) => [name, "x".repeat(100_000)])) },
    );
    expect(text.trim()).toBe("3000000");
  });

  it("an environment that is too long is an error", async () => {
    const env_vars = { LONG: "x".repeat(200_000) };
    const error = await failureOf(runSteps("echo hi", { template: { env_vars } }));
    expect(error).toMatchObject({
      name: "NotRunError",
      message: "The arguments and the environment are too long for the system",
    });
  });

  it("no file is left behind", async () => {
    await inDirectory(async (directory) => {
      const before = Deno.env.get("TMPDIR");
      Deno.env.set("TMPDIR", directory);
      try {
        await runSteps(["printf '%s' X", 'echo "$CMD_0_OUTPUT"'], { args: { x: long } });
        await failureOf(
          runSteps(["echo X", 'echo "$CMD_0_OUTPUT"; exit 1'], { args: { x: long } }),
        );
        expect(Array.from(Deno.readDirSync(directory))).toEqual([]);
      } finally {
        if (before === undefined) Deno.env.delete("TMPDIR");
        else Deno.env.set("TMPDIR", before);
      }
    });
  });
});

describe("argv", { ignore }, () => {
  const argv = (...words: string[]) => ({ template: { argv: words } });

  gives([
    ["argv", [], "<a b $HOME><$HOME><x$(y)>", {
      args: { x: "a b $HOME" },
      ...argv("printf", "<%s>", "UTCP_ARG_x_UTCP_END", "$HOME", "x$(y)"),
    }],
    ["argv", [], "MISSING_ARG_x", argv("echo", "UTCP_ARG_x_UTCP_END")],
    ["argv", [], "[1, 2.50]", { args: '{"x":[1, 2.50]}', ...argv("echo", "UTCP_ARG_x_UTCP_END") }],
    ["argv", [], "v", {
      template: { argv: ["echo", "$TOKEN"], name: "m" },
      options: { variables: (key) => key === "m_TOKEN" ? "v" : undefined },
    }],
  ]);

  fails([
    [
      "argv",
      [],
      "The command ended with status 3\nstderr:\nE\nstdout:\nO",
      argv(
        "sh",
        "-c",
        "echo O; echo E >&2; exit 3",
      ),
    ],
    ["argv", [], 'No such program: "no-such-program"', argv("no-such-program")],
    ["argv", [], "Command script timed out after 200ms.", {
      template: { argv: ["sleep", "9"], timeout: 200 },
    }],
  ]);
});

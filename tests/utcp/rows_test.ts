// spec/utcp-cli.md 6: the rows that need no client, under the decisions on failure and streams.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { variableLookup } from "../../utcp/variables.ts";
import { fails, failureOf, gives, runSteps } from "./_run.ts";

const ignore = Deno.build.os === "windows";

/** The row holds under `on_error: "continue"`, with every failure allowed. */
const asReference = { template: { on_error: "continue" as const } };

const hosts = Array.from(Deno.readDirSync("/etc"), ({ name }) => `/etc/${name}`)
  .filter((name) => name.startsWith("/etc/host")).sort().join(" ");

/** Variables of a manual. */
const variables = (manual: string, values: Record<string, string>, env = {}) => ({
  options: {
    manual,
    variables: variableLookup({
      variables: values,
      env: (key) => (env as Record<string, string>)[key],
    }),
  },
});

describe("the specification's rows", { ignore }, () => {
  gives([
    ["1", "echo hi", "hi"],
    ["2", ["echo one", "echo two"], "two"],
    ["3", [{ command: "echo one", append_to_final_output: true }, "echo two"], "one\ntwo"],
    [
      "4",
      [
        { command: "echo 1", append_to_final_output: true },
        { command: "echo 2", append_to_final_output: false },
        { command: "echo 3", append_to_final_output: true },
      ],
      "1\n3",
    ],
    [
      "5",
      ["echo one", "echo two"].map((command) => ({
        command,
        append_to_final_output: null as unknown as undefined,
      })),
      "two",
    ],
    ["6", { command: "echo one", append_to_final_output: false }, ""],
    ["7", ['printf "a\\nb\\n\\n\\n"', 'printf "[%s]" "$CMD_0_OUTPUT"'], "[a\nb]"],
    [
      "8",
      [
        ..."0123456789".split("").map((n) => `echo s${n}`),
        "echo ten",
        'echo "$CMD_10_OUTPUT $CMD_1_OUTPUT"',
      ],
      "ten s1",
    ],
    ["9", 'echo "<$CMD_0_OUTPUT>"', "<>"],
    ["10", ["printf '/etc/host*'", "echo $CMD_0_OUTPUT"], hosts],
    ["11", "printf '<%s>' X", "<a b $HOME * ;>", { args: { x: "a b $HOME * ;" } }],
    ["12", `printf '<%s>' "X"`, "<a b $HOME * ;>", { args: { x: "a b $HOME * ;" } }],
    ["13", "printf '<%s>' 'X'", "<a b $HOME * ;>", { args: { x: "a b $HOME * ;" } }],
    ["15", "printf '<%s>' X", "<a\nb>", { args: { x: "a\nb" } }],
    ["16", "printf '<%s>' X", "<>", { args: { x: "" } }],
    ["17", "echo X", "true", { args: { x: true } }],
    ["17", "echo X", "1.5", { args: { x: 1.5 } }],
    ["17", "echo X", "null", { args: { x: null } }],
    ["18", "echo X", '[1,"a",[2]]', { args: { x: [1, "a", [2]] } }],
    ["19", "echo X", '{"a":1}', { args: { x: { a: 1 } } }],
    ["2.2", "echo X", "12345678901234567890", { args: '{"x":12345678901234567890}' }],
    ["2.2", "echo X", "1e21 -0 1.0", { args: '{"x":"1e21 -0 1.0"}' }],
    ["2.2", "echo X Y Z", "1e21 -0 1.0", { args: '{"x":1e21,"y":-0,"z":1.0}' }],
    ["20", "echo X", "MISSING_ARG_x"],
    ["21", "echo X", "v", { args: { x: "v", y: "other" } }],
    ["22", "echo UTCP_ARG_toString_UTCP_END", "MISSING_ARG_toString"],
    ["22", "echo UTCP_ARG___proto___UTCP_END", "MISSING_ARG___proto__"],
    ["22", "echo UTCP_ARG___proto___UTCP_END", "own", { args: '{"__proto__":"own"}' }],
    ["23", "echo UTCP_ARG_a-b_UTCP_END", "UTCP_ARG_a-b_UTCP_END", { args: { "a-b": "v" } }],
    ["24", "echo UTCP_ARG__UTCP_END", "UTCP_ARG__UTCP_END", { args: { "": "v" } }],
    ["2.2", "echo UTCP_ARG_UTCP_ARG_x_UTCP_END", "v", { args: { UTCP_ARG_x: "v", x: "w" } }],
    ["2.2", "echo UTCP_ARG_a_UTCP_END_b_UTCP_END", "v_b_UTCP_END", { args: { a: "v" } }],
    ["2.2", "echo \\X", "UTCP_ARG_x_UTCP_END", { args: { x: "v" } }],
    ["26", "echo X", "UTCP_ARG_y_UTCP_END", { args: { x: "UTCP_ARG_y_UTCP_END", y: "Y" } }],
    ["27", "X hi", "hi", { args: { x: "echo" } }],
    ["29", "echo X", "/etc/host*", { args: { x: "/etc/host*" } }],
    ["46", [{ command: "false", allow_failure: true }, "echo ran"], "ran", asReference],
    ["46", [{ command: "false", allow_failure: true }, "echo ran"], "ran"],
    ["49", 'sh -c "echo O; echo E >&2"', "O"],
    ["51", `sh -c "echo warn >&2; echo '{\\"a\\":1}'"`, '{"a":1}'],
    ["59", "printf 'a\\0b'", "a\0b"],
    ["W6", "echo -n", ""],
    ["2.4", "printf '%s' -n", "-n"],
    ["2.4", "printf '%s' -neE", "-neE"],
    ["2.5", { command: "echo E >&2", append_to_final_output: true }, "E"],
    ["2.5", "printf ' \\n '; echo E >&2", "E"],
    ["2.5", { command: "echo E >&2", append_to_final_output: false }, ""],
    ["2.5", "printf '\\xef\\xbb\\xbf  a b \\t\\n'", "a b"],
    ["66", ["echo a", 'echo "got $CMD_0_OUTPUT"'], "got a"],
    ["66", "printf '1 two' | awk '{print $2}'", "two"],
    ["67", ["echo a", 'echo "got ${CMD_0_OUTPUT:-}"'], "got a"],
    ["69", 'echo "$K"', "value", {
      template: { env_vars: { K: "${API}" } },
      ...variables("my_cli", { my__cli_API: "value" }),
    }],
    ["71", "echo $TOKEN", "config", variables("m", { m_TOKEN: "config" }, { m_TOKEN: "host" })],
    ["71", "echo $TOKEN", "host", variables("m", {}, { m_TOKEN: "host" })],
    ["73", 'echo "<${TOKEN}>"', "<>", variables("m", { m_TOKEN: "" }, { m_TOKEN: "host" })],
    ["75", 'echo "${NOTE}"', "$(echo PWNED)", variables("m", { m_NOTE: "$(echo PWNED)" })],
    ["75", "echo ${NOTE}", "$(echo PWNED)", variables("m", { m_NOTE: "$(echo PWNED)" })],
    ["75", "echo '$NOTE'", "$(echo PWNED)", variables("m", { m_NOTE: "$(echo PWNED)" })],
    ["77", "echo X", "$TOKEN", { args: { x: "$TOKEN" }, ...variables("m", { m_TOKEN: "v" }) }],
    ["78", "sleep 2 & echo started", "started"],
    ["79", "sleep 2 >/dev/null 2>&1 & echo started", "started"],
    ["85", 'echo "$HOME"', "/x", { template: { env_vars: { HOME: "/x" } } }],
    ["86", "cat | wc -c | tr -d ' '", "0"],
    ["44", ["cd /usr/lib", "pwd"], "/usr/lib", { template: { working_dir: "/tmp" } }],
    ["44", ["cd /usr/lib", "pwd"], "/tmp", { template: { working_dir: "/tmp", subshells: true } }],
    ["3.1", ["v=1; export E=2; f() { echo f$1; }", "f $v; sh -c 'echo $E'"], "f1\n2"],
    ["3.1", "echo a # don't", "a"],
    ["3.1", "cat <<A\na\nA", "a"],
    ["3.1", "echo a \\", "a"],
    ["3.1", ["exec >/dev/null; echo hidden", "echo shown"], "shown"],
    ["3.1", "echo a; exit", "a"],
    ["3.1", ["set -e", "true", "echo a"], "a"],
    ["3.1", "trap 'echo bye' EXIT; echo hi", "hi\nbye"],
    ["2.4.8", ["echo out", "sh -c 'echo $CMD_0_OUTPUT'"], "out", {
      template: { env_vars: { CMD_0_OUTPUT: "before" } },
    }],
    ["2.4.8", ["echo out", "sh -c 'echo $CMD_0_OUTPUT'"], ""],
  ]);

  fails([
    [
      "28",
      "X",
      "The command ended with status 127\nstderr:\n…echo hi: command not found",
      { args: { x: "echo hi" }, ...asReference },
    ],
    [
      "36",
      "[ X -gt 3 ]",
      "The command ended with status 2\nstderr:\n…integer expression expected",
      { args: { x: "a[$(touch F)]" } },
    ],
    ["43", "echo X", "invalid arguments: x: expected no NUL character", { args: { x: "a\0b" } }],
    ["46", ["false", "echo ran"], "Step 1 of 2 ended with status 1"],
    ["46", ["false", "echo ran"], "Step 1 of 2 ended with status 1\nstdout:\nran", asReference],
    ["48", "nosuchcmd_zz", "The command ended with status 127\nstderr:\n…not found"],
    ["W6", "echo out; exit 3", "The command ended with status 3\nstdout:\nout"],
    [
      "61",
      [{ command: "echo first", append_to_final_output: true }, 'echo "'],
      "Step 2 of 2 ended with status …\nstderr:\n…\nstdout:\nfirst",
    ],
    ["63", "echo X", 'invalid arguments: missing required property "x"', {
      options: { inputs: { type: "object", properties: { x: {} }, required: ["x"] } },
    }],
    ["W13", "echo X", 'invalid arguments: x: expected integer, got "1"', {
      args: { x: "1" },
      options: { inputs: { type: "object", properties: { x: { type: "integer" } } } },
    }],
    ["65", "echo hi", "invalid arguments: expected a JSON object", { args: "null" }],
    ["70", "echo a", "Variable 'm_TOKEN' referenced in call template configuration not found. …", {
      template: { env_vars: { K: "$TOKEN" } },
      ...variables("m", { TOKEN: "v" }),
    }],
    [
      "74",
      "echo ${_b_SECRET}",
      'Variable "_b_SECRET" is refused: a name that begins with "_" could be another manual\'s',
      variables("a", { a__b_SECRET: "s" }),
    ],
    [
      "74",
      "echo a",
      'Variable "_b_SECRET" is refused: a name that begins with "_" could be another manual\'s',
      { template: { env_vars: { K: "${_b_SECRET}" } }, ...variables("a", { a__b_SECRET: "s" }) },
    ],
    ["81", "echo hi", 'working_dir: no such directory: "/no/such"', {
      template: { working_dir: "/no/such" },
    }],
    ["82", "pwd", 'working_dir: no such directory: "/usr/ctl"', {
      template: { working_dir: "ctl" },
      options: { rootDir: "/usr" },
    }],
    ["2.1", [], "CliCallTemplate 'x' must have at least one command", { template: { name: "x" } }],
    ["3.1", ["exit 0", "echo b"], "Step 2 of 2 did not run: step 1 ended the shell"],
    ["3.1", "kill -9 $$", "The command ended with status 137"],
    ["3.1", ["set -e", "false", "echo b"], "Step 2 of 3 ended with status 1"],
    ["3.1", "trap 'exit 5' EXIT; echo a", "The command ended with status 5\nstdout:\na"],
  ]);

  for (
    const [row, printed, isJson] of [
      ["52", '{"a":1}', true],
      ["53", "[1,2]", true],
      ["2.5", "[]", true],
      ["54", "42", false],
      ["54", "true", false],
      ["54", "null", false],
      ["54", '"s"', false],
      ["55", '{"a":1}\n{"a":2}', false],
      ["56", "[INFO] x", false],
      ["57", '{"a":1} trailing', false],
    ] as const
  ) {
    it(`${row}: ${JSON.stringify(printed)} is ${isJson ? "JSON" : "text"}`, async () => {
      const result = await runSteps(`printf '%s\\n' '${printed}'`);
      expect(result).toMatchObject({ text: printed, isJson });
    });
  }

  it("JSON on stderr is text", async () => {
    expect(await runSteps(`echo '{"a":1}' >&2`)).toMatchObject({ text: '{"a":1}', isJson: false });
  });

  it("28: the words of the shell are the result where the failure is allowed", async () => {
    const { text, steps } = await runSteps({ command: "X", allow_failure: true }, {
      args: { x: "echo hi" },
    });
    expect(text).toMatch(/echo hi: command not found$/);
    expect(steps[0]!.status).toBe(127);
  });

  it("49: stdout and stderr are apart", async () => {
    const { steps } = await runSteps('sh -c "echo O; echo E >&2"');
    expect(steps).toEqual([{ status: 0, stdout: "O\n", stderr: "E\n" }]);
  });

  it("61: what a step that failed has to say is in the error", async () => {
    const error = await failureOf(runSteps(["echo a", "echo b; echo c >&2; exit 4", "echo d"]));
    expect(error).toMatchObject({
      name: "StepFailedError",
      step: 1,
      status: 4,
      stdout: "a\nb",
      stderr: "c",
      steps: [
        { status: 0, stdout: "a\n", stderr: "" },
        { status: 4, stdout: "b\n", stderr: "c\n" },
        { status: null, stdout: "", stderr: "" },
      ],
    });
  });

  it("62: output of 1.5 MB is whole", async () => {
    const { text } = await runSteps("printf x; yes € | head -n 500000 | tr -d '\\n'");
    expect(text).toBe(`x${"€".repeat(500_000)}`);
  });

  it("83: variables of this process are not passed on, but for a few", async () => {
    Deno.env.set("UTCP_TEST_SECRET", "secret");
    try {
      const named = (inherit_env_vars?: string[]) =>
        runSteps('echo $UTCP_TEST_SECRET; [ -z "$PATH" ] || echo path', {
          template: { inherit_env_vars },
        });
      expect((await named()).text).toBe("path");
      expect((await named(["UTCP_TEST_SECRET", "UTCP_TEST_UNSET"])).text).toMatch(/^secret/);
      expect((await named([])).text).not.toMatch(/secret/);
    } finally {
      Deno.env.delete("UTCP_TEST_SECRET");
    }
  });

  it("105: 50 calls at a time give each its own", async () => {
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const results = await Promise.all(
      numbers.map((n) => runSteps(["echo X", 'echo "$CMD_0_OUTPUT X"'], { args: { x: `v${n}` } })),
    );
    expect(results.map(({ text }) => text)).toEqual(numbers.map((n) => `v${n} v${n}`));
  });
});

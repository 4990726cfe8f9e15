// spec/utcp-cli.md 1.6: variables, their namespaces and .env files.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import {
  dotenv,
  manualName,
  parseDotenv,
  variableKey,
  variableLookup,
} from "../../utcp/variables.ts";
import { failureOf, inDirectory, runSteps } from "./_run.ts";

describe("variableKey()", () => {
  it("variableKey() doubles what could be mistaken", () => {
    expect(variableKey("python_script", "MY_API_KEY")).toBe("python__script_MY_API_KEY");
    expect(variableKey("my-cli", "API")).toBe("my__cli_API");
    expect(variableKey("a", "b")).toBe("a_b");
  });

  it("manualName() keeps letters, digits and _ of ASCII", () => {
    expect(manualName("my-clié.2")).toBe("my_cli__2");
  });
});

describe("variableLookup()", () => {
  const of = (values: Record<string, string>) => (key: string) =>
    Object.hasOwn(values, key) ? values[key] : undefined;

  it("variableLookup() takes the first that has a value", async () => {
    const lookup = variableLookup({
      variables: { a: "config", empty: "" },
      loaders: [of({ a: "first", b: "first", c: "" }), of({ c: "second" })],
      env: of({ a: "env", b: "env", c: "env", d: "env", e: "" }),
    });
    expect(await Promise.all(["a", "empty", "b", "c", "d", "e", "toString"].map(lookup))).toEqual([
      "config",
      "",
      "first",
      "second",
      "env",
      undefined,
      undefined,
    ]);
  });

  it("variableLookup() reads this process's environment", async () => {
    Deno.env.set("utcp__test_KEY", "v");
    try {
      expect(await variableLookup({})("utcp__test_KEY")).toBe("v");
    } finally {
      Deno.env.delete("utcp__test_KEY");
    }
  });
});

describe("dotenv()", () => {
  const rows: [line: string, value: string | undefined][] = [
    ["K=v", "v"],
    ["  K = v  ", "v"],
    ["export K=v", "v"],
    ["K=a#b", "a"],
    ["K=a # b", "a"],
    ["K=", ""],
    ['K="a # b"', "a # b"],
    ["K='a # b' # c", "a # b"],
    ["K=`a 'b' \"c\"`", "a 'b' \"c\""],
    ['K="a\\nb\\rc"', "a\nb\rc"],
    ["K='a\\nb'", "a\\nb"],
    ["K=a\\nb", "a\\nb"],
    ['K="a\nb"', "a\nb"],
    ["K=$HOME ${HOME}", "$HOME ${HOME}"],
    ["K=a=b", "a=b"],
    ["K=v\r\nL=w", "v"],
    ["# K=v", undefined],
    ["K: v", undefined],
    ["K v", undefined],
    ["K=1\nK=2", "2"],
  ];
  for (const [line, value] of rows) {
    it(`parseDotenv() reads ${JSON.stringify(line)} as ${JSON.stringify(value)}`, () => {
      expect(parseDotenv(line).get("K")).toBe(value);
    });
  }

  it("dotenv() reads the file at each lookup", async () => {
    await inDirectory(async (directory) => {
      const path = `${directory}/.env`;
      const lookup = dotenv(path);
      expect(await lookup("m_K")).toBeUndefined();
      await Deno.writeTextFile(path, "m_K=one");
      expect(await lookup("m_K")).toBe("one");
      await Deno.writeTextFile(path, "m_K=two");
      expect(await lookup("m_K")).toBe("two");
    });
  });
});

describe("variables of a template", { ignore: Deno.build.os === "windows" }, () => {
  const variables = variableLookup({ variables: { m_A: "$B 'x' *", m_1: "one", m_DIR: "/usr" } });
  const options = { manual: "m", variables };
  const text = async (command: string, template = {}) =>
    (await runSteps(command, { template, options })).text;

  it("names that have no value are the shell's in a command", async () => {
    expect(await text('v=mine; echo "$v ${v} ${A} $1 $CMD_0_OUTPUT $$" | tr -d 0-9')).toBe(
      "mine mine $B 'x' *",
    );
  });

  it("a text with a JSON Schema reference is left alone", async () => {
    expect(await text('ref=r; echo "$ref $A"')).toBe("r");
    expect(await text('refs=r; echo "$refs $A"')).toBe("r $B 'x' *");
    expect(await text('echo "$K"', { env_vars: { K: "$ref $A" } })).toBe("$ref $A");
  });

  it("env_vars and working_dir have values once, and no reference of the shell", async () => {
    const template = { env_vars: { K: "<$A> ${A} $1 $ $(x) ${A:-b}" }, working_dir: "$DIR/lib" };
    expect(await text('echo "$K"; pwd', template)).toBe(
      "<$B 'x' *> $B 'x' * one $ $(x) ${A:-b}\n/usr/lib",
    );
  });

  it("no value is in the command line of a process", async () => {
    expect(await text("cat /proc/$$/cmdline | tr '\\0' ' '; : $DIR")).not.toContain("/usr");
  });

  for (
    const [template, key] of [
      [{ env_vars: { K: "$NONE" } }, "m_NONE"],
      [{ env_vars: { K: "$B" } }, "m_B"],
      [{ working_dir: "${NONE}/x" }, "m_NONE"],
    ] as const
  ) {
    it(`${JSON.stringify(template)} needs ${key}`, async () => {
      const error = await failureOf(runSteps("echo a", { template, options }));
      expect(error).toMatchObject({ name: "VariableNotFoundError", variableName: key });
      expect(error.message).toBe(
        `Variable '${key}' referenced in call template configuration not found. Please ensure ` +
          "it's defined in client.config.variables, environment variables, or a configured " +
          "variable loader.",
      );
    });
  }
});

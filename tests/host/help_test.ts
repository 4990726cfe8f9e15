// Help of toolcli and of its subcommands.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { subcommands } from "../../host/_help.ts";
import { toolcliIn } from "./_toolcli.ts";
import { refuses, type UsageRow } from "./_usage.ts";

const toolcli = (...args: string[]) => toolcliIn(Deno.cwd(), args);

describe("help of toolcli", () => {
  it("every subcommand's help gives an example before its usage", () => {
    for (const [name, { help }] of subcommands()) {
      expect(help).toMatch(
        new RegExp(`^[A-Z][^\n]+\\.[^]*?\n\n  toolcli ${name} [^]*\n\nUsage:\n`),
      );
      expect(help.split("\n").filter((line) => line.length > 100)).toEqual([]);
    }
  });

  it("toolcli help COMMAND and toolcli COMMAND --help are the same", async () => {
    const { code, stdout, stderr } = await toolcli("help", "compile");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^Compile the tools of a source into one binary\.\n\n {2}toolcli compile /,
    );
    expect(await toolcli("compile", "--help")).toEqual({ code, stdout, stderr });
    expect(await toolcli("compile", "-h")).toEqual({ code, stdout, stderr });
  });

  it("toolcli help lists every subcommand", async () => {
    const { code, stdout } = await toolcli("help");
    expect(code).toBe(0);
    for (const name of subcommands().keys()) expect(stdout).toContain(`\n  toolcli ${name} `);
  });

  const usage: UsageRow[] = [
    [["lst"], 'unknown command "lst", did you mean "list"?'],
    [["help", "compil"], 'unknown command "compil", did you mean "compile"?'],
    [["zzz"], 'unknown command "zzz"'],
    [["help", "run", "list"], "help takes one command"],
    [["list"], "list needs a source, such as tools.ts"],
    [["list", "a.ts", "b.ts"], 'list takes one source: unexpected "b.ts"'],
    [["docs", "a.ts", "--skil", "x"], 'unknown option "--skil" of docs, did you mean --skill?'],
    [["docs", "a.ts", "--skill"], "--skill needs a value"],
    [
      ["docs", "a.ts", "--skill", "x", "--section", "y"],
      "docs writes a --skill or a --section, one at a time",
    ],
  ];
  refuses(toolcli, usage);
});

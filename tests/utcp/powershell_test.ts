// spec/utcp-cli.md 2.3 and 2.4: the text of PowerShell scripts. None is run here.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { powershellScript, readPowershell } from "../../utcp/_powershell.ts";
import { newReferences } from "../../utcp/_references.ts";
import { placed } from "./_run.ts";

const NONCE = "0123456789abcdef";
const A = `\${env:__UTCP_ARG_${NONCE}_x}`;

function read(command: string): string {
  const { commands, problems } = readPowershell(
    [placed(command)],
    newReferences(NONCE, new Set(["TOKEN"])),
  );
  return problems.join("; ") || commands[0]!;
}

describe("readPowershell()", () => {
  const rows: [command: string, text: string][] = [
    ["Get-ChildItem -Path X", `Get-ChildItem -Path ${A}`],
    ['Write-Output "a X b"', `Write-Output "a ${A} b"`],
    ['Write-Output "it\'s ""X"""', `Write-Output "it's ""${A}"""`],
    ["Write-Output 'it''s' X", `Write-Output 'it''s' ${A}`],
    ['Write-Output "a`"X"', `Write-Output "a\`"${A}"`],
    ["Write-Output $TOKEN", `Write-Output \${env:__UTCP_VAR_${NONCE}_TOKEN}`],
    ["Write-Output a#b X", `Write-Output a#b ${A}`],
    ["Invoke-Expression 'no argument'", "Invoke-Expression 'no argument'"],
  ];
  for (const [command, text] of rows) {
    it(`${JSON.stringify(command)} becomes ${JSON.stringify(text)}`, () => {
      expect(read(command)).toBe(text);
    });
  }

  const refused: [command: string, reason: string][] = [
    ["Write-Output 'X'", 'an argument in single quotes is not replaced: write "…"'],
    ["Write-Output ‘X’", 'an argument in single quotes is not replaced: write "…"'],
    ['Write-Output "$(X)"', "$(…) is not understood: set a variable before"],
    ["Write-Output @'\nX\n'@", "a here-string is not understood"],
    ['Write-Output @"\nX\n"@', "a here-string is not understood"],
    ["Write-Output a # X", "a comment is not understood"],
    ["Write-Output <# X #>", "a comment is not understood"],
    ['Write-Output "X', "a quote is not closed"],
    ["iex X", '"iex" can run code that is in a value: call the program by its name'],
    ["& X", '"&" can run code that is in a value: call the program by its name'],
    ["ls; . X", '"." can run code that is in a value: call the program by its name'],
    ["cmd /c X", '"cmd" can run code that is in a value: call the program by its name'],
    [
      "powershell.exe -Command X",
      '"powershell.exe" can run code that is in a value: call the program by its name',
    ],
    [
      "[scriptblock]::Create(X)",
      '"[scriptblock" can run code that is in a value: call the program by its name',
    ],
  ];
  for (const [command, reason] of refused) {
    it(`${JSON.stringify(command)} is refused`, () => {
      expect(read(command)).toBe(`commands[0]: ${reason}`);
    });
  }
});

describe("powershellScript()", () => {
  it("powershellScript() runs each step in one scope and marks its end", () => {
    const steps = [{ command: "Set-Location 'C:\\a'" }, {
      command: "git status",
      allow_failure: true,
    }];
    expect(powershellScript(steps, NONCE, true)).toBe([
      '$ErrorActionPreference = "Stop"',
      "[Console]::OutputEncoding = [System.Text.UTF8Encoding]::new($false)",
      '$CMD_0_OUTPUT = ""',
      "$global:LASTEXITCODE = 0",
      "try { $CMD_0_OUTPUT = . ([ScriptBlock]::Create('Set-Location ''C:\\a''')) | Out-String; " +
      "$__utcp_status = $LASTEXITCODE } catch { [Console]::Error.WriteLine($_); $__utcp_status = 1 }",
      "[Console]::Out.Write($CMD_0_OUTPUT)",
      `[Console]::Out.Write("\`0:${NONCE} 0 $__utcp_status\`0"); [Console]::Out.Flush()`,
      `[Console]::Error.Write("\`0:${NONCE} 0 $__utcp_status\`0")`,
      "if ($__utcp_status -ne 0) { exit $__utcp_status }",
      '$CMD_1_OUTPUT = ""',
      "$global:LASTEXITCODE = 0",
      "try { $CMD_1_OUTPUT = . ([ScriptBlock]::Create('git status')) | Out-String; " +
      "$__utcp_status = $LASTEXITCODE } catch { [Console]::Error.WriteLine($_); $__utcp_status = 1 }",
      "[Console]::Out.Write($CMD_1_OUTPUT)",
      `[Console]::Out.Write("\`0:${NONCE} 1 $__utcp_status\`0"); [Console]::Out.Flush()`,
      `[Console]::Error.Write("\`0:${NONCE} 1 $__utcp_status\`0")`,
    ].join("\n"));
  });
});

// spec/utcp-cli.md 2.3 and 2.4: the text of PowerShell scripts. None is run here.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { powershellScript, readPowershell } from "../../utcp/_powershell.ts";
import { newReferences } from "../../utcp/_references.ts";
import { placed } from "./_run.ts";

const NONCE = "0123456789abcdef";
const A = `\${env:__UTCP_ARG_${NONCE}_x}`;

/** The steps, or what is wrong with them. */
function readAll(commands: string[]): { steps: string[]; problems: string[] } {
  const references = newReferences(NONCE, new Set(["TOKEN"]));
  const { commands: steps, problems } = readPowershell(commands.map(placed), references);
  return { steps, problems };
}

function read(command: string): string {
  const { steps, problems } = readAll([command]);
  return problems.join("; ") || steps[0]!;
}

const runs = (name: string): string =>
  `"${name}" can run code that is in a value: call the program by its name`;

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
    ['Write-Output a#b X # it\'s "nothing"', `Write-Output a#b ${A} # it's "nothing"`],
    ["# it's\r\nWrite-Output X", `# it's\r\nWrite-Output ${A}`],
    ['(1) # "\nWrite-Output X', `(1) # "\nWrite-Output ${A}`],
    ["Get-Item `\r\n  -Path X", `Get-Item \`\r\n  -Path ${A}`],
    ["Write-Output '`' X", `Write-Output '\`' ${A}`],
    ["Write-Output ${env:ProgramFiles(x86)} X", `Write-Output \${env:ProgramFiles(x86)} ${A}`],
    // What is called is known.
    ["& git log X", `& git log ${A}`],
    ["& 'C:\\Program Files\\Git\\git.exe' log X", `& 'C:\\Program Files\\Git\\git.exe' log ${A}`],
    ['& "$dir\\my tool.exe" X', `& "$dir\\my tool.exe" ${A}`],
    [".\\tool.exe --name=X 2>&1", `.\\tool.exe --name=${A} 2>&1`],
    [". .\\functions.ps1; Show-It X", `. .\\functions.ps1; Show-It ${A}`],
    ["Import-Module Kit; Show-It X", `Import-Module Kit; Show-It ${A}`],
    ["git add . -- X", `git add . -- ${A}`],
    ["git -C X log", `git -C ${A} log`],
    ["git -c user.name=X log", `git -c user.name=${A} log`],
    // Names of what runs code, where they name something else.
    ["docker start X", `docker start ${A}`],
    ["git log --grep make -R X", `git log --grep make -R ${A}`],
    [
      "Get-Content src/node/sh.md, awk-notes.txt, X.py",
      `Get-Content src/node/sh.md, awk-notes.txt, ${A}.py`,
    ],
    ["Set-Location C:\\src\\node; Write-Output X", `Set-Location C:\\src\\node; Write-Output ${A}`],
    ["$cmd = 1; Write-Output $cmd @sed X", `$cmd = 1; Write-Output $cmd @sed ${A}`],
    ["Write-Output 'bash or cmd' X", `Write-Output 'bash or cmd' ${A}`],
    ["Invoke-RestMethod -Uri X", `Invoke-RestMethod -Uri ${A}`],
    ["$a = X; $a | ForEach-Object { $_ }", `$a = ${A}; $a | ForEach-Object { $_ }`],
    ["1..5 | % -Process { $_ % X }", `1..5 | % -Process { $_ % ${A} }`],
    ["foreach ($a in 1..X) { $a }", `foreach ($a in 1..${A}) { $a }`],
    ["@{a=X}.a.Length", `@{a=${A}}.a.Length`],
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
    ["Write-Output a --% X", "--% is not understood: leave it out"],
    ["i`ex X", "a backtick outside quotes is not understood: write quotes"],
    ["Get-Item`\n-Path X", "a backtick outside quotes is not understood: write quotes"],
    ["$a#it's\nWrite-Output X '", "a comment is not understood"],
    ["Write-Output ${it's} X", "a name in ${…} is not understood: use letters and digits"],
    ['Write-Output "${a`}" X', "a name in ${…} is not understood: use letters and digits"],
    // PowerShell's own.
    ["i''ex X", runs("iex")],
    ["$y=iex X", runs("iex")],
    ["X | Microsoft.PowerShell.Utility\\Invoke-Expression", runs("Invoke-Expression")],
    ["Invoke\u2013Expression X", runs("Invoke-Expression")],
    [
      "Invoke-WmiMethod -Class Win32_Process -Name Create -ArgumentList X",
      runs("Invoke-WmiMethod"),
    ],
    ["Invoke-Item X", runs("Invoke-Item")],
    ["ii X", runs("ii")],
    ["saps X", runs("saps")],
    ["start X", runs("start")],
    ["if ($true) { start X }", runs("start")],
    ["$p = start X", runs("start")],
    ["Register-ScheduledJob -Name a -ScriptBlock X", runs("Register-ScheduledJob")],
    ["Set-PSBreakpoint -Action X", runs("Set-PSBreakpoint")],
    ["$ExecutionContext.InvokeCommand.NewScriptBlock(X)", runs(".InvokeCommand")],
    ["$a.Invoke(X)", runs(".Invoke")],
    ["$a.'Invoke'(X)", runs(".Invoke")],
    ["[Management.Automation.ScriptBlock]::Create(X)", runs("[Management.Automation.ScriptBlock")],
    ["[System.Diagnostics.Process]::Start(X)", runs("[System.Diagnostics.Process")],
    ["&$a X", runs("&")],
    ["& $a.b X", runs("&")],
    ["& (Get-Command X)", runs("&")],
    ["& tools\\X", runs("&")],
    ['& "$dir\\X"', runs("&")],
    [". (X)", runs(".")],
    [".$a X", runs(".")],
    [
      "'a' | ForEach-Object -MemberName X",
      "ForEach-Object can call a method that a value names: give it a block {…}",
    ],
    ["'a' | % X", "ForEach-Object can call a method that a value names: give it a block {…}"],
    ["'a'.X()", "a value may name the method that is called: write its name"],
    ["Import-Module X", "a value may name the module that is run: write its name"],
    ['ipmo "a\\$b"; X', "a value may name the module that is run: write its name"],
    [".\\tools\\X.ps1", "a value names the program: name the program"],
    ["Set-Item function:f X", "a value may become a command: use a variable"],
    ["git X", "git takes settings that run programs here: write -c name= before it"],
    ["git -c X log", "git takes settings that run programs here: write -c name= before it"],
    // Programs.
    ["awk X", runs("awk")],
    ["php -r X", runs("php")],
    ["deno eval X", runs("deno")],
    ["ssh h X", runs("ssh")],
    ["wsl -e echo X", runs("wsl")],
    ["Rscript -e X", runs("Rscript")],
    ["R -e X", runs("R")],
    ["make X", runs("make")],
    ["C:\\tools\\make.exe X", runs("make.exe")],
    ["env X", runs("env")],
    ["X | xargs", runs("xargs")],
    ["python3.12 -c X", runs("python3.12")],
    ["C:\\Python\\python.exe -c X", runs("python.exe")],
    ["docker exec c sh -c X", runs("sh")],
    ["docker exec c 'sh' -c X", runs("sh")],
    ["docker exec c /bin/sh -c X", runs("sh")],
    ["$a = C:\\Git\\bash.exe X", runs("bash.exe")],
    ["Get-Item a\rstart X", runs("start")],
    ['& "C:\\Program Files\\Git\\bin\\bash.exe" -c X', runs("bash.exe")],
    [".\\run.cmd X", runs("run.cmd")],
  ];
  for (const [command, reason] of refused) {
    it(`${JSON.stringify(command)} is refused`, () => {
      expect(read(command)).toBe(`commands[0]: ${reason}`);
    });
  }
});

describe("readPowershell() of several steps", () => {
  it("looks at every step of a template with a value, whatever it mentions", () => {
    const rows: [steps: string[], problems: string[]][] = [
      [['$x = "X"', "iex $x"], [`commands[1]: ${runs("iex")}`]],
      [["Write-Output X", "Invoke-Expression $CMD_0_OUTPUT"], [
        `commands[1]: ${runs("Invoke-Expression")}`,
      ]],
      [['$x = "X"', "powershell -Command $x"], [`commands[1]: ${runs("powershell")}`]],
      [['$x = "X"', "i`ex $x"], [
        "commands[1]: a backtick outside quotes is not understood: write quotes",
      ]],
      [["function f { & $args }", "f X"], [`commands[0]: ${runs("&")}`]],
      [["iex a", 'Write-Output "$(b)"', "Write-Output X"], [
        `commands[0]: ${runs("iex")}`,
        "commands[1]: $(…) is not understood: set a variable before",
      ]],
      [["Set-Content 'C:\\a\\Run.ps1' X", ".\\run.ps1"], [
        '"run.ps1" is written and run, and may hold a value: pass the value as an argument',
      ]],
      [["if (Test-Path run.ps1) { .\\run.ps1 X }", "& .\\run.ps1"], []],
    ];
    for (const [steps, problems] of rows) expect(readAll(steps).problems).toEqual(problems);
  });

  it("looks at none of a template without a value", () => {
    const steps = ["iex a", 'Write-Output "$(b)"', "& $c # it's"];
    expect(readAll(steps)).toEqual({ steps, problems: [] });
  });

  it("leaves steps without a value as they are", () => {
    expect(readAll(["Set-Location 'C:\\a' # here", 'Write-Output "X"'])).toEqual({
      steps: ["Set-Location 'C:\\a' # here", `Write-Output "${A}"`],
      problems: [],
    });
  });
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

/**
 * Tells what in a command could run a value as code. No list of what runs code is whole: this one
 * has what the authors of templates write.
 *
 * @param bare The command without comments and quoted texts: see `Replaced` of `_powershell.ts`.
 * @returns What it is and what to write instead.
 */
export function problemWith(bare: string): string | undefined {
  const runner = runnerIn(bare);
  if (runner !== undefined) {
    return `${
      JSON.stringify(runner)
    } can run code that is in a value: call the program by its name`;
  }
  for (const [pattern, problem] of patterns()) if (pattern.test(bare)) return problem;
}

/**
 * Tells which script is run that another command may have written: any but Test-Path that names it.
 *
 * @param bare The commands of all steps.
 * @returns What is wrong, for each.
 */
export function writtenScripts(bare: string): string[] {
  const run = new Set<string>(), named = new Set<string>();
  for (const { 0: name, index } of bare.matchAll(/(?<![\w.-])[\w.-]+\.psm?1(?![\w.-])/gi)) {
    const before = bare.slice(0, index);
    if (begins(before)) run.add(name.toLowerCase());
    else if (!/(?<![\w-])Test-Path\s[^;|\n]*$/i.test(before)) named.add(name.toLowerCase());
  }
  return [...run].filter((name) => named.has(name)).map((name) =>
    `"${name}" is written and run, and may hold a value: pass the value as an argument`
  );
}

/** Aliases of cmdlets, shells and interpreters: they count anywhere, for programs run others. */
const NAMES = "iex icm ihy ii iwmi saps sajb sal nal nmo nsn etsn ipal ipsn sbp " +
  "powershell pwsh cmd wscript cscript mshta rundll32 regsvr32 msbuild installutil wmic msiexec " +
  "forfiles schtasks psexec plink ssh wsl bash rbash sh dash zsh ksh mksh ash csh tcsh xonsh " +
  "busybox toybox xargs awk gawk mawk nawk sed gsed gdb python pythonw pypy py perl ruby jruby irb " +
  "node nodejs bun deno tsx php lua luajit julia groovy elixir rscript osascript tclsh";

/** Names that are common words: they count where a command begins. */
const WORDS =
  "start r fish nu make gmake nmake script expect watch screen tmux at batch parallel " +
  "su sudo doas runas env time timeout nohup nice setsid stdbuf vim nvim emacs m4";

function cmdlets(): RegExp {
  return /^(?:invoke-(?!(?:webrequest|restmethod)$)\w+|start-(?:process|job|threadjob|service)|new-(?:object|alias|module|pssession|service|scheduledtask\w*)|set-(?:alias|psbreakpoint)|import-(?:alias|pssession)|add-(?:type|history|pssnapin)|trace-command|update-(?:type|format)data)$/;
}

function runnerIn(bare: string): string | undefined {
  const names = new Set(NAMES.split(" ")), words = new Set(WORDS.split(" "));
  for (const match of bare.matchAll(/(?<![\w$.@:-])[A-Za-z][\w.-]*(?![\w.:\\/-])/g)) {
    const written = match[0];
    const name = written.toLowerCase().replace(/\.exe$/, "");
    // python3.12 is python.
    const plain = name.replace(/-?[\d.]+$/, "");
    const isNamed = names.has(name) || names.has(plain) || cmdlets().test(name);
    if (isNamed && !isPath(bare, match.index, match.index + written.length)) return written;
    const isCommand = isNamed || words.has(name) || /^(?:register|enter|install)-\w/.test(name) ||
      /\.(?:bat|cmd|vbs|vbe|js|jse|wsf|hta)$/.test(name);
    if (isCommand && begins(bare.slice(0, match.index))) return written;
  }
  const [, call, source] = OPERATOR.exec(bare) ?? [];
  return call ?? source ?? TYPE.exec(bare)?.[0] ?? MEMBER.exec(bare)?.[0];
}

/** Whether a name is the end of a path that is no program with options. */
function isPath(bare: string, start: number, end: number): boolean {
  return /[\\/]/.test(bare[start - 1] ?? "") && !/^\s+[-/]/.test(bare.slice(end));
}

/** Whether a command begins behind this text, which may end with the folder of a program. */
function begins(before: string): boolean {
  const start = before.replace(/[^\s;|&(){}=$"']*[\\/]$/, "");
  return /(?:^|[;|&({}\n]|\s=|\$[^\s=]*=|(?<![\w-])(?:return|throw|in|exit)\s|[;|&({}\n]\s*\.\s)\s*$/
    .test(start);
}

/** `&` and `.` before anything but a name that is written out; `&` of `2>&1` is another. */
const OPERATOR =
  /(?:(?<![>&])(&)(?!&)|(?:^|[;|&({}=\n])\s*(\.)(?=[\s"'$({]))(?!\s*[\w.\\/:~-][^\s;|&(){}$"']*(?:[\s;|&)}]|$))/;

const TYPE =
  /\[\s*(?:[\w.]*\.)?(?:scriptblock|powershell|runspacefactory|wmiclass|process|activator|assembly)(?=\s*\])/i;

const MEMBER = /\.\s*Invoke\w*|ExpandString|NewScriptBlock|AddScript/i;

function patterns(): [RegExp, string][] {
  return [
    [
      /\|\s*(?:ForEach-Object|foreach|%)(?![\w-])(?!\s*(?:\{|-(?:Process|Begin|End|Parallel)\b))/i,
      "ForEach-Object can call a method that a value names: give it a block {…}",
    ],
    [/(?:\.|::)\s*\$\w*\(/, "a value may name the method that is called: write its name"],
    [
      /(?<![\w$.@:-])(?:Import-Module|ipmo)(?![\w-])[^;|\n]*(?:[$(]|"")/i,
      "a value may name the module that is run: write its name",
    ],
    [
      /(?<![\w$.@:-])git(?:\.exe)?(?:\s+(?:-C\s+\S+|-(?!C\b)\S+))*\s+(?:[$(]|"")/,
      "git takes settings that run programs here: write -c name= before it",
    ],
    [
      /(?:^|[;|({}\n])\s*[A-Za-z_.\\/~][^\s;|&(){}$"'=]*(?:\$|"")/,
      "a value names the program: name the program",
    ],
    [/(?:function|alias):[\\\w]/i, "a value may become a command: use a variable"],
  ];
}

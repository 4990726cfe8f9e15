import { mentions, referenceAt } from './_start.js';

function problemWith(bare) {
  const runner = runnerIn(bare);
  if (runner !== void 0) {
    return `${JSON.stringify(runner)} can run code that is in a value: call the program by its name`;
  }
  for (const [pattern, problem] of patterns()) if (pattern.test(bare)) return problem;
}
function writtenScripts(bare) {
  const run = /* @__PURE__ */ new Set(), named = /* @__PURE__ */ new Set();
  for (const { 0: name, index } of bare.matchAll(/(?<![\w.-])[\w.-]+\.psm?1(?![\w.-])/gi)) {
    const before = bare.slice(0, index);
    if (begins(before)) run.add(name.toLowerCase());
    else if (!/(?<![\w-])Test-Path\s[^;|\n]*$/i.test(before)) named.add(name.toLowerCase());
  }
  return [...run].filter((name) => named.has(name)).map(
    (name) => `"${name}" is written and run, and may hold a value: pass the value as an argument`
  );
}
const NAMES = "iex icm ihy ii iwmi saps sajb sal nal nmo nsn etsn ipal ipsn sbp powershell pwsh cmd wscript cscript mshta rundll32 regsvr32 msbuild installutil wmic msiexec forfiles schtasks psexec plink ssh wsl bash rbash sh dash zsh ksh mksh ash csh tcsh xonsh busybox toybox xargs awk gawk mawk nawk sed gsed gdb python pythonw pypy py perl ruby jruby irb node nodejs bun deno tsx php lua luajit julia groovy elixir rscript osascript tclsh";
const WORDS = "start r fish nu make gmake nmake script expect watch screen tmux at batch parallel su sudo doas runas env time timeout nohup nice setsid stdbuf vim nvim emacs m4";
function cmdlets() {
  return /^(?:invoke-(?!(?:webrequest|restmethod)$)\w+|start-(?:process|job|threadjob|service)|new-(?:object|alias|module|pssession|service|scheduledtask\w*)|set-(?:alias|psbreakpoint)|import-(?:alias|pssession)|add-(?:type|history|pssnapin)|trace-command|update-(?:type|format)data)$/;
}
function runnerIn(bare) {
  const names = new Set(NAMES.split(" ")), words = new Set(WORDS.split(" "));
  for (const match of bare.matchAll(/(?<![\w$.@:-])[A-Za-z][\w.-]*(?![\w.:\\/-])/g)) {
    const written = match[0];
    const name = written.toLowerCase().replace(/\.exe$/, "");
    const plain = name.replace(/-?[\d.]+$/, "");
    const isNamed = names.has(name) || names.has(plain) || cmdlets().test(name);
    if (isNamed && !isPath(bare, match.index, match.index + written.length)) return written;
    const isCommand = isNamed || words.has(name) || /^(?:register|enter|install)-\w/.test(name) || /\.(?:bat|cmd|vbs|vbe|js|jse|wsf|hta)$/.test(name);
    if (isCommand && begins(bare.slice(0, match.index))) return written;
  }
  const [, call, source] = OPERATOR.exec(bare) ?? [];
  return call ?? source ?? TYPE.exec(bare)?.[0] ?? MEMBER.exec(bare)?.[0];
}
function isPath(bare, start, end) {
  return /[\\/]/.test(bare[start - 1] ?? "") && !/^\s+[-/]/.test(bare.slice(end));
}
function begins(before) {
  const start = before.replace(/[^\s;|&(){}=$"']*[\\/]$/, "");
  return /(?:^|[;|&({}\n]|\s=|\$[^\s=]*=|(?<![\w-])(?:return|throw|in|exit)\s|[;|&({}\n]\s*\.\s)\s*$/.test(start);
}
const OPERATOR = /(?:(?<![>&])(&)(?!&)|(?:^|[;|&({}=\n])\s*(\.)(?=[\s"'$({]))(?!\s*[\w.\\/:~-][^\s;|&(){}$"']*(?:[\s;|&)}]|$))/;
const TYPE = /\[\s*(?:[\w.]*\.)?(?:scriptblock|powershell|runspacefactory|wmiclass|process|activator|assembly)(?=\s*\])/i;
const MEMBER = /\.\s*Invoke\w*|ExpandString|NewScriptBlock|AddScript/i;
function patterns() {
  return [
    [
      /\|\s*(?:ForEach-Object|foreach|%)(?![\w-])(?!\s*(?:\{|-(?:Process|Begin|End|Parallel)\b))/i,
      "ForEach-Object can call a method that a value names: give it a block {\u2026}"
    ],
    [/(?:\.|::)\s*\$\w*\(/, "a value may name the method that is called: write its name"],
    [
      /(?<![\w$.@:-])(?:Import-Module|ipmo)(?![\w-])[^;|\n]*(?:[$(]|"")/i,
      "a value may name the module that is run: write its name"
    ],
    [
      /(?<![\w$.@:-])git(?:\.exe)?(?:\s+(?:-C\s+\S+|-(?!C\b)\S+))*\s+(?:[$(]|"")/,
      "git takes settings that run programs here: write -c name= before it"
    ],
    [
      /(?:^|[;|({}\n])\s*[A-Za-z_.\\/~][^\s;|&(){}$"'=]*(?:\$|"")/,
      "a value names the program: name the program"
    ],
    [/(?:function|alias):[\\\w]/i, "a value may become a command: use a variable"]
  ];
}

function readPowershell(commands, references) {
  if (!commands.some((command) => mentions(references, command))) return { commands, problems: [] };
  const problems = [], bare = [];
  const read = commands.map((command, step) => {
    const result = replaced(command, references);
    const problem = typeof result === "string" ? result : problemWith(result.bare);
    if (problem) problems.push(`commands[${step}]: ${problem}`);
    if (typeof result === "string") return command;
    bare.push(result.bare);
    return result.text;
  });
  problems.push(...writtenScripts(bare.join("\n")));
  return { commands: read, problems };
}
function replaced(command, references) {
  let text = "", bare = "", state = "", opened = 0;
  for (let at = 0; at < command.length; ) {
    const found = referenceAt(references, command, at);
    if (found && state === "'") return 'an argument in single quotes is not replaced: write "\u2026"';
    if (found) {
      text += `\${env:${found.variable}}`;
      if (state === "") bare += "$";
      at += found.length;
      continue;
    }
    const rest = command.slice(at);
    const token = TOKEN.exec(rest)[0];
    let { length } = token;
    const place = state === "" && token === "#" ? hashPlace(command.slice(0, at)) : "";
    const refusal = place === "?" ? "a comment is not understood" : refusalOf(token, state, command[at - 1]);
    if (refusal) return refusal;
    const quote = quoteOf(token);
    if (place === "comment") {
      const line = /^[^\r\n]*/.exec(rest)[0];
      if (mentions(references, line)) return "a comment is not understood";
      length = line.length;
    } else if (quote && state === "") {
      state = quote;
      opened = at + 1;
    } else if (quote && quote === state) {
      bare += bareQuoted(command.slice(opened, at), state, bare);
      state = "";
    } else if (state === "") bare += bareToken(token, bare);
    else if (state === "'" && token !== "''") length = 1;
    text += rest.slice(0, length);
    at += length;
  }
  return state === "" ? { text, bare } : "a quote is not closed";
}
const TOKEN = /^(?:`\r?\n|`[^]|''|""|@['"\u2018-\u201e][ \t]*\r?\n|<#|--%|\$\{[\w:. ()-]+\}|\$[({]|[^])/;
function quoteOf(token) {
  if (/^['\u2018-\u201b]$/.test(token)) return "'";
  return /^["\u201c-\u201e]$/.test(token) ? '"' : "";
}
function refusalOf(token, state, before = " ") {
  if (state === "'") return;
  if (token === "$(") return "$(\u2026) is not understood: set a variable before";
  if (token === "${") return "a name in ${\u2026} is not understood: use letters and digits";
  if (state === '"') return;
  if (token.startsWith("@") && token.length > 1) return "a here-string is not understood";
  if (token === "<#") return "a comment is not understood";
  if (token === "--%") return "--% is not understood: leave it out";
  if (token.startsWith("`") && !(token.endsWith("\n") && /\s/.test(before))) {
    return "a backtick outside quotes is not understood: write quotes";
  }
}
function hashPlace(before) {
  const word = /\S*$/.exec(before)[0];
  if (word === "" || /[;|({]$/.test(word)) return "comment";
  return /^[A-Za-z][\w.\\/:#-]*$/.test(word) ? "" : "?";
}
function bareToken(token, before) {
  if (token.startsWith("${")) return "$v";
  if (token.startsWith("`")) return " ";
  if (token === '""' || token === "''") return /\w$/.test(before) ? "" : "''";
  return token.replace(/[\u2013-\u2015]/, "-").replace("\r", "\n");
}
function bareQuoted(content, quote, before) {
  const isDynamic = (text) => quote === '"' && /[$`]|UTCP_ARG_/.test(text);
  const name = /[^\\/]*$/.exec(content)[0];
  const isCalled = /(?:^|[\s;|&({}=])[&.]$/.test(before.trimEnd().slice(-2));
  if (isCalled && name !== "" && !isDynamic(name)) {
    return content.replace(/[^\w\\/.:-]/g, "_");
  }
  if (isDynamic(content)) return '""';
  return /^[\w\\/.:-]+$/.test(content) ? content : "''";
}
function powershellScript(steps, nonce, stop) {
  const lines = [
    '$ErrorActionPreference = "Stop"',
    "[Console]::OutputEncoding = [System.Text.UTF8Encoding]::new($false)"
  ];
  for (const [index, { command, allow_failure: allowed }] of steps.entries()) {
    lines.push(
      `$CMD_${index}_OUTPUT = ""`,
      "$global:LASTEXITCODE = 0",
      `try { $CMD_${index}_OUTPUT = . ([ScriptBlock]::Create(${quoted(command)})) | Out-String; $__utcp_status = $LASTEXITCODE } catch { [Console]::Error.WriteLine($_); $__utcp_status = 1 }`,
      `[Console]::Out.Write($CMD_${index}_OUTPUT)`,
      `[Console]::Out.Write("\`0:${nonce} ${index} $__utcp_status\`0"); [Console]::Out.Flush()`,
      `[Console]::Error.Write("\`0:${nonce} ${index} $__utcp_status\`0")`
    );
    if (stop && !allowed) lines.push("if ($__utcp_status -ne 0) { exit $__utcp_status }");
  }
  return lines.join("\n");
}
function quoted(text) {
  return `'${text.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
}

export { powershellScript, readPowershell };

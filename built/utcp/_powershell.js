import { mentions, referenceAt } from './_start.js';

function readPowershell(commands, references) {
  const problems = [];
  const read = commands.map((command, step) => {
    if (!mentions(references, command)) return command;
    const runner = RUNNERS.exec(command)?.[0].trim();
    const result = runner ? `"${runner}" can run code that is in a value: call the program by its name` : replaced(command, references);
    if (typeof result === "string") problems.push(`commands[${step}]: ${result}`);
    return typeof result === "string" ? command : result.text;
  });
  return { commands: read, problems };
}
const RUNNERS = /\b(?:Invoke-Expression|iex|Invoke-Command|icm|Start-Process|saps|start|Start-Job|sajb|Add-Type|New-Object|Set-Alias|sal|New-Alias|nal|powershell|pwsh|cmd|wscript|cscript|mshta|bash|sh|wsl|python\d*|perl|node|ruby)(?:\.exe)?\b|\[\s*scriptblock|ExpandString|InvokeScript|\.\s*Invoke\b|(?:^|[\s;|({=])[&.](?=\s|["'$({])/i;
function replaced(command, references) {
  let text = "", state = "";
  for (let at = 0; at < command.length; ) {
    const rest = command.slice(at);
    const found = referenceAt(references, command, at);
    if (found && state === "'") return 'an argument in single quotes is not replaced: write "\u2026"';
    if (found) {
      text += `\${env:${found.variable}}`;
      at += found.length;
      continue;
    }
    const token = /^(?:`[^]|''|""|@['"][ \t]*\r?\n|<#|#|\$\(|[^])/.exec(rest)[0];
    if (state !== "'" && token === "$(") return "$(\u2026) is not understood: set a variable before";
    if (state === "" && /^@['"]/.test(token)) return "a here-string is not understood";
    if (state === "" && token === "<#") return "a comment is not understood";
    if (state === "" && token === "#" && /(?:^|[\s;|({])$/.test(text)) {
      return "a comment is not understood";
    }
    const quote = /^['\u2018-\u201b]$/.test(token) ? "'" : /^["\u201c-\u201e]$/.test(token) ? '"' : "";
    if (quote && state === "") state = quote;
    else if (quote && quote === state) state = "";
    const length = state === "'" && token.startsWith("`") ? 1 : token.length;
    text += rest.slice(0, length);
    at += length;
  }
  return state === "" ? { text } : "a quote is not closed";
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

import { problemWith, writtenScripts } from "./_powershell_rules.ts";
import { mentions, referenceAt, type References } from "./_references.ts";
import type { CommandStep } from "./template.ts";

/** What came of reading PowerShell commands: see {@linkcode readBash}. */
export interface PowershellText {
  commands: string[];
  problems: string[];
}

/**
 * Replaces arguments and variables in PowerShell commands by references to environment variables,
 * and refuses what could run a value as code: in every step, since values go on through variables,
 * outputs and functions. What is not understood is refused. In a template without any reference
 * nothing is looked at.
 */
export function readPowershell(commands: string[], references: References): PowershellText {
  if (!commands.some((command) => mentions(references, command))) return { commands, problems: [] };
  const problems: string[] = [], bare: string[] = [];
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

/** A command with references in the place of values. */
interface Replaced {
  text: string;
  /**
   * What of it can run anything: without comments, a `$` for a value, `""` and `''` for quoted
   * texts with and without a value; a quoted text that can be a name is that name.
   */
  bare: string;
}

function replaced(command: string, references: References): Replaced | string {
  let text = "", bare = "", state: "" | '"' | "'" = "", opened = 0;
  for (let at = 0; at < command.length;) {
    const found = referenceAt(references, command, at);
    if (found && state === "'") return 'an argument in single quotes is not replaced: write "…"';
    if (found) {
      text += `\${env:${found.variable}}`;
      if (state === "") bare += "$";
      at += found.length;
      continue;
    }
    const rest = command.slice(at);
    const token = TOKEN.exec(rest)![0];
    let { length } = token;
    const place = state === "" && token === "#" ? hashPlace(command.slice(0, at)) : "";
    const refusal = place === "?"
      ? "a comment is not understood"
      : refusalOf(token, state, command[at - 1]);
    if (refusal) return refusal;
    const quote = quoteOf(token);
    if (place === "comment") {
      const line = /^[^\r\n]*/.exec(rest)![0];
      if (mentions(references, line)) return "a comment is not understood";
      length = line.length;
    } else if (quote && state === "") {
      state = quote;
      opened = at + 1;
    } else if (quote && quote === state) {
      bare += bareQuoted(command.slice(opened, at), state, bare);
      state = "";
    } else if (state === "") bare += bareToken(token, bare);
    // In single quotes a backtick is nothing special, nor is anything else.
    else if (state === "'" && token !== "''") length = 1;
    text += rest.slice(0, length);
    at += length;
  }
  return state === "" ? { text, bare } : "a quote is not closed";
}

/** Doubled quotes stay inside; those of typography count as well. */
const TOKEN =
  /^(?:`\r?\n|`[^]|''|""|@['"\u2018-\u201e][ \t]*\r?\n|<#|--%|\$\{[\w:. ()-]+\}|\$[({]|[^])/;

function quoteOf(token: string): "" | '"' | "'" {
  if (/^['\u2018-\u201b]$/.test(token)) return "'";
  return /^["\u201c-\u201e]$/.test(token) ? '"' : "";
}

function refusalOf(token: string, state: string, before = " "): string | undefined {
  if (state === "'") return;
  if (token === "$(") return "$(…) is not understood: set a variable before";
  if (token === "${") return "a name in ${…} is not understood: use letters and digits";
  if (state === '"') return;
  if (token.startsWith("@") && token.length > 1) return "a here-string is not understood";
  if (token === "<#") return "a comment is not understood";
  if (token === "--%") return "--% is not understood: leave it out";
  if (token.startsWith("`") && !(token.endsWith("\n") && /\s/.test(before))) {
    return "a backtick outside quotes is not understood: write quotes";
  }
}

/** What a `#` outside quotes begins: a comment, nothing, or what is not known. */
function hashPlace(before: string): "comment" | "" | "?" {
  const word = /\S*$/.exec(before)![0];
  if (word === "" || /[;|({]$/.test(word)) return "comment";
  return /^[A-Za-z][\w.\\/:#-]*$/.test(word) ? "" : "?";
}

function bareToken(token: string, before: string): string {
  if (token.startsWith("${")) return "$v";
  if (token.startsWith("`")) return " ";
  // Inside a word quotes of nothing are nothing.
  if (token === '""' || token === "''") return /\w$/.test(before) ? "" : "''";
  // The dashes of typography are dashes.
  return token.replace(/[\u2013-\u2015]/, "-").replace("\r", "\n");
}

function bareQuoted(content: string, quote: string, before: string): string {
  const isDynamic = (text: string) => quote === '"' && /[$`]|UTCP_ARG_/.test(text);
  // What is called is known by the end of its path.
  const name = /[^\\/]*$/.exec(content)![0];
  const isCalled = /(?:^|[\s;|&({}=])[&.]$/.test(before.trimEnd().slice(-2));
  if (isCalled && name !== "" && !isDynamic(name)) {
    return content.replace(/[^\w\\/.:-]/g, "_");
  }
  if (isDynamic(content)) return '""';
  return /^[\w\\/.:-]+$/.test(content) ? content : "''";
}

/**
 * The PowerShell script of a template, with the marks of {@linkcode bashScript}. Each step is a text
 * that is parsed on its own and runs in the scope of the script, so that variables and the place stay.
 */
export function powershellScript(steps: CommandStep[], nonce: string, stop: boolean): string {
  const lines = [
    '$ErrorActionPreference = "Stop"',
    "[Console]::OutputEncoding = [System.Text.UTF8Encoding]::new($false)",
  ];
  for (const [index, { command, allow_failure: allowed }] of steps.entries()) {
    lines.push(
      `$CMD_${index}_OUTPUT = ""`,
      "$global:LASTEXITCODE = 0",
      `try { $CMD_${index}_OUTPUT = . ([ScriptBlock]::Create(${quoted(command)})) | Out-String` +
        "; $__utcp_status = $LASTEXITCODE } " +
        "catch { [Console]::Error.WriteLine($_); $__utcp_status = 1 }",
      `[Console]::Out.Write($CMD_${index}_OUTPUT)`,
      `[Console]::Out.Write("\`0:${nonce} ${index} $__utcp_status\`0"); [Console]::Out.Flush()`,
      `[Console]::Error.Write("\`0:${nonce} ${index} $__utcp_status\`0")`,
    );
    if (stop && !allowed) lines.push("if ($__utcp_status -ne 0) { exit $__utcp_status }");
  }
  return lines.join("\n");
}

/** The text in single quotes of PowerShell. */
function quoted(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
}

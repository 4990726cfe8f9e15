import { code } from "./inline.ts";

/** How to call a program, for a reader who knows a shell: see spec/agenttool-cli.md 6. */
export function calling(program: string, ask = false): string {
  const call = `${program} <command>`;
  return `## Calling ${code(program)}

Every call is one command line: ${code(call)} and the command's arguments, as flags, as one JSON \
object, or as both. Prefer flags.

\`\`\`sh
${call} --title "Don't panic" --target.host example.com --limits cpu=2 --limits mem=4
\`\`\`

A field of an object has a flag named by its path, such as \`--target.host\`. The flag of an array \
is given once per element, that of a map once per entry, as \`key=value\`. Put a value in double \
quotes when it holds a space, a single quote, a line break or another character that the shell \
reads; a map entry is quoted whole, as in \`--labels "note=two words"\`. Inside double quotes, \
write \`\\"\`, \`\\$\`, \`\` \\\` \`\` and \`\\\\\` for those characters. Type a line break as one: \`\\n\` stays two \
characters. A boolean flag stands alone, or says \`--flag=false\`.

Values that no flag can give go in a JSON object after the flags, each value in one place only. \
Put the JSON in single quotes, on one line; a line break in a string is \`\\n\` there.

\`\`\`sh
${call} --path notes.txt '{"edits":[{"old":"one","new":"two\\nthree"}]}'
\`\`\`

Only when the JSON holds a single quote, pass it on standard input, in a here-document whose first \
\`EOF\` is quoted:

\`\`\`sh
${call} - <<'EOF'
{"edits":[{"old":"one","new":"it's two"}]}
EOF
\`\`\`

Any parameter can also be given by itself as JSON (\`--edits:='[]'\`, \`--limit:=null\`), as JSON \
from a file (\`--edits:=@edits.json\`) or, for a string, as a file's text (\`--body:@notes.md\`). \
The file \`-\` is standard input.

In PowerShell 7.3 or later, put JSON and values in single quotes, where a single quote is written \
twice: \`'{"note":"it''s"}'\`. Older versions drop double quotes inside an argument: there, put the \
JSON in a file and run \`Get-Content -Raw args.json | ${call} -\`.

The exit status says what came of the call:

- \`0\`: It succeeded; the output is on stdout. Where stderr says that the output could not be \
written, the work is done all the same: do not run it again for that.
- \`1\`: It failed; stderr says why. Correct the arguments where they are at fault, and run it again.
- \`2\`: It did not run, and nothing was done; stderr says why: the command line is wrong, or the \
tool refused, as after a decline.
- \`3\`: It asks a question, which stdout holds as JSON. Ask the user, then run the same command \
again with \`--answer '<reply>'\` before the command: \`accept\`, \`decline\`, \`cancel\`, or a JSON \
object that answers a form. Give the answers to earlier questions again, in order.

Options come before the command: \`--answer <reply>\` answers a question, \`--out <dir>\` says where \
files are saved (their paths are printed; otherwise a temporary directory), \`--record <file>\` \
appends the call's records as JSON lines${ask ? ", `--ask` asks the person at the terminal" : ""}. \
${code(`${program} help <command>`)} shows one command, ${code(`${program} schema <command>`)} \
its JSON Schema.
`;
}

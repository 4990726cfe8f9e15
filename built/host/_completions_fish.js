import { identifierOf } from './_completions_posix.js';

function fishScript({ name, options, commands }) {
  const id = `_${identifierOf(name)}`;
  const words = commands.map(({ name: name2, about }) => [name2, about]);
  const branches = [
    branch("if", { name: "", flags: options, files: false }, words),
    ...commands.map(
      (command) => branch("else if", command, command.words.map((word) => [word, ""]))
    )
  ];
  return `# Completions of ${name} for fish, written by toolcli.

# Prints, of a command ($argv[2]) and a flag of it ($argv[3]), what $argv[1] asks for: its flags, its
# words, the values of the flag, whether the flag is bare, or whether files may stand there.
function ${id}_look
${branches.join("")}    end
end

function ${id}
    set -l typed (commandline -opc)
    set -e typed[1]
    set -l current (commandline -ct)
    set -l command ''
    set -l flag ''
    set -l given ''
    for word in $typed
        if test -n "$flag"
            set flag ''
        else if string match -q -- '-?*' "$word"
            string match -q -- '--*' "$word"; or set word -$word
            if not string match -q -- '*=*' "$word"
                set -l bare (${id}_look bare "$command" "$word")
                test -n "$bare"; or set flag $word
            end
        else if test -z "$command"
            set command $word
        else
            set given 1
        end
    end
    set -l lead ''
    if test -z "$flag"; and string match -q -- '--*=*' "$current"
        set flag (string replace -r -- '=.*' '' "$current")
        set lead $flag=
        set current (string replace -r -- '^[^=]*=' '' "$current")
    end
    set -l files (${id}_look files "$command" "$flag")
    if test -n "$flag"
        set -l values (${id}_look values "$command" "$flag")
        if test (count $values) -gt 0
            printf '%s\\n' $lead$values
        else if test -n "$files"
            __fish_complete_path "$current" | string replace -r -- '^' "$lead"
        end
    else if string match -q -- '-*' "$current"
        ${id}_look flags "$command" ''
    else
        set -l words (${id}_look words "$command" '')
        if test -z "$given"; and test (count $words) -gt 0
            printf '%s\\n' $words
        else if test -n "$files"
            __fish_complete_path "$current"
        end
    end
end

complete -c ${quoted(name)} -f -a '(${id})'
`;
}
function branch(word, { name, flags, files }, words) {
  const names = flags.map(({ name: name2, about }) => [name2, about]);
  const cases = [
    ["flags", printed(names)],
    ["words", printed(words)]
  ].filter(([, text]) => text !== "").map(([asked, text]) => `        ${asked}) ${text}
`);
  const lines = [
    `    ${word} test "$argv[2]" = ${quoted(name)}
`,
    "        switch $argv[1]\n",
    ...cases.map((text) => text.replace(/^ {8}(\w+)\) /, "            case $1\n                ")),
    ...flagLines(flags, files),
    "        end\n"
  ];
  return lines.join("");
}
function flagLines(flags, usual) {
  const asked = (name, of) => of.length === 0 ? [] : [
    `            case ${name}
`,
    ...of.map(
      ([flag, text], index) => `                ${index > 0 ? "else if" : "if"} test "$argv[3]" = ${quoted(flag)}
                    ${text}
`
    ),
    "                end\n"
  ];
  const other = flags.filter(({ files }) => files !== usual).map(({ name }) => name);
  return [
    ...asked("bare", flags.filter(({ bare }) => bare).map(({ name }) => [name, "echo 1"])),
    ...asked(
      "values",
      flags.filter(({ bare, values }) => !bare && values.length > 0).map(({ name, values }) => [name, printed(values.map((value) => [value, ""]))])
    ),
    ...usual || other.length > 0 ? [
      "            case files\n",
      `                ${usual ? "not " : ""}contains -- "$argv[3]" ${other.map(quoted).join(" ")}; and echo 1
`
    ] : []
  ];
}
function printed(words) {
  const lines = words.filter(([word]) => !/[\n\r\t\0]/.test(word));
  if (lines.length === 0) return "";
  const texts = lines.map(([word, about]) => quoted(about === "" ? word : `${word}	${about}`));
  return `printf '%s\\n' ${texts.join(" ")}`;
}
function quoted(text) {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

export { fishScript };

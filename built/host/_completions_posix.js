function lookup(program, { notes }) {
  const { options, commands } = program;
  const branches = [
    branch(
      { name: "", flags: options, words: commands.map(({ name }) => name), files: false },
      commands.map(({ about }) => about)
    ),
    ...commands.map((command) => branch(command, []))
  ];
  return branches.join("");
  function branch({ name, flags, words, files }, about) {
    const lines = [
      `flags=${array(flags.map(({ name: name2 }) => name2))}`,
      `choices=${array(words)}`,
      ...files ? ["files=1"] : [],
      ...notes ? [`flag_notes=${array(flags.map(({ about: about2 }) => about2))}`] : [],
      ...notes && about.length > 0 ? [`choice_notes=${array(about)}`] : [],
      ...flagCases(flags, files)
    ];
    return `  ${quoted(name)})
${lines.map((line) => `    ${line}
`).join("")}    ;;
`;
  }
}
function flagCases(flags, usual) {
  const cases = flags.flatMap(
    ({ name, bare, values, files }) => bare ? [`${quoted(name)}) bare=1 ;;`] : values.length > 0 ? [`${quoted(name)}) values=${array(values)} ;;`] : files === usual ? [] : [`${quoted(name)}) files=${files ? "1" : ""} ;;`]
  );
  return cases.length > 0 ? ["case $2 in", ...cases, "esac"] : [];
}
function array(words) {
  return `(${words.map(quoted).join(" ")})`;
}
function quoted(text) {
  return `'${text.replaceAll("\0", "").replaceAll("'", `'\\''`)}'`;
}
function identifierOf(name) {
  return `_toolcli_${name.replace(/\W/g, "_")}`;
}

export { identifierOf, lookup, quoted };

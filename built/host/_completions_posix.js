function lookup(program, { notes }) {
  const { options, commands } = program;
  const branches = [
    branch("", options, commands.map(({ name }) => name), commands.map(({ about }) => about)),
    ...commands.map(({ name, flags, words }) => branch(name, flags, words, []))
  ];
  return branches.join("");
  function branch(name, flags, words, about) {
    const lines = [
      `flags=${array(flags.map(({ name: name2 }) => name2))}`,
      `choices=${array(words)}`,
      ...notes ? [`flag_notes=${array(flags.map(({ about: about2 }) => about2))}`] : [],
      ...notes && about.length > 0 ? [`choice_notes=${array(about)}`] : [],
      ...flagCases(flags)
    ];
    return `  ${quoted(name)})
${lines.map((line) => `    ${line}
`).join("")}    ;;
`;
  }
}
function flagCases(flags) {
  const cases = flags.flatMap(
    ({ name, bare, values }) => bare ? [`${quoted(name)}) bare=1 ;;`] : values.length > 0 ? [`${quoted(name)}) values=${array(values)} ;;`] : []
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

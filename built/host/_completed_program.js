import { firstLine, collapsed, OWN_COMMANDS } from '../mod.js';

function completedProgram(name, commands) {
  const names = commands.map(({ name: name2 }) => name2);
  const own = OWN_COMMANDS.map((name2) => ({
    name: name2,
    about: name2 === "help" ? "Show the program's help, or a command's" : "Show a command's schema",
    flags: [],
    words: names,
    files: false
  }));
  const described = commands.map((command) => ({
    name: command.name,
    about: firstLine(command.description),
    flags: flagsOf(command.params, ""),
    words: [],
    files: false
  }));
  return { name, options: OPTIONS, commands: [...described, ...own] };
}
const OPTIONS = [
  {
    name: "--answer",
    about: "Answer a question of the call",
    bare: false,
    values: ["accept", "decline", "cancel"],
    files: false
  },
  bare("--ask", "Ask the person at the terminal"),
  bare("--help", "Show the program's help"),
  file("--out", "The folder that files are saved in"),
  file("--record", "The file that records are added to")
];
function bare(name, about) {
  return { name, about, bare: true, values: [], files: false };
}
function file(name, about) {
  return { name, about, bare: false, values: [], files: true };
}
function flagsOf(params, prefix) {
  return params.flatMap((param) => {
    const path = prefix + param.name;
    const own = !param.flag() ? [] : [{
      name: `--${path}`,
      about: collapsed(param.description),
      bare: (param.type === "boolean" || param.items === "boolean") && !param.map(),
      values: param.map() ? [] : (param.enum ?? []).flatMap(wordOfJson),
      // A number is none, and no entry of a map begins as one.
      files: !param.map() && ["", "string"].includes(param.items || param.type)
    }];
    return [...own, ...flagsOf(param.fields ?? [], `${path}.`)];
  });
}
function wordOfJson(json) {
  if (json.startsWith('"')) return [JSON.parse(json)];
  return /^[{[n]/.test(json) ? [] : [json];
}

export { bare, completedProgram };

import type { Commands } from "./_bash_commands.ts";
import { isDynamic, Refusal, type Word } from "./_bash_word.ts";

/** Before its command, git takes settings that run programs, and so do some of its commands. */
export function checkGit(args: Word[], commands: Commands): void {
  const first = args.findIndex(({ text }, index) =>
    text !== undefined && !text.startsWith("-") && !/^-[cC]$/.test(args[index - 1]?.text ?? "")
  );
  const before = first < 0 ? args : args.slice(0, first);
  for (const [index, { text, head, splits }] of before.entries()) {
    if (text !== undefined) continue;
    const option = before[index - 1]?.text ?? "";
    const isValue = !splits && (option === "-C" || option === "-c" && GIT_SETTINGS.test(head) ||
      /^--(?:git-dir|work-tree|namespace)=/.test(head));
    if (!isValue) throw new Refusal("git takes settings that run programs here: write them out");
  }
  if (first < 0) return;
  const [{ text: command }, ...rest] = args.slice(first) as [Word, ...Word[]];
  if (command === "bisect" && rest[0]?.text === "run") return commands.simple(rest.slice(1));
  const codes = command === "config"
    ? !rest.some(({ text }) => /^--(?:get|list)/.test(text ?? "") || GIT_SETTINGS.test(`${text}=`))
    : command === "submodule"
    ? rest.some(({ text }) => text === "foreach")
    : /^(?:filter-branch|for-each-repo|difftool|mergetool)$/.test(command!);
  if (codes && rest.some(isDynamic)) {
    throw new Refusal(`an argument of git ${command} can be code: write it out`);
  }
  for (const [index, word] of rest.entries()) {
    if (!isDynamic(word)) continue;
    const option = rest[index - 1]?.text ?? "";
    const letters = Object.hasOwn(GIT_LETTERS, command!) ? GIT_LETTERS[command!]! : "";
    const runs = (option: string) =>
      GIT_CODE.test(option) ||
      /^-[A-Za-z]/.test(option) && [...letters].some((letter) => option.includes(letter));
    if (runs(word.head) || !option.includes("=") && runs(option)) {
      throw new Refusal(`an option of git ${command} runs its value: write it out`);
    }
  }
}

/** Settings of git that run nothing. */
const GIT_SETTINGS = /^(?:advice|author|color|column|committer|i18n|user)\.[\w.-]+=/i;

/** Options of git's commands whose value is code, the name of a program, or a setting. */
const GIT_CODE =
  /^--(?:config|config-env|ex(?:ec?(?:-path)?)?|extcmd|upl[\w-]*|rec[\w-]*-pack|rec|receive\w*|open[\w-]*|templ\w*|[\w-]*-filter|[\w-]*editor)(?:=|$)/;

/** Letters of its commands' short options of the same kind. */
const GIT_LETTERS: Record<string, string> = {
  clone: "cu",
  "fetch-pack": "u",
  grep: "O",
  rebase: "x",
};

import { lintTemplate } from "../../utcp/lint.ts";
import { parseTemplate } from "../../utcp/template.ts";
import { unsafeConstructs } from "../../utcp/unsafe.ts";
import type { Target } from "./_target.ts";

const PIECES = [
  "UTCP_ARG_a_UTCP_END",
  "UTCP_ARG_b.c_UTCP_END",
  "${HOME}",
  "$VAR",
  "echo ",
  "git log -n ",
  "cd /tmp",
  "eval ",
  "bash -c ",
  "find . -exec ",
  "if true; then ",
  "; fi",
  "for x in ",
  "; do ",
  "; done",
  "case x in ",
  " esac",
  "while ",
  "{ ",
  "; }",
  "(",
  ")",
  "$(",
  "`",
  "$((",
  "))",
  "${",
  "${x:-",
  "${!x}",
  "}",
  "[[ ",
  " ]]",
  "<<EOF\n",
  "EOF\n",
  "<<<",
  "<(",
  ">",
  "2>&1",
  "|",
  "||",
  "&&",
  "&",
  ";",
  ";;",
  "\n",
  " ",
  "'",
  '"',
  "\\",
  "$'",
  "#",
  "!",
  "x=",
  "x+=(",
  "declare -i ",
  "printf -v ",
  "[",
  "*",
  "~",
  "a",
  "1",
];

const VALID = [
  `git log -n "UTCP_ARG_a_UTCP_END" --format='%h %s' | head -n 5`,
  `for f in *.txt; do printf '%s\\n' "$f: UTCP_ARG_a_UTCP_END"; done`,
  `if [ -e UTCP_ARG_a_UTCP_END ]; then cat -- UTCP_ARG_a_UTCP_END; else echo "none" >&2; fi`,
  `cat <<EOF\nhello UTCP_ARG_a_UTCP_END\nEOF\n`,
  `x=$(echo UTCP_ARG_a_UTCP_END); case $x in a*) echo 1;; *) echo 2;; esac`,
];

/** What reads the commands of a template before anything runs. */
export const utcpScanner: Target = {
  name: "utcp",
  input: (random) =>
    random.once(2) ? random.text(PIECES, 14) : random.mutated(random.one(VALID), PIECES),
  check(command) {
    try {
      const template = parseTemplate({ call_template_type: "cli", commands: [{ command }] });
      unsafeConstructs(template);
      lintTemplate(template);
    } catch (error) {
      if (!(error instanceof TypeError && error.message.startsWith("Invalid "))) throw error;
    }
  },
};

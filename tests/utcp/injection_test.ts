// spec/utcp-cli.md W1 and beyond: no value runs, whatever the template that is accepted.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { fires, firesHere, PAYLOADS } from "./_canary.ts";
import { parseTemplate } from "../../utcp/template.ts";
import { unsafeConstructs } from "../../utcp/unsafe.ts";
import { exists, failureOf, inDirectory, placed, runSteps, type Step } from "./_run.ts";

const ignore = Deno.build.os === "windows";

/** What is refused: the steps, a value that runs in them elsewhere and how, words of the reason. */
type Refused = [
  steps: Step | Step[],
  value: string,
  how: "pasted" | "referred" | { script: string },
  reason: string,
];

const SUBSCRIPT = "a[$(touch F)]";

describe("unsafe constructs", { ignore }, () => {
  const rows: Refused[] = [
    // W1
    ["echo $((X+1))", SUBSCRIPT, "referred", "$((…)) evaluates"],
    ["echo $[X+1]", SUBSCRIPT, "referred", "$[…] evaluates"],
    ["[[ X -gt 3 ]]", SUBSCRIPT, "referred", "write [ … ]"],
    ["test -v X", SUBSCRIPT, "referred", "taken for an operator"],
    ["[ -v X ]", SUBSCRIPT, "referred", "taken for an operator"],
    ["[[ -v X ]]", SUBSCRIPT, "referred", "evaluates subscripts"],
    ["printf -v X hi", SUBSCRIPT, "referred", "format of printf"],
    ["let n=X", SUBSCRIPT, "referred", "let evaluates"],
    ["declare -i n=X", SUBSCRIPT, "referred", "declare -i"],
    ["typeset -i n=X", SUBSCRIPT, "referred", "typeset -i"],
    ["f() { local -i n=X; }; f", SUBSCRIPT, "referred", "local -i"],
    ["read X <<< hi", SUBSCRIPT, "referred", "read can run code"],
    ['s=hello; echo "${s:X}"', SUBSCRIPT, "referred", "${…:…} evaluates"],
    ["for ((i=0;i<X;i++)); do break; done", SUBSCRIPT, "referred", "for ((…)) evaluates"],
    ["(( X > 3 ))", SUBSCRIPT, "referred", "((…)) evaluates"],
    ['bash -c "echo X"', "x; touch F", "referred", "code of bash"],
    ["bash -c 'echo X'", "x; touch F", "referred", "code of bash"],
    ["/bin/bash -xc X", "touch F", "referred", "code of bash"],
    ["bash -c -x X", "touch F", "referred", "code of bash"],
    ["sh -ec 'echo X'", "x; touch F", "referred", "code of sh"],
    ["env bash -c X", "touch F", "referred", "code of bash"],
    ["nohup sh -c X", "touch F", "referred", "code of sh"],
    ["timeout 5 sh -c X", "touch F", "referred", "code of sh"],
    ["command bash -c X", "touch F", "referred", "code of bash"],
    ["docker exec c sh -c X", "touch F", {
      script: '\
docker() { shift 2; "$@"; }; docker exec c sh -c "$V"',
    }, "code of sh"],
    ["eval echo X", "x; touch F", "referred", "eval runs"],
    ["'eval' X", "touch F", "referred", "eval runs"],
    ["e\\val X", "touch F", "referred", "eval runs"],
    ["$'eval' X", "touch F", "referred", "eval runs"],
    ["ev\\\nal X", "touch F", "referred", "eval runs"],
    ["{eval,X}", "touch F", "referred", "names the program"],
    ["builtin eval X", "touch F", "referred", "eval runs"],
    ["time -p eval X", "touch F", "referred", "eval runs"],
    ["! eval X", "touch F", "referred", "eval runs"],
    ["echo X | xargs -I{} sh -c 'echo {}'", "x; touch F", "referred", "code of sh"],
    ["echo X | xargs -I% sh -c 'echo %'", "x; touch F", "referred", "code of sh"],
    ["trap X EXIT", "touch F", "referred", "trap can run code"],
    ['awk "BEGIN{print \\"X\\"}"', '"; system("touch F"); print "', "referred", "awk -v name="],
    ["awk X", 'BEGIN{system("touch F")}', "referred", "awk -v name="],
    ['echo hi | sed "s/hi/X/"', "x/e;s/.*/touch F/e #", "referred", "code of sed"],
    ["echo hi | sed -e p -e X", "s/.*/touch F/e", "referred", "code of sed"],
    ["echo hi > p; sed p X", "--expression=s/.*/touch F/e", "referred", "code of sed"],
    // where the shell does not replace
    ["echo $'X'", "'; touch F; '", "pasted", "$'…' is not replaced"],
    ['echo $"X"', "$(touch F)", "pasted", '$"…"'],
    ["echo `echo X`", "x; touch F", "pasted", "write $(…)"],
    ["echo hi # X", "\ntouch F", "pasted", "in a comment"],
    ["echo ${v:-X}", "$(touch F)", "pasted", "in ${…}"],
    ['echo "$UTCP_ARG_x_UTCP_END"', "(touch F)", "pasted", "variable's name"],
    // subscripts and names
    ["a[X]=1", SUBSCRIPT, "pasted", "subscripts of arrays"],
    ["a=([X]=1)", SUBSCRIPT, "pasted", "subscripts of arrays"],
    ["echo ${a[X]}", SUBSCRIPT, "pasted", "a subscript is evaluated"],
    ["v=X; echo ${!v}", SUBSCRIPT, "referred", "takes a value for a name"],
    ["v=X; echo ${v@P}", "$(touch F)", "referred", "can run what is in the value"],
    ["declare X=1", SUBSCRIPT, "referred", "name of a variable"],
    ["declare -n r=X; echo $r", SUBSCRIPT, "referred", "declare -n"],
    ["declare -a a=X", "([$(touch F)]=1)", "referred", "declare -a"],
    ["compgen -W X", SUBSCRIPT, "referred", "compgen can run code"],
    ["RANDOM=X", SUBSCRIPT, "referred", '"RANDOM" means something'],
    ["set -x; PS4=X; :", "$(touch F)", "referred", '"PS4" means something'],
    ["BASH_ENV=X bash -c :", "$(touch F)", "referred", '"BASH_ENV" means something'],
    ["[ X Y ]", SUBSCRIPT, { script: '[ -v "$V" ]' }, "taken for an operator"],
    ["test -n X -a -n Y", SUBSCRIPT, { script: 'test -n x -a -v "$V"' }, "taken for an operator"],
    // a value that goes on
    ["n=X; echo $((n+1))", SUBSCRIPT, "referred", '"n", which may hold code'],
    [["n=X", "echo $((n))"], SUBSCRIPT, "referred", '"n", which may hold code'],
    ["n=1; n=X; [[ n -gt 2 ]]", SUBSCRIPT, "referred", '"n", which may hold code'],
    ["n=X; [[ $n -gt 2 ]]", SUBSCRIPT, "referred", '"n", which may hold code'],
    ["read -r n <<< X; echo $((n))", SUBSCRIPT, "referred", '"n", which may hold code'],
    ["printf -v n '%s' X; echo $((n))", SUBSCRIPT, "referred", '"n", which may hold code'],
    ["for n in X; do echo $((n)); done", SUBSCRIPT, "referred", '"n", which may hold code'],
    [
      "n=1; unset n; v=X; : ${n:=$v}; echo $((n))",
      SUBSCRIPT,
      "referred",
      '"n", which may hold code',
    ],
    ["n=$(echo X); echo $((n))", SUBSCRIPT, "referred", '"n", which may hold code'],
    ["f() { echo $(($1)); }; f X", SUBSCRIPT, "referred", "$((…)) evaluates"],
    ["set -- X; echo $(($1))", SUBSCRIPT, "referred", "$((…)) evaluates"],
    ["bash -c 'echo $(($1))' _ X", SUBSCRIPT, "referred", "$((…)) evaluates"],
    ["export N=X; bash -c 'echo $((N))'", SUBSCRIPT, "referred", '"N", which may hold code'],
    ['c=X; eval "$c"', "touch F", "referred", "eval runs"],
    ["c=X; $c", "touch F", "referred", "names the program"],
    ['c=X; bash -c "$c"', "touch F", "referred", "code of bash"],
    ['c=X; trap "$c" EXIT', "touch F", "referred", "trap can run code"],
    ["c=X; trap 'eval \"$c\"' EXIT", "touch F", "referred", "eval runs"],
    ['read -r a b <<< X; "$a" <<< "$b"', "sh touch F", "referred", "names the program"],
    ['f() { "$@"; }; f bash -c X', "touch F", "referred", "names the program"],
    ["v=X; [ $v ]", "-v a[$(touch${IFS}F)]", "referred", "several words"],
    ["echo X > s.sh; bash s.sh", "touch F", "referred", '"s.sh" is written and run'],
    ["cat > s.sh <<E\nX\nE\n. ./s.sh", "touch F", "pasted", '"s.sh" is written and run'],
    ["echo X > s; chmod +x s; ./s", "touch F", "referred", '"s" is written and run'],
    ["echo X | tee s.sh >&2; sh ./s.sh", "touch F", "referred", '"s.sh" is written and run'],
    // code from the input
    ["echo X | sh", "touch F", "referred", "from its input"],
    ["bash <<< X", "touch F", "referred", "from its input"],
    ["bash <<E\nX\nE", "touch F", "pasted", "code of bash"],
    ["bash -s -- a <<< X", "touch F", "referred", "from its input"],
    ["bash /dev/stdin <<< X", "touch F", "referred", "from its input"],
    [". /dev/stdin <<< X", "touch F", "referred", "not known"],
    ["source <(echo X)", "touch F", "referred", "not known"],
    ["bash <(echo X)", "touch F", "referred", "code of bash"],
    ["echo X | xargs bash -c", "touch${IFS}F", "referred", "code of bash"],
    ["echo X | perl", "system 'touch F'", "referred", "from its input"],
    // options that take code
    ["env X", "-Stouch F", "referred", "an option of env"],
    ["env -S X", "touch F", "referred", "env -S"],
    ["perl -e '1;' X", "-esystem('touch F')", "referred", "code of perl"],
    ["perl X", "-esystem('touch F')", "referred", "code of perl"],
    ['perl -pe "s/a/X/" /dev/null; perl -e X', "system('touch F')", "referred", "code of perl"],
    ["python3 X", "-cimport os;os.system('touch F')", "referred", "code of python3"],
    ['python3 -c "print(X)"', "__import__('os').system('touch F')", "referred", "code of python3"],
    ["deno eval X", "Deno.writeTextFileSync('F','')", "referred", "code of deno"],
    ["node -e 1 X", "--eval=require('fs').writeFileSync('F','')", "referred", "code of node"],
    ["node -p X", "require('fs').writeFileSync('F','')", "referred", "code of node"],
    ["find . -maxdepth 0 -exec sh -c X \\;", "touch F", "referred", "code of sh"],
    [
      "find . -maxdepth 0 -exec python3 X \\;",
      "-cimport os;os.system('touch F')",
      "referred",
      "code of python3",
    ],
    ["flock l -c X", "touch F", "referred", "flock -c"],
    ["git -c X st", "alias.st=!touch F", "referred", "git takes settings"],
    ["echo X | xargs git", "-c alias.s=!touch${IFS}F s", "referred", "git takes settings"],
    ["make X", "--eval=$(shell touch F)", "referred", "make runs"],
    ["make all V=X", "$(shell touch F)", {
      script: 'make -s --eval="all:;@: \\$(V)" "V=$V"',
    }, "make runs"],
    ["watch X", "touch F", { script: 'watch() { sh -c "$*"; }; watch "$V"' }, "given to a shell"],
    ["ssh host ls X", "; touch F", {
      script: 'ssh() { shift; sh -c "$*"; }; ssh host ls "$V"',
    }, "gives it to a shell"],
    ["ssh host <<< X", "touch F", { script: 'ssh() { sh; }; ssh host <<< "$V"' }, "from its input"],
    [
      "find X Y Z A",
      "touch",
      { script: "find . -maxdepth 0 -exec touch F ';'" },
      "options of find",
    ],
    // options before and around the code
    ["bash -c -o pipefail X", "touch F", "referred", "code of bash"],
    ["bash -co pipefail X", "touch F", "referred", "code of bash"],
    ["bash -c -O extglob X", "touch F", "referred", "code of bash"],
    ["rbash -c X", "touch F", "referred", "code of rbash"],
    ["/bin/b?sh -c X", "touch F", "referred", "a pattern names the program"],
    ["echo X | bash -e", "touch F", "referred", "from its input"],
    ["echo X | bash --norc", "touch F", "referred", "from its input"],
    ["cat <<E | sh -eu\nX\nE", "touch F", "pasted", "from its input"],
    ["echo X | env bash -e", "touch F", "referred", "from its input"],
    ["echo X | python3 -u", "import os;os.system('touch F')", "referred", "from its input"],
    ["echo X | perl -w", "system 'touch F'", "referred", "from its input"],
    ["echo X | node -i", "require('fs').writeFileSync('F','')", "referred", "from its input"],
    ["echo X | awk -f -", 'BEGIN{system("touch F")}', "referred", "from its input"],
    ["echo X | awk -f /dev/stdin", 'BEGIN{system("touch F")}', "referred", "from its input"],
    ["echo X > p; awk -fp", 'BEGIN{system("touch F")}', "referred", '"p" is written and run'],
    [
      "echo X > p; echo a | sed -nfp",
      "s/.*/touch F/e",
      "referred",
      '"p" is written and run',
    ],
    ["echo X > p; echo a | sed --file=p", "s/.*/touch F/e", "referred", '"p" is written and run'],
    [
      "echo X > p.js; node -r ./p.js -e 1",
      "require('fs').writeFileSync('F','')",
      "referred",
      '"p.js" is written and run',
    ],
    [
      "echo X > p.pm; perl -I. -Mp -e 1",
      "system 'touch F';",
      "referred",
      '"p.pm" is written and run',
    ],
    [
      "echo X > p.py; python3 -m p",
      "import os;os.system('touch F')",
      "referred",
      '"p.py" is written and run',
    ],
    ["perl -pe 1 -- X", "touch F|", "referred", "code of perl"],
    ["timeout -k5s 10 sh -c X", "touch F", "referred", "code of sh"],
    ["timeout --signal TERM 5 awk X", 'BEGIN{system("touch F")}', "referred", "awk -v name="],
    ["env --chdir . awk X", 'BEGIN{system("touch F")}', "referred", "awk -v name="],
    ["nice --adjustment 5 awk X", 'BEGIN{system("touch F")}', "referred", "awk -v name="],
    ["echo hi | stdbuf --output L sed X", "s/.*/touch F/e", "referred", "code of sed"],
    ["env - awk X", 'BEGIN{system("touch F")}', "referred", "awk -v name="],
    [
      "m=5; env - PATH=\"$PATH\" m=X bash -c 'echo $((m))'",
      SUBSCRIPT,
      "referred",
      '"PATH" means something',
    ],
    ["m=5; env - m=X /bin/bash -c 'echo $((m))'", SUBSCRIPT, {
      script: 'm=5; env - PATH="$PATH" m="$V" bash -c \'echo $((m))\'',
    }, '"m", which may hold code'],
    ["env --split X", "touch F", "referred", "takes code"],
    ["prlimit awk X", 'BEGIN{system("touch F")}', "referred", "awk -v name="],
    ["echo hi | setpriv sed X", "s/.*/touch F/e", "referred", "code of sed"],
    ["docker exec c awk X", 'BEGIN{system("touch F")}', {
      script: 'docker() { shift 2; "$@"; }; docker exec c awk "$V"',
    }, "awk -v name="],
    ["echo X | docker exec -i c sh", "touch F", {
      script: 'docker() { shift 3; "$@"; }; echo "$V" | docker exec -i c sh',
    }, "from its input"],
    ["kubectl exec -i p -- bash -e <<< X", "touch F", {
      script: 'kubectl() { shift 4; "$@"; }; kubectl exec -i p -- bash -e <<< "$V"',
    }, "from its input"],
    ["ssh host bash -e <<< X", "touch F", {
      script: 'ssh() { shift; "$@"; }; ssh host bash -e <<< "$V"',
    }, "from its input"],
    ["echo X | xargs -rI{} sh -c 'echo {}'", "x; touch F", "referred", "code of sh"],
    ["echo X | xargs -rI {} sh -c 'echo {}'", "x; touch F", "referred", "code of sh"],
    ["echo X | xargs --repl={} sh -c 'echo {}'", "x; touch F", "referred", "of xargs is not known"],
    ["echo X | xargs -d '\\n' sh -c", "touch F", "referred", "code of sh"],
    ["echo X | xargs -d'\\n' sh -c", "touch F", "referred", "code of sh"],
    ["echo X | xargs find .", "-maxdepth 0 -exec touch F ;", "referred", "options of find"],
    [
      "mkdir -p -- X; find X -maxdepth 0 -exec sh -c 'ls {}' \\;",
      "a;touch F",
      "referred",
      "code of sh",
    ],
    // commands of the shell
    ["set -- X; [[ $1 -gt 3 ]]", SUBSCRIPT, "referred", "[[ … ]] evaluates"],
    ["set -- X; [[ ${1} -gt 3 ]]", SUBSCRIPT, "referred", "[[ … ]] evaluates"],
    ["f() { [[ 3 -lt $1 ]]; }; f X", SUBSCRIPT, "referred", "[[ … ]] evaluates"],
    ["sleep 0 & wait -n -p X", SUBSCRIPT, "referred", "an option of wait"],
    ["jobs -x eval X", "touch F", "referred", "jobs can run code"],
    ["n=X; read -r -a a <<< '1 2'; unset 'a[n]'", SUBSCRIPT, "referred", "unset evaluates"],
    ["n=X; [ -v 'a[n]' ]", SUBSCRIPT, "referred", "[ -v … ] evaluates"],
    ["n=X; test -v a[n]", SUBSCRIPT, "referred", "[ -v … ] evaluates"],
    ["export n=X; bash -c 'test -v a[n]'", SUBSCRIPT, "referred", "[ -v … ] evaluates"],
    ["v=X; printf $\\\nv hi", "-va[$(touch${IFS}F)]", "referred", "splits what $ begins"],
    ["n=X; (\\\n(n))", SUBSCRIPT, "referred", 'splits "(("'],
    ["n=X; echo $(\\\n(n))", SUBSCRIPT, "referred", 'splits "(("'],
    // git and others with options that run their value
    ["git init -q; git -c core.fsmonitor=X status", "touch F;:", "referred", "git takes settings"],
    ["git -c alias.z=X z", "!touch F", "referred", "git takes settings"],
    ["git init -q; git config alias.z X; git z", "!touch F", "referred", "git config can be code"],
    ["git init -q; git ls-remote --upload-pack=X .", "touch F;:", "referred", "runs its value"],
    ["git rebase --exec X", "touch F", {
      script: 'git() { shift; shift; sh -c "$1"; }; git rebase --exec "$V"',
    }, "runs its value"],
    ["git bisect run sh -c X", "touch F", {
      script: 'git() { shift 2; "$@"; }; git bisect run sh -c "$V"',
    }, "code of sh"],
    ["git submodule foreach X", "touch F", {
      script: 'git() { shift 2; sh -c "$*"; }; git submodule foreach "$V"',
    }, "git submodule can be code"],
    ["V=X make", "$(shell touch F)", {
      script: 'printf \'all:\\n\\t@echo "$(V)"\\n\' > Makefile; V="$V" make',
    }, 'make expands "V"'],
    ["export V=X; make", "$(shell touch F)", {
      script: "printf 'all:\\n\\t@echo \"$(V)\"\\n' > Makefile; export V; make",
    }, 'make expands "V"'],
    ["set -a; V=X; make", "$(shell touch F)", {
      script: 'printf \'all:\\n\\t@echo "$(V)"\\n\' > Makefile; set -a; V="$V"; make',
    }, 'make expands "V"'],
    ["echo X | make -f -", "all:;@touch F", "referred", "from its input"],
    ["touch a; tar -I X -cf b a", "touch F;:", {
      script: "touch a; tar -I \"sh -c '$V'\" -cf b a",
    }, "code of tar"],
    [
      "touch a; tar --checkpoint=1 --checkpoint-action=exec=X -cf b a",
      "touch F",
      "referred",
      "code of tar",
    ],
    ["TAR_OPTIONS=X tar -cf b a", "--checkpoint=1 --checkpoint-action=exec=touch${IFS}F", {
      script: 'touch a; TAR_OPTIONS="$V" tar -cf b a',
    }, '"TAR_OPTIONS" means something'],
    [
      "echo X | ed -s",
      "!touch F",
      { script: 'ed() { sh -c "$(cut -c2-)"; }; echo "$V" | ed -s' },
      "from its input",
    ],
    ["npx -c X", "touch F", { script: 'npx() { sh -c "$2"; }; npx -c "$V"' }, "code of npx"],
    // what else has code in its input
    ["ed -s f <<E\n,s/foo/X/g\nw\nq\nE", "x/\n!touch F\n", {
      script: 'ed() { sh -c "$(sed -n s/^!//p)"; }; ed -s f <<< "$V"',
    }, "code of ed"],
    ["{ ed; } <<< X", "!touch F", {
      script: 'ed() { sh -c "$(cut -c2-)"; }; { ed; } <<< "$V"',
    }, "from its input"],
    ["psql -d db <<E\nselect 'X';\nE", "x';\n\\! touch F\n", {
      script: 'psql() { sh -c "$(sed -n \'s/^.! //p\')"; }; psql -d db <<< "$V"',
    }, "code of psql"],
    ["sqlite3 db \"select 'X'\"", "'||edit('a','touch F;:')||'", {
      script: "sqlite3() { sh -c 'touch F'; }; sqlite3 db",
    }, "SQL without values"],
    ["sqlite3 db '.output X' 'select 1'", "|touch F", {
      script: 'sqlite3() { sh -c "${2#.output |}"; }; sqlite3 db ".output $V"',
    }, "SQL without values"],
    [
      "touch s.py; python3 -i s.py <<< X",
      "import os;os.system('touch F')",
      "referred",
      "from its input",
    ],
    ["node -i -e 1 <<< X", "require('fs').writeFileSync('F','')", "referred", "from its input"],
    ["perl -de 1 <<< X", "system 'touch F'", "referred", "from its input"],
    [
      "python3 -m timeit \"'X'.join('abc')\"",
      "'+str(__import__('os').system('touch F'))+'",
      "pasted",
      "-m timeit takes code",
    ],
    ["bash //dev/stdin <<< X", "touch F", "referred", "from its input"],
    ["make -sf- <<< X", "all:;@touch F", "referred", "from its input"],
    ["env V=X make", "$(shell touch F)", {
      script: 'printf \'all:\\n\\t@echo "$(V)"\\n\' > Makefile; env V="$V" make',
    }, 'make expands "V"'],
    ["LANG=X; make", "$(shell touch F)", {
      script: 'printf \'all:\\n\\t@echo "$(LANG)"\\n\' > Makefile; export LANG; LANG="$V"; make',
    }, 'make expands "LANG"'],
    ["touch a; split --filter='cat > X.o' a", "a; touch F #", {
      script: 'echo 1 > a; split --filter="cat > $V.o" a',
    }, "code of split"],
    ["sg root -c 'echo X'", "x; touch F", {
      script: 'sg() { sh -c "$3"; }; sg root -c "echo $V"',
    }, "given to a shell"],
    ["strace -o X true", "|touch F", {
      script: 'strace() { sh -c "${2#|}"; }; strace -o "$V" true',
    }, "code of strace"],
    [
      "strace X Y",
      "touch F",
      { script: 'strace() { "$@"; }; strace touch F' },
      "names the program",
    ],
    ["choom -n 0 -- bash -x -c X", "touch F", "referred", "code of bash"],
    ["perl -ne 'print' -- X /dev/null", "touch F|", "referred", "code of perl"],
    ["perl -e 'while(<>){print}' -- X", "touch F|", "referred", "code of perl"],
    ["echo hi | sed -e p -be 's/hi/X/'", "x/e;s/.*/touch F/e #", "referred", "code of sed"],
    [
      "echo hi | sed -e p --exp 's/hi/X/'",
      "x/e;s/.*/touch F/e #",
      "referred",
      "of sed is not known",
    ],
    // a database's client, wherever its input comes from; it runs `.shell`
    ...[
      "q() { sqlite3 db; }; echo X | q",
      "{ sqlite3 db; } <<< X",
      "if sqlite3 db; then :; fi <<< X",
      "exec <<< X; sqlite3 db",
      "sqlite3 db 3<<<X <&3",
    ].map((step): Refused => [step, ".shell touch F", {
      script: `sqlite3() { sed -n s/^.shell//p | sh; }; ${step.replace("X", '"$V"')}`,
    }, "in its input"]),
    ["sqlite3 db X", ".shell touch F", {
      script: 'sqlite3() { sh -c "${2#.shell}"; }; sqlite3 db "$V"',
    }, "SQL without values"],
    ["echo X > q.sql; psql -d db -f q.sql", "\\! touch F", {
      script: "psql() { sed -n 's/^.! //p' q.sql | sh; }; echo \"$V\" > q.sql; psql -d db -f q.sql",
    }, '"q.sql" is written and run'],
    ["echo X > q.sql; psql -d db -fq.sql", "\\! touch F", {
      script: "psql() { sed -n 's/^.! //p' q.sql | sh; }; echo \"$V\" > q.sql; psql -d db -fq.sql",
    }, '"q.sql" is written and run'],
    ["psql -v x=X <<'E'\nselect :x;\nE", "1;\n\\! touch F\n", {
      script: 'psql() { echo "${2#x=}" | sed -n \'s/^.! //p\' | sh; }; psql -v "x=$V"',
    }, '":x" may become code'],
    ["docker run --rm --entrypoint sh img -c X", "touch F", {
      script: 'docker() { sh "$5" "$6"; }; docker run --rm --entrypoint sh -c "$V"',
    }, "the entrypoint of docker"],
    ["echo X > Makefile; make", "all:;@touch F", "referred", '"Makefile" is written and run'],
    ["echo X > m.mk; make -sf m.mk", "all:;@touch F", "referred", '"m.mk" is written and run'],
    // here-documents that are code
    ["bash -s X <<'E'\nexec <<< \"$1\"\nE", "touch F", "referred", "has $ in it"],
    [
      "bash -s X <<'E'\nread -r a\ncat <<'Q'\neval \"$1\"\nQ\nE",
      "touch F",
      "referred",
      "has $ in it",
    ],
    ["perl - X <<'E'\nwhile(<>){print}\nE", "touch F|", "referred", "code of perl"],
    ["bash -s <<'E' 00<<<X\n:\nE", "touch F", "referred", "from its input"],
    ["bash -s 3<<<X <<'E' 0>&3\n:\nE", "touch F", "referred", "from its input"],
    ["x=$(cat <<E\nE X)\nE\n)", "touch", {
      script: "x=$(cat <<E\nE touch F)\nE\n)",
    }, "begins like its end"],
    ['v=X; cat <<\'a"b\'\na"b\neval "$v"\nab', "touch F", "referred", "the delimiter"],
    ['v=X; cat <<\\\n-E\nE\neval "$v"\n-E', "touch F", "referred", "splits an operator"],
    ["bash /dev//stdin <<< X", "touch F", "referred", "from its input"],
    ["bash /dev/./stdin <<< X", "touch F", "referred", "from its input"],
    [". /dev/../dev/./fd/0 <<< X", "touch F", "referred", "is not known"],
    ["BASH_ENV=/dev/stdin bash -c : <<< X", "touch F", "referred", "is not known"],
    // where words and commands begin
    [". /<(echo X)", "touch F", "referred", "is not known"],
    ["bash ''<(echo X)", "touch F", "referred", "code of bash"],
    ['c=X; cat ${v:-<(eval "$c")}', "touch F", "referred", "in ${…} is not understood"],
    ['printf "-v"X hi', SUBSCRIPT, "referred", "format of printf"],
    ["env &\\\n>/dev/null X", "-Stouch F", "referred", "splits an operator"],
    [
      "n=X; [[ a =~ ( ]] ; case a in a )foo || n -eq 1 ]]\n;; esac",
      SUBSCRIPT,
      "referred",
      '"n", which may hold code',
    ],
    ["date() { echo X; }; n=$(date +%s); echo $((n))", SUBSCRIPT, "referred", "may hold code"],
    ["echo X > s; chmod +x s; hash -p ./s ls; ls", "touch F", "referred", "hash -p"],
    ["f=run; echo X > $f.sh; bash run.sh", "touch F", "referred", '"run.sh" is written and run'],
    ["echo 'touch F' | xargs -I X sh -c 'echo a'", "echo a", "referred", "xargs -I replaces"],
    // more of the shell
    ['v=X; cat <<E=F\nE=F\neval "$v"\nE', "touch F", "referred", "the delimiter"],
    ['v=X; cat <<FIN\u00c9\nx\nFIN\u00c9\neval "$v"', "touch F", "referred", "the delimiter"],
    ["c=X; trap -- 'eval \"$c\"' EXIT", "touch F", "referred", "eval runs"],
    ["v1=X; v=0; b=1; echo $((v$b))", SUBSCRIPT, "referred", "joins names"],
    [
      "n=0; read -ran <<< X; echo $((n))",
      "a[$(touch${IFS}F)]",
      "referred",
      '"n", which may hold code',
    ],
    [
      "REPLY=0; read -r <<< X; echo $((REPLY))",
      SUBSCRIPT,
      "referred",
      '"REPLY", which may hold code',
    ],
    ["read -r RANDOM <<< X", SUBSCRIPT, "referred", '"RANDOM" means something'],
    ["printf -v OPTIND '%s' X", SUBSCRIPT, "referred", '"OPTIND" means something'],
    ["for SECONDS in X; do :; done", SUBSCRIPT, "referred", '"SECONDS" means something'],
    ["set -x; read -r PS4 <<< X; :", "$(touch F)", "referred", '"PS4" means something'],
    ["set -k; bash -c : BASH_ENV=X", "$(touch F)", "referred", "set -k"],
    ["zsh -c 'exit $1' _ X", "path[$(touch F)]", {
      script: 'zsh() { bash -c "echo \\$((\\$1))" _ "$4"; }; zsh -c x _ "$V"',
    }, "code of zsh with $"],
    ["echo X > e; BASH_ENV=e bash -c ls", "touch F", "referred", '"e" is written and run'],
    ["echo X > rc; bash --rcfile rc -i -c ls", "touch F", "referred", '"rc" is written and run'],
    // files that go another way
    ["echo X > a; cp a s.sh; bash s.sh", "touch F", "referred", '"s.sh" is written and run'],
    ["echo X | dd of=s.sh; bash s.sh", "touch F", "referred", '"s.sh" is written and run'],
    [
      "mkdir d; cd d; echo X > s.sh; cd ..; bash d/s.sh",
      "touch F",
      "referred",
      '"s.sh" is written and run',
    ],
    ["echo X > $PWD/s.sh; bash s.sh", "touch F", "referred", '"s.sh" is written and run'],
    // programs that a value names
    ["X Y", "touch F", { script: 'v=eval; "$v" "$V"' }, "names the program"],
    [["X hi", "echo Y"], "touch F", { script: 'v=eval; "$v" "$V"' }, "names a program"],
    ["echo 'touch F' | X", "sh", "referred", "names the program"],
    ["mapfile -C X -c 1 a <<< hi", "touch F #", "referred", "mapfile can run code"],
    ["alias e=eval; shopt -s expand_aliases\ne X", "touch F", "referred", "alias changes"],
    ["hash -p X ls; ls", "./s", {
      script: "echo 'touch F' > s; chmod +x s; hash -p \"$V\" ls; ls",
    }, "hash can run code"],
  ];

  for (const [steps, value, how, reason] of rows) {
    const name = JSON.stringify(steps);
    it(`${name} is refused: ${reason}`, async () => {
      await inDirectory(async (directory) => {
        const template = { working_dir: directory };
        const running = runSteps(steps, { args: { x: value, y: value, z: value }, template });
        const error = await failureOf(running);
        expect(error.name).toBe("UnsafeTemplateError");
        expect(error.message).toContain(reason);
        expect(await exists(`${directory}/F`)).toBe(false);
      });
    });
    it(`${name} runs ${JSON.stringify(value)} elsewhere`, async () => {
      expect(await fires(how, steps, value)).toBe(true);
    });
  }

  it("what is nested too deeply to be read is refused", () => {
    const command = `${"{ ".repeat(100_000)}echo ${placed("X")}${"; }".repeat(100_000)}`;
    const template = parseTemplate({ call_template_type: "cli", commands: [{ command }] });
    expect(unsafeConstructs(template)).toEqual(["commands[0]: it is too deeply nested"]);
  });

  it("what runs what runs others is not followed for ever", () => {
    const command = `${"docker run env ".repeat(40)}echo ${placed("X")}`;
    const template = parseTemplate({ call_template_type: "cli", commands: [{ command }] });
    expect(unsafeConstructs(template)).toEqual(["commands[0]: it is too long to be understood"]);
  });

  it("the error names each step and what to write instead", async () => {
    const { message } = await failureOf(runSteps(["eval X", "echo hi", "echo $'X'"]));
    expect(message).toBe(
      "Unsafe template: commands[0]: eval runs values as code: write the command itself; " +
        "commands[2]: an argument in $'…' is not replaced: write '…' or \"…\"",
    );
  });
});

/** Command lines without a shell, and a value that runs in them. */
const ARGV: [argv: string[], value: string, reason: string][] = [
  [["sh", "-c", "echo hello X"], "; touch F", "code of sh"],
  [["sh", "-c", "X"], "touch F", "code of sh"],
  [["awk", 'BEGIN{print "X"}'], '"; system("touch F"); print "', "awk -v name="],
  [["env", "X"], "-Stouch F", "an option of env"],
  [["python3", "-c", "X"], "import os;os.system('touch F')", "code of python3"],
  [["find", ".", "-maxdepth", "0", "-exec", "sh", "-c", "X", ";"], "touch F", "code of sh"],
  [["git", "-c", "X", "z"], "alias.z=!touch F", "git takes settings"],
  [["bash", "-c", "[[ $1 -gt 3 ]]", "_", "X"], "a[$(touch F)]", "[[ … ]] evaluates"],
];

describe("argv", { ignore }, () => {
  const given = (words: string[]) => words.map((word) => word.replace("X", "UTCP_ARG_x_UTCP_END"));

  for (const [argv, value, reason] of ARGV) {
    it(`${JSON.stringify(argv)} is refused: ${reason}`, async () => {
      await inDirectory(async (directory) => {
        const template = { argv: given(argv), working_dir: directory };
        const error = await failureOf(runSteps([], { args: { x: value }, template }));
        expect(error.name).toBe("UnsafeTemplateError");
        expect(error.message).toContain(`argv: `);
        expect(error.message).toContain(reason);
        expect(await exists(`${directory}/F`)).toBe(false);
      });
    });
    it(`${JSON.stringify(argv)} runs ${JSON.stringify(value)} elsewhere`, async () => {
      await inDirectory(async (cwd) => {
        const [program, ...args] = argv.map((word) => word.replace("X", () => value));
        await new Deno.Command(program!, { args, cwd, stdout: "null", stderr: "null" }).output();
        expect(await exists(`${cwd}/F`)).toBe(true);
      });
    });
  }

  it("a value that names the program is refused beside others, and code of a known program's", () => {
    for (
      const argv of [["X", "Y"], ["cmd.exe", "/c", "X"], ["C:\\bin\\PowerShell.exe", "-c", "X"]]
    ) {
      const template = parseTemplate({ call_template_type: "cli", argv: argv.map(placed) });
      expect(unsafeConstructs(template)).toHaveLength(1);
    }
  });
});

describe("what is like something unsafe", () => {
  const fine = [
    "docker exec c git log X",
    "docker logs X",
    "docker pull python; echo X",
    "kubectl get pods -l app=git -n X",
    "git log -n X",
    "git commit -m X",
    "git switch -c X",
    "git push -u origin X",
    "git -C X status",
    "git clone X d",
    "tar -xzf X -C Y",
    "rsync -av X Y",
    "npm run build -- X",
    "psql -v name=X -f q.sql",
    "find . -name X -exec grep -n foo {} \\;",
    "find X -type f -exec sed -i s/a/b/ {} \\;",
    "xargs -n 1 -P 4 echo X",
    "echo X | xargs -0 -n 1 rm --",
    "echo X | xargs -rI{} echo '<{}>'",
    "timeout --signal=KILL 5 echo X",
    "timeout -k 1 5 echo X",
    "env -i -u A B=X printenv B",
    "sudo -E -u root -- ls X",
    "nice -n 5 echo X",
    "nice -5 echo X",
    "flock -n lock echo X",
    "taskset -c 0 echo X",
    "sleep 1 & wait $!; echo X",
    "jobs; unset a 'a[0]'; echo X",
    "[ -v a ] || echo X",
    "[[ $# -gt 0 ]] || echo X",
    "bash --version; python3 -V; echo X",
    "bash -o pipefail -c 'echo \"$1\"' _ X",
    "curl X | python3 -m json.tool",
    "node -r ./a.js b.js -- X",
    "sed -f prog.sed -- X",
    "echo X > out.txt; python3 script.py",
    "cp X dest; mv dest Y",
    "make all; V=1 make; echo X",
    "ls *.txt; cat [a-z]*.txt X",
    "printf '%s\\n' \\\n  X",
    "set -euo pipefail; set -a; echo X",
    "ps aux | grep bash | grep X; which python3",
    "python3 - X <<'E'\nimport sys; print(sys.argv)\nE",
    "N=X python3 <<'E'\nimport os; print(os.environ['N'])\nE",
    "bash -s <<'E'\necho hi\nE\necho X",
    "psql -v x=X <<'E'\nselect :'x';\nE",
    "mysql -u X db < dump.sql",
    "crontab -l; echo X",
    "for i in {1..3}; do echo $((i*2)) X; done",
    "for i in $(seq 3); do echo $((i*2)) X; done",
    "now=$(date +%s); echo $((now-3600)) X",
    "start=$SECONDS; echo X; echo $((SECONDS-start))",
    "node --experimental-strip-types s.ts X",
    "deno run --check s.ts X",
    "sed --in-place 's/a/b/' -- X",
    "awk -F X '{print $1}' f; awk -F\"X\" '{print $1}' f",
    "git config --get X; git config user.email X",
    "GIT_AUTHOR_NAME=X git commit -m m",
    "perl -ne 'print' < X; perl -e 'print $ARGV[0]' -- X",
    "docker exec c psql -U X -f q.sql; kubectl exec p -- ls X; docker run --rm img X Y",
    "uv run pytest X; poetry run python s.py X",
    'while read -r l; do echo "$l"; done < X; read -r a b <<< X; mapfile -t lines < X',
    "LC_ALL=C sort -- X",
    "while IFS=$'\\t' read -r a b; do echo \"$a\"; done <<< X",
    "printf $'%s\\n' X",
    "[[ ! X =~ ^(a|b)$ ]] || echo no",
    "[[ X =~ ^[a-z]+(\\.[a-z]+)*$ && -n Y ]]",
    "[[ (X =~ ^a) || Y == b ]]",
    "sqlite3 X 'select 1'; psql -d X -c 'select 1'; psql -d X -f q.sql",
    "psql -v x=X <<'E'\nselect :'x', a::text;\nE",
    "docker run --rm -e A=X img cmd; docker run --rm --entrypoint /app img X; docker build -t X .",
    "uv run script.py X",
    "echo X; docker run --entrypoint",
    "time sort -- X; ls | time -p cat",
    "diff <(echo X) <(echo Y)",
    'echo X > "$HOME/out.txt"; bash run.sh',
  ];
  for (const command of fine) {
    it(`${command} is accepted`, () => {
      const commands = [{ command: placed(command) }];
      const template = parseTemplate({ call_template_type: "cli", commands });
      expect(unsafeConstructs(template)).toEqual([]);
    });
  }
});

describe("accepted templates", { ignore }, () => {
  // Rows 11 to 16 and 29 to 36, and all constructs that are understood.
  const accepted: string[] = [
    "printf '<%s>' X",
    `printf '<%s>' "X"`,
    "printf '<%s>' 'X'",
    "printf '%d' X",
    "echo X",
    'echo "u=X"',
    "echo 'u=X'",
    "[ X -gt 3 ]",
    "[ X ]",
    "[ ! -f X ]",
    "test X = Y",
    '[ -n "X" ] && echo "Y"',
    "[[ abc == X ]]",
    "[[ X == a* && -f Y ]]",
    "[[ a =~ X ]]",
    "[[ X < Y ]]",
    "case X in a) echo 1;; *) echo 2;; esac",
    "case abc in (X|b) echo 1;; esac",
    "awk -v v=X 'BEGIN{print v}'",
    "echo hi > X",
    "cat < X",
    "cat <<< X",
    "cat <<E\nX \"X\" 'X'\nE",
    "cat <<'E'\nX $HOME \\ `x` \"X\"\nE",
    "cat <<-E | sort\n\tX\n\tE",
    "if [ -n X ]; then echo X; elif [ X = b ]; then echo Y; else echo Z; fi",
    'for i in X Y; do echo "$i"; done',
    'while read -r l; do echo "$l"; done <<< X',
    "until echo X; do break; done",
    'n=X; echo "$n"; echo $n',
    'k=0; while [ "$k" -lt 2 ]; do echo X; k=$((k+1)); done',
    "for ((k=0;k<2;k++)); do echo X; done",
    'f() { echo "<$1>"; [ "$1" = Y ]; }; f X',
    'set -- X; echo "$1" "$@" $*',
    'echo "$(echo "X" | tr a b)"',
    "echo $(echo X) $(echo 'X')",
    "(echo X; echo 'Y')",
    "{ echo X; } 2>&1 | cat",
    "diff <(echo X) <(echo Y)",
    "bash -c 'echo \"$1\"' _ X",
    "echo X | xargs sh -c 'echo \"$1\"' _",
    "xargs -I{} echo '<{}>' <<< X",
    "find . -maxdepth 1 -name X",
    "find . -maxdepth 0 -exec sh -c 'echo \"$1\"' _ X {} \\;",
    "sed -n p -- X",
    "echo a | sed -n p ./X",
    "awk '{print}' X",
    "perl -e 'print @ARGV' -- X",
    "python3 -c 'import sys; print(sys.argv)' X",
    "env A=X printenv A",
    "A=X sh -c 'echo \"$A\"'",
    "export A=X; sh -c 'echo \"$A\"'",
    "declare A=X; readonly B=X",
    "timeout 5 printf '%s' X",
    "cd X",
    "git -C . -c user.name=X log -n 1 -- X",
    "command -v X",
    'echo "a"X\'b\' \\"X\\" \\\'X',
    'echo "\\X" \\\\X "\\\\X"',
    "echo {a,b}X X{,.c}",
    "trap 'echo bye' EXIT; echo X",
    "sort -- X </dev/null",
    "echo X # don't",
    "! echo X | grep -c Y",
  ];

  // A step each, in subshells, so that none reaches another: one call for each value.
  const together = {
    template: { subshells: true, on_error: "continue" as const, timeout: 60_000 },
  };

  for (const value of PAYLOADS) {
    it(`${JSON.stringify(value)} runs in none`, async () => {
      if (!await firesHere(accepted, value, together)) return;
      const fired = await Promise.all(accepted.map((step) => firesHere(step, value)));
      expect(accepted.filter((_, index) => fired[index])).toEqual([]);
    });
  }

  for (const steps of ["X hi", "X", ["echo X", 'echo "$CMD_0_OUTPUT"; echo $CMD_0_OUTPUT']]) {
    it(`no value runs in ${JSON.stringify(steps)}`, async () => {
      const fired = await Promise.all(PAYLOADS.map((value) => firesHere(steps, value)));
      expect(PAYLOADS.filter((_, index) => fired[index])).toEqual([]);
    });
  }

  it("the same values run where they are pasted", async () => {
    for (const value of ["x; touch F", "$(touch F)", "`touch F`", "\ntouch F\n"]) {
      expect(await fires("pasted", "echo X", value)).toBe(true);
    }
    expect(await fires("pasted", 'echo "u=X"', '"; touch F; "')).toBe(true);
    expect(await fires("pasted", "echo 'u=X'", "'; touch F; '")).toBe(true);
    expect(await fires("pasted", "cat <<'E'\nX\nE", "x\nE\ntouch F\n")).toBe(true);
  });
});

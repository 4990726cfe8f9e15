// spec/utcp-cli.md W1 and beyond: no value runs, whatever the template that is accepted.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { fires, firesHere, PAYLOADS } from "./_canary.ts";
import { exists, failureOf, inDirectory, runSteps, type Step } from "./_run.ts";

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
    ["bash <<E\nX\nE", "touch F", "pasted", "from its input"],
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

  it("the error names each step and what to write instead", async () => {
    const { message } = await failureOf(runSteps(["eval X", "echo hi", "echo $'X'"]));
    expect(message).toBe(
      "Unsafe template: commands[0]: eval runs values as code: write the command itself; " +
        "commands[2]: an argument in $'…' is not replaced: write '…' or \"…\"",
    );
  });
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

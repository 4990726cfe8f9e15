import { type Case, exists, inDirectory, placed, runSteps, type Step } from "./_run.ts";

/** The values that an attacker would try, each to make a file F. */
export const PAYLOADS = [
  "a[$(touch F)]",
  "-v a[$(touch${IFS}F)]",
  "-va[$(touch F)]",
  "-v",
  "x; touch F",
  "touch F",
  "|touch F",
  "\ntouch F\n",
  "x\nEOF\ntouch F\n",
  "$(touch F)",
  "`touch F`",
  "${x:-$(touch F)}",
  "'; touch F; '",
  "'\"'; touch F; '\"'",
  '"; touch F; "',
  "\\",
  "x\\",
  "eval",
  "* ? [a-z] ~ $HOME !!",
  '"; system("touch F"); print "',
  'BEGIN{system("touch F")}',
  "x/e;s/.*/touch F/e #",
  "--expression=1e touch F",
  "-cimport os;os.system('touch F')",
  "-esystem('touch F')",
  "--eval=$(shell touch F)",
  "x:=$(shell touch F)",
  "-Stouch F",
];

/**
 * Whether a value makes a file F by way of a template, as the published plugins run it: pasted into
 * the script (up to 1.1.0), or by a reference that knows of quotes only (later). A script of its own
 * stands for a program that may not be here, or for two values that differ; `$V` is the value.
 */
export async function fires(
  how: "pasted" | "referred" | { script: string },
  steps: Step | Step[],
  value: string,
): Promise<boolean> {
  let fired = false;
  await inDirectory(async (cwd) => {
    const script = typeof how === "object" ? how.script : [steps].flat()
      .map((step) => placed(typeof step === "string" ? step : step.command ?? ""))
      .map((command) => how === "pasted" ? pasted(command, value) : referred(command)).join("\n");
    await new Deno.Command("/bin/bash", {
      args: ["-c", script],
      cwd,
      env: { V: value },
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    fired = await exists(`${cwd}/F`);
  });
  return fired;
}

/** Whether a value makes a file F by way of a template, as this room runs it. */
export async function firesHere(
  steps: Step | Step[],
  value: string,
  { template }: Case = {},
): Promise<boolean> {
  let fired = false;
  await inDirectory(async (cwd) => {
    const args = { x: value, y: value, z: value };
    await runSteps(steps, { args, template: { timeout: 5_000, ...template, working_dir: cwd } })
      .catch((error) => {
        // A call that is refused shows nothing.
        if (error.name === "UnsafeTemplateError") throw error;
      });
    fired = await exists(`${cwd}/F`);
  });
  return fired;
}

const PLACEHOLDER = /UTCP_ARG_\w+?_UTCP_END/y;

function pasted(command: string, value: string): string {
  return command.replace(new RegExp(PLACEHOLDER, "g"), () => value);
}

/** See spec/utcp-cli.md 2.3. */
function referred(command: string): string {
  let text = "", quote = "";
  for (let at = 0; at < command.length;) {
    PLACEHOLDER.lastIndex = at;
    const length = PLACEHOLDER.exec(command)?.[0].length;
    const c = command[at]!;
    if (length) {
      text += quote === "" ? '"$V"' : quote === '"' ? "${V}" : `'"$V"'`;
      at += length;
    } else if (c === "\\" && quote !== "'") {
      text += command.slice(at, at + 2);
      at += 2;
    } else {
      if (quote === "" && /['"]/.test(c)) quote = c;
      else if (c === quote) quote = "";
      text += c;
      at++;
    }
  }
  return text;
}

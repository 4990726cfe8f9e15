import { cliOptions } from "./_cli_object.ts";
import type { Workflow } from "./workflow.ts";

/** Names that a key can have beside its character: see spec/asmp.md 7.3. */
const KEYS = "up down left right enter return tab escape esc space backspace delete home end " +
  "pageup pagedown ctrl-c ctrl-d ctrl-z ctrl-l ctrl-a ctrl-e";

/** Finds what is allowed, but hardly meant: see spec/asmp.md 5.5. */
export function lintWorkflow(workflow: Workflow): string[] {
  return [...workflow.states.keys()].flatMap((name) =>
    lintState(workflow, name).map((problem) => `State "${name}": ${problem}`)
  );
}

function lintState(workflow: Workflow, name: string): string[] {
  const problems: string[] = [];
  const { cli, transitions } = workflow.states.get(name)!;
  for (const { action } of cli?.options ?? []) {
    if (transitions.some((transition) => transition.action === action)) continue;
    problems.push(`option "${action}" has no transition and is not shown`);
  }
  const owners = new Map<string, string>();
  for (const [index, { action, keys }] of cliOptions(workflow, name).entries()) {
    if (keys === undefined) continue;
    const tokens = keys.toLowerCase().split(/\s+/).filter((token) => token !== "");
    const normal = tokens.join(" ");
    for (const token of tokens) {
      if (!isKey(token)) problems.push(`option "${action}": "${token}" is no key`);
    }
    if (/^\d$/.test(normal) && Number(normal) !== index + 1) {
      problems.push(`option "${action}": key "${normal}" is not its own number ${index + 1}`);
    }
    const owner = owners.get(normal);
    if (owner !== undefined) {
      problems.push(`options "${owner}" and "${action}" have the same keys "${normal}"`);
    } else if (normal !== "") owners.set(normal, action);
  }
  return problems;
}

function isKey(token: string): boolean {
  return [...token].length === 1 || KEYS.split(" ").includes(token);
}

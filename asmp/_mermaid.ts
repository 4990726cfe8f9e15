import type { Workflow } from "./workflow.ts";
import type { Transition } from "./workflow_state.ts";

/**
 * A workflow as the text of a mermaid flowchart: see spec/asmp.md 3.9.
 *
 * @param workflow The workflow.
 * @param current The state to mark.
 * @returns The text.
 */
export function mermaid(workflow: Workflow, current?: string): string {
  const lines = [
    "flowchart LR",
    `  start([Start]) --> ${workflow.initial}`,
    ...workflow.transitions.map((transition) =>
      `  ${transition.from} -->|${mermaidText(edgeLabel(transition))}| ${transition.to}`
    ),
    ...[...workflow.states.keys()]
      .filter((state) => isEnd(workflow, state))
      .map((state) => `  ${state}(${state})`),
  ];
  if (current !== undefined && workflow.states.has(current)) {
    lines.push("  classDef current fill:#fde68a,stroke:#b45309,color:#111827");
    lines.push(`  class ${current} current`);
  }
  return `${lines.join("\n")}\n`;
}

/**
 * What a drawing says beside an arrow.
 *
 * @param transition The transition that the arrow stands for.
 * @returns Its action, with a star where it should be confirmed.
 */
export function edgeLabel({ action, critical }: Transition): string {
  return critical ? `${action} *` : action;
}

/**
 * Tells whether a run ends in a state.
 *
 * @param workflow The workflow.
 * @param state The state.
 * @returns Whether its name or its status says so.
 */
export function isEnd(workflow: Workflow, state: string): boolean {
  const ends = ["completed", "failed"];
  return ends.includes(state.toLowerCase()) ||
    ends.includes(workflow.states.get(state)?.status ?? "");
}

/** Text that could be read as syntax is quoted, with what ends a quotation written as a code. */
function mermaidText(text: string): string {
  if (/^[\w .*-]+$/.test(text)) return text;
  return `"${text.replace(/["#&<>`\n\r]/g, (character) => `#${character.codePointAt(0)};`)}"`;
}

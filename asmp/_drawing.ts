import type { Viz } from "@viz-js/viz";
import { edgeLabel, isEnd } from "./_mermaid.ts";
import type { Workflow } from "./workflow.ts";
import type { Transition } from "./workflow_state.ts";

/** How many transitions are drawn: laying out more can take minutes, and nothing else runs then. */
const MOST = 60;

/** What was drawn of a workflow, and how many transitions it had. */
interface Drawn {
  readonly transitions: number;
  readonly svg: string;
}

let viz: Promise<Viz> | undefined;
const drawn: WeakMap<Workflow, Drawn> = new WeakMap();

/**
 * Draws a workflow, one with very many transitions not whole, but only what touches a state. Colours
 * are the page's: states and arrows have the classes `node`, `edge`, `start`, `end`, `current`.
 *
 * @param workflow The workflow.
 * @param current The state to mark.
 * @returns An `svg` element.
 */
export async function drawing(workflow: Workflow, current?: string): Promise<string> {
  const { transitions, states } = workflow;
  const marked = current !== undefined && states.has(current) ? current : undefined;
  if (!isWhole(workflow)) {
    const near = marked ?? workflow.initial;
    const touching = transitions.filter(({ from, to }) => from === near || to === near);
    const some = touching.slice(0, MOST);
    return mark(await draw(workflow, near, some), marked);
  }
  let known = drawn.get(workflow);
  if (known?.transitions !== transitions.length) {
    known = {
      transitions: transitions.length,
      svg: await draw(workflow, workflow.initial, transitions),
    };
    drawn.set(workflow, known);
  }
  return mark(known.svg, marked);
}

/**
 * Tells whether a workflow is drawn whole.
 *
 * @param workflow The workflow.
 * @returns Whether all of it is drawn.
 */
export function isWhole({ transitions }: Workflow): boolean {
  return transitions.length <= MOST;
}

async function draw(
  workflow: Workflow,
  first: string,
  transitions: readonly Transition[],
): Promise<string> {
  viz ??= import("@viz-js/viz").then(({ instance }) => instance());
  const states = new Set([first, ...transitions.flatMap(({ from, to }) => [from, to])]);
  const text = (await viz).renderString({
    name: workflow.id,
    graphAttributes: { rankdir: "LR", bgcolor: "transparent", pad: 0.05, nodesep: 0.3 },
    nodeAttributes: {
      shape: "box",
      style: "rounded,filled",
      fontname: "Helvetica",
      fontsize: 12,
      margin: "0.16,0.08",
      height: 0.4,
    },
    edgeAttributes: { fontname: "Helvetica", fontsize: 11, arrowsize: 0.7 },
    // States are upper case: none is called "start".
    nodes: [
      ...states.has(workflow.initial) ? [START] : [],
      ...[...states].map((name) => ({
        name,
        attributes: { label: name, class: isEnd(workflow, name) ? "end" : "" },
      })),
    ],
    edges: [
      ...states.has(workflow.initial) ? [{ tail: "start", head: workflow.initial }] : [],
      ...transitions.map((transition) => ({
        tail: transition.from,
        head: transition.to,
        attributes: { label: vizText(` ${edgeLabel(transition)} `) },
      })),
    ],
  }, { format: "svg" });
  return text.slice(text.indexOf("<svg"))
    .replace("<svg", '<svg role="img" aria-label="The workflow"');
}

const START = {
  name: "start",
  attributes: {
    label: "",
    class: "start",
    shape: "circle",
    width: 0.15,
    height: 0.15,
    fixedsize: true,
  },
};

/** In its labels Graphviz reads escapes and entities. */
function vizText(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("&", "&amp;").replace(/\s+/g, " ");
}

/** Marks a state, whose name is letters, digits and underscores. */
function mark(svg: string, state: string | undefined): string {
  if (state === undefined) return svg;
  return svg
    .replace(
      new RegExp(`class="(node[^"]*)">(?=\\s*<title>${state}</title>)`),
      'class="$1 current">',
    )
    .replace('aria-label="The workflow"', `aria-label="The workflow, in state ${state}"`);
}

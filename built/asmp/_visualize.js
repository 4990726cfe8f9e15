import { Html, html, page } from './_page.js';

function mermaid(workflow, current) {
  const lines = [
    "flowchart LR",
    `  start([Start]) --> ${workflow.initial}`,
    ...workflow.transitions.map(
      (transition) => `  ${transition.from} -->|${mermaidText(edgeLabel(transition))}| ${transition.to}`
    ),
    ...[...workflow.states.keys()].filter((state) => isEnd(workflow, state)).map((state) => `  ${state}(${state})`)
  ];
  if (current !== void 0 && workflow.states.has(current)) {
    lines.push("  classDef current fill:#fde68a,stroke:#b45309,color:#111827");
    lines.push(`  class ${current} current`);
  }
  return `${lines.join("\n")}
`;
}
function edgeLabel({ action, critical }) {
  return critical ? `${action} *` : action;
}
function isEnd(workflow, state) {
  const ends = ["completed", "failed"];
  return ends.includes(state.toLowerCase()) || ends.includes(workflow.states.get(state)?.status ?? "");
}
function mermaidText(text) {
  if (/^[\w .*-]+$/.test(text)) return text;
  return `"${text.replace(/["#&<>`\n\r]/g, (character) => `#${character.codePointAt(0)};`)}"`;
}

const MOST = 60;
let viz;
const drawn = /* @__PURE__ */ new WeakMap();
async function drawing(workflow, current) {
  const { transitions, states } = workflow;
  const marked = current !== void 0 && states.has(current) ? current : void 0;
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
      svg: await draw(workflow, workflow.initial, transitions)
    };
    drawn.set(workflow, known);
  }
  return mark(known.svg, marked);
}
function isWhole({ transitions }) {
  return transitions.length <= MOST;
}
async function draw(workflow, first, transitions) {
  viz ??= import('@viz-js/viz').then(({ instance }) => instance());
  const states = /* @__PURE__ */ new Set([first, ...transitions.flatMap(({ from, to }) => [from, to])]);
  const text = (await viz).renderString({
    name: workflow.id,
    graphAttributes: { rankdir: "LR", bgcolor: "transparent", pad: 0.05, nodesep: 0.3 },
    nodeAttributes: {
      shape: "box",
      style: "rounded,filled",
      fontname: "Helvetica",
      fontsize: 12,
      margin: "0.16,0.08",
      height: 0.4
    },
    edgeAttributes: { fontname: "Helvetica", fontsize: 11, arrowsize: 0.7 },
    // States are upper case: none is called "start".
    nodes: [
      ...states.has(workflow.initial) ? [START] : [],
      ...[...states].map((name) => ({
        name,
        attributes: { label: name, class: isEnd(workflow, name) ? "end" : "" }
      }))
    ],
    edges: [
      ...states.has(workflow.initial) ? [{ tail: "start", head: workflow.initial }] : [],
      ...transitions.map((transition) => ({
        tail: transition.from,
        head: transition.to,
        attributes: { label: vizText(` ${edgeLabel(transition)} `) }
      }))
    ]
  }, { format: "svg" });
  return text.slice(text.indexOf("<svg")).replace("<svg", '<svg role="img" aria-label="The workflow"');
}
const START = {
  name: "start",
  attributes: {
    label: "",
    class: "start",
    shape: "circle",
    width: 0.15,
    height: 0.15,
    fixedsize: true
  }
};
function vizText(text) {
  return text.replaceAll("\\", "\\\\").replaceAll("&", "&amp;").replace(/\s+/g, " ");
}
function mark(svg, state) {
  if (state === void 0) return svg;
  return svg.replace(
    new RegExp(`class="(node[^"]*)">(?=\\s*<title>${state}</title>)`),
    'class="$1 current">'
  ).replace('aria-label="The workflow"', `aria-label="The workflow, in state ${state}"`);
}

async function visualizePage(workflow, current) {
  return await page(
    workflow.id,
    html`<main class="wide">
<h1>${workflow.id}</h1>
${await drawingHtml(workflow, current)}
<h2>As mermaid text</h2>
<pre>${mermaid(workflow, current)}</pre>
</main>`
  );
}
async function drawingHtml(workflow, current) {
  const svg = new Html(await drawing(workflow, current));
  const isAsked = workflow.transitions.some(({ critical }) => critical);
  return html`<div class="drawing" tabindex="0" role="region" aria-label="Drawing">${svg}</div>
${isAsked && html`<p class="legend">* is confirmed first</p>`}
${!isWhole(workflow) && html`<p class="legend">Only what touches this state is drawn.</p>`}`;
}

export { drawingHtml, visualizePage };

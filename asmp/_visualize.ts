import { drawing, isWhole } from "./_drawing.ts";
import { Html, html } from "./_html.ts";
import { mermaid } from "./_mermaid.ts";
import { type Page, page } from "./_page.ts";
import type { Workflow } from "./workflow.ts";

/**
 * A page with a workflow drawn, and as mermaid text below.
 *
 * @param workflow The workflow.
 * @param current The state to mark.
 * @returns The page; it has no script.
 */
export async function visualizePage(workflow: Workflow, current?: string): Promise<Page> {
  return await page(
    workflow.id,
    html`<main class="wide">
<h1>${workflow.id}</h1>
${await drawingHtml(workflow, current)}
<h2>As mermaid text</h2>
<pre>${mermaid(workflow, current)}</pre>
</main>`,
  );
}

/**
 * A drawing with what explains it.
 *
 * @param workflow The workflow.
 * @param current The state to mark.
 * @returns The markup.
 */
export async function drawingHtml(workflow: Workflow, current?: string): Promise<Html> {
  const svg = new Html(await drawing(workflow, current));
  const isAsked = workflow.transitions.some(({ critical }) => critical);
  return html`<div class="drawing" tabindex="0" role="region" aria-label="Drawing">${svg}</div>
${isAsked && html`<p class="legend">* is confirmed first</p>`}
${!isWhole(workflow) && html`<p class="legend">Only what touches this state is drawn.</p>`}`;
}

import { html } from "./_html.ts";
import { type Page, page } from "./_page.ts";
import { shell } from "./_shell.ts";
import { VIEW_SCRIPT } from "./_view_script.ts";
import { drawingHtml } from "./_visualize.ts";
import type { Workflow } from "./workflow.ts";

/** A workflow that runs are started of. */
export interface Startable {
  /** The workflow. */
  readonly workflow: Workflow;
  /** Its path below the page's: empty, or a slash first. */
  readonly path: string;
}

/**
 * The page that a person finds at a server's address: a button starts a run and leads to its page.
 * The page itself starts nothing.
 *
 * @param startables What can be started: the one workflow, which is drawn, or several.
 * @returns The page.
 */
export async function startPage(startables: readonly Startable[]): Promise<Page> {
  const [first] = startables;
  const only = startables.length === 1 ? first?.workflow : undefined;
  const title = only?.id ?? "Workflows";
  const forms = startables.map(({ workflow: { id }, path }) =>
    html`
      <form data-start data-path="${path}/runs" novalidate>
        <p role="alert"></p>
        <button data-option>Start a run${!only && ` of ${id}`}</button>
      </form>
    `
  );
  return await page(
    title,
    shell(
      only ? "Workflow" : "ASMP server",
      html`<main>
<h1 tabindex="-1">${title}</h1>
<section class="list">${forms}</section>
${
        only && html`<h2>The workflow</h2>
${await drawingHtml(only)}`
      }
</main>`,
    ),
    VIEW_SCRIPT,
  );
}

import { html, page } from './_page.js';
import { VIEW_SCRIPT, shell } from './_view_script.js';
import { drawingHtml } from './_visualize.js';

async function startPage(startables) {
  const [first] = startables;
  const only = startables.length === 1 ? first?.workflow : void 0;
  const title = only?.id ?? "Workflows";
  const forms = startables.map(
    ({ workflow: { id }, path }) => html`
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
${only && html`<h2>The workflow</h2>
${await drawingHtml(only)}`}
</main>`
    ),
    VIEW_SCRIPT
  );
}

export { startPage };

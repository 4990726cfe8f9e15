import { page, html } from './_page.js';
import { shell, VIEW_SCRIPT } from './_view_script.js';

async function tokenPage(problem) {
  return await page(
    "Token needed",
    shell(
      "Token needed",
      html`
        <main data-locked>
          <h1 tabindex="-1">This server asks for a token</h1>
          <p class="hint">It is sent to this server only, and forgotten when this tab is closed.</p>
          <div class="list">
            <form class="card" id="token" novalidate>
              <div class="field">
                <label for="bearer">Bearer token</label>
                <input id="bearer" type="password" autocomplete="off" spellcheck="false"
                  aria-describedby="refused">
              </div>
              <p role="alert" id="refused">${problem}</p>
              <button class="main">Continue</button>
            </form>
          </div>
        </main>
      `
    ),
    VIEW_SCRIPT
  );
}
async function missingPage(hint, start) {
  return await page(
    hint,
    shell(
      hint,
      html`
        <main>
          <h1 tabindex="-1">${hint}</h1>
          <p class="hint">It may have expired, or the address has a mistake.</p>
          <p class="elsewhere"><a href="${start}">Start a new run</a></p>
        </main>
      `
    ),
    VIEW_SCRIPT
  );
}

export { missingPage, tokenPage };

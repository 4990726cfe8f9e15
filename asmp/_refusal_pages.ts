import { html } from "./_html.ts";
import { type Page, page } from "./_page.ts";
import { shell } from "./_shell.ts";
import { VIEW_SCRIPT } from "./_view_script.ts";

/**
 * The page for a person whom the server does not let in: it asks for the bearer token, and tells
 * nothing of the run. A browser sends no such token by itself, so the script does; it keeps it for as
 * long as the tab is open.
 *
 * @param problem What is wrong with the token that was sent; left out where none was.
 * @returns The page.
 */
export async function tokenPage(problem?: string): Promise<Page> {
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
      `,
    ),
    VIEW_SCRIPT,
  );
}

/**
 * The page in the place of a run's that there is not.
 *
 * @param hint What the server says of it.
 * @param start Where runs are started, from here.
 * @returns The page.
 */
export async function missingPage(hint: string, start: string): Promise<Page> {
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
      `,
    ),
    VIEW_SCRIPT,
  );
}

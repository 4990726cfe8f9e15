import { type Html, html } from "./_html.ts";

/**
 * The body of a page with the script. What is not `main` stays when the rest is replaced: a reader
 * of screens hears only what changes in it.
 *
 * @param title What stands above.
 * @param main The rest.
 * @param run The run's id, where the page is about one.
 * @returns The markup.
 */
export function shell(title: string, main: Html, run?: string): Html {
  return html`
    <header class="above"><b id="title">${title}</b>
    <span id="connection" role="status"></span><span id="run">${run && `Run ${run}`}</span></header>
    <p id="problem" role="alert"></p>
        <p id="heard" class="heard" role="status"></p>
        <noscript><p class="ended">This page sends what you choose by a script.</p></noscript>
        ${main}
        <dialog id="sure" aria-labelledby="question">
      <form method="dialog">
        <p id="question"></p>
        <div><button value="no">Cancel</button><button value="yes"></button></div>
      </form>
    </dialog>
  `;
}

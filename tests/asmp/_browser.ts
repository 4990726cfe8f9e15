/** Debian's Chromium, driven, and watched for what a page must not do. */

import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const PROGRAM = "/usr/bin/chromium";

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Why tests that need a browser are skipped, where they are. */
export const noBrowser: string = hasBrowser() ? "" : ` (skipped: there is no ${PROGRAM} here)`;

/** A page that is open. */
export interface Opened extends AsyncDisposable {
  page: Page;
  /** What the page did wrong: errors, violations of its policy, requests to other servers. */
  problems: string[];
}

/** Starts the browser, with a profile of its own. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: PROGRAM, args: ARGS });
}

/** Opens a page in a session of its own. */
export async function openPage(
  browser: Browser,
  url: string,
  options?: BrowserContextOptions,
): Promise<Opened> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    // That a form was refused, or that nobody is let in, is what some tests are about.
    if (!message.text().startsWith("Failed to load resource")) problems.push(message.text());
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(url).origin && protocol !== "data:") problems.push(request.url());
  });
  await page.goto(url);
  return { page, problems, [Symbol.asyncDispose]: () => context.close() };
}

function hasBrowser(): boolean {
  try {
    return Deno.statSync(PROGRAM).isFile;
  } catch {
    return false;
  }
}

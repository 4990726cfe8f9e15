import { Html, html } from "./_html.ts";
import { PAGE_STYLE } from "./_page_style.ts";

/** A page, and what its answer's headers must say. */
export interface Page {
  /** The document. */
  readonly html: string;
  /** The headers: what the page may do is said in them. */
  readonly headers: Record<string, string>;
}

/**
 * Makes a page that loads nothing from anywhere: its one script and its one style stand in it, and
 * no other may run.
 *
 * @param title The title.
 * @param body The body.
 * @param script The script, where it has one; it may ask this server only.
 * @returns The page.
 */
export async function page(title: string, body: Html, script?: string): Promise<Page> {
  const policy = [
    "default-src 'none'",
    `style-src ${await hash(PAGE_STYLE)}`,
    script !== undefined && `script-src ${await hash(script)}`,
    script !== undefined && "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].filter(Boolean).join("; ");
  // Without an icon a browser asks the server for one.
  const document = html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>${title}</title>
        <link rel="icon" href="data:,">
        <style>${new Html(PAGE_STYLE)}</style>
      </head>
      <body>
    ${body}
    ${script !== undefined && html`<script>${new Html(script)}</script>`}
      </body>
    </html>
  `;
  return {
    html: document.text,
    headers: {
      "content-security-policy": policy,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  };
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

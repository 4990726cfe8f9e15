class Html {
  /**
   * Takes markup as it is.
   *
   * @param text The markup.
   */
  constructor(text) {
    this.text = text;
  }
  text;
}
function html(pieces, ...values) {
  return new Html(pieces.map((piece, index) => piece + textOf(values[index])).join(""));
}
function textOf(value) {
  if (value === void 0 || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(textOf).join("");
  return String(value).replace(/[&<"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f6f6f4; --card: #ffffff; --ink: #1c1f24; --soft: #5b626d; --line: #d9dbdf;
  --accent: #1f5fd0; --on-accent: #ffffff; --accent-soft: #e8effc;
  --good: #1a7340; --bad: #b3261e; --bad-soft: #fdeceb; --wait: #8a5a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15171b; --card: #1d2026; --ink: #e8eaee; --soft: #a2a9b4; --line: #363b44;
    --accent: #8ab4ff; --on-accent: #10182a; --accent-soft: #22304d;
    --good: #6fcf97; --bad: #ff9a92; --bad-soft: #3b2322; --wait: #f0c065;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 46rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Helvetica, sans-serif;
  overflow-wrap: anywhere;
}
h1 { margin: .4rem 0 .35rem; font-size: 1.7rem; line-height: 1.25; text-wrap: balance; }
h1:focus { outline: none; }
body:has(> .wide) { max-width: 76rem; }
.wide h1 { margin-bottom: 1.2rem; }
h2 {
  margin: 2.4rem 0 .7rem; font-size: .82rem; font-weight: 600; letter-spacing: .04em;
  color: var(--soft);
}
p { margin: 0; }
a { color: var(--accent); }
.elsewhere { margin-top: 1.4rem; }
pre, code, kbd, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre {
  margin: 0; padding: .9rem 1rem; background: var(--card); border: 1px solid var(--line);
  border-radius: .6rem; font-size: .86rem; white-space: pre-wrap; overflow-wrap: anywhere;
}
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.above {
  display: flex; flex-wrap: wrap; gap: .25rem 1rem;
  margin-bottom: 1.8rem; padding-bottom: .8rem; border-bottom: 1px solid var(--line);
  color: var(--soft); font-size: .88rem;
}
.above b { margin-right: auto; color: var(--ink); }
.state { color: var(--soft); font-size: .88rem; }
.state::before {
  content: ""; display: inline-block; width: .6em; height: .6em; margin-right: .5em;
  border-radius: 50%; background: var(--accent);
}
.state.completed::before { background: var(--good); }
.state.failed::before { background: var(--bad); }
.state.processing::before, .state.awaiting_input::before { background: var(--wait); }
.hint { color: var(--soft); white-space: pre-line; }
.ended {
  margin-top: 1.4rem; padding: .8rem 1rem; border-radius: .6rem; background: var(--card);
  border: 1px solid var(--line); border-left: 4px solid var(--soft);
}
.ended.completed { border-left-color: var(--good); }
.ended.failed { border-left-color: var(--bad); }
.input-hint { margin-top: 1.2rem; }
.list { display: grid; gap: .7rem; margin-top: 1.4rem; }
h2 + .list { margin-top: 0; }
.card { padding: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
form { margin: 0; }
form.card { display: flex; flex-direction: column; gap: .9rem; }
button {
  display: flex; align-items: center; justify-content: space-between; gap: .8rem; width: 100%;
  min-height: 2.9rem; padding: .55rem 1rem; border: 1px solid var(--line); border-radius: .6rem;
  background: var(--card); color: var(--ink); font: inherit; font-weight: 550; text-align: left;
  cursor: pointer; transition: border-color .12s, background-color .12s;
}
button:hover { border-color: var(--accent); background: var(--accent-soft); }
.card button { width: auto; align-self: start; padding-inline: 1.1rem; }
.card button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.card button.main:hover { filter: brightness(1.08); }
[aria-busy="true"] button { opacity: .6; cursor: progress; }
kbd {
  min-width: 1.7em; padding: .05em .5em; border: 1px solid currentColor; border-radius: .35em;
  font-size: .8rem; font-weight: 400; text-align: center; opacity: .7;
}
.critical { color: var(--wait); font-size: .82rem; font-weight: 400; }
.field { display: grid; gap: .25rem; }
.field label { font-weight: 550; }
.field small, .about { color: var(--soft); font-size: .85rem; font-weight: 400; }
input, select, textarea {
  width: 100%; padding: .55rem .7rem; border: 1px solid var(--soft); border-radius: .45rem;
  background: var(--ground); color: inherit; font: inherit;
}
textarea { min-height: 4.6rem; resize: vertical; }
[aria-invalid="true"] { border-color: var(--bad); outline-color: var(--bad); }
[role="alert"]:not(:empty) {
  padding: .6rem .9rem; border-radius: .45rem; background: var(--bad-soft); color: var(--bad);
}
form > [role="alert"]:not(:empty) { margin-bottom: .5rem; }
.card > [role="alert"]:not(:empty) { margin-bottom: 0; }
.card > [role="alert"]:empty { margin-top: -.9rem; }
#problem:not(:empty) { margin-bottom: 1.2rem; }
#connection { color: var(--wait); }
.milestones { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0; padding: 0; list-style: none; }
.milestones li {
  padding: .1rem .7rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .86rem;
}
summary { color: var(--soft); font-size: .88rem; cursor: pointer; }
details { margin-top: 2.4rem; }
details pre { margin-top: .7rem; }
.drawing {
  padding: 1rem; overflow-x: auto; background: var(--card); border: 1px solid var(--line);
  border-radius: .6rem;
}
.drawing svg { display: block; margin: 0 auto; max-width: none; height: auto; }
.drawing text { fill: var(--soft); font-family: Helvetica, Arial, sans-serif; }
.drawing .node text { fill: var(--ink); }
.drawing .node path { fill: var(--ground); stroke: var(--soft); }
.drawing .edge path { stroke: var(--soft); }
.drawing .edge polygon { fill: var(--soft); stroke: var(--soft); }
.drawing .start ellipse { fill: var(--soft); stroke: var(--soft); }
.drawing .end path { stroke-width: 2; }
.drawing .current path { fill: var(--accent); stroke: var(--accent); stroke-width: 2; }
.drawing .current text { fill: var(--on-accent); font-weight: bold; }
.legend { margin-top: .5rem; color: var(--soft); font-size: .82rem; }
dialog {
  max-width: 26rem; padding: 1.4rem; border: 1px solid var(--line); border-radius: .8rem;
  background: var(--card); color: var(--ink);
}
dialog::backdrop { background: rgb(0 0 0 / .45); }
dialog div { display: flex; gap: .7rem; justify-content: flex-end; margin-top: 1.2rem; }
dialog button { width: auto; }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.working { margin-top: 1.4rem; height: 4px; border-radius: 2px; background: var(--line); overflow: hidden; }
.working::before {
  content: ""; display: block; width: 30%; height: 100%; background: var(--accent);
  animation: along 1.6s ease-in-out infinite alternate;
}
@keyframes along { to { margin-left: 70%; } }
@media (prefers-reduced-motion: reduce) {
  *, ::before { transition: none !important; animation: none !important; }
  .working::before { width: 100%; opacity: .5; }
}
`;

var __freeze = Object.freeze;
var __defProp = Object.defineProperty;
var __template = (cooked, raw) => __freeze(__defProp(cooked, "raw", { value: __freeze(cooked.slice()) }));
var _a;
async function page(title, body, script) {
  const policy = [
    "default-src 'none'",
    `style-src ${await hash(PAGE_STYLE)}`,
    script !== void 0 && `script-src ${await hash(script)}`,
    script !== void 0 && "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].filter(Boolean).join("; ");
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
    ${script !== void 0 && html(_a || (_a = __template(["<script>", "<\/script>"])), new Html(script))}
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
      "x-content-type-options": "nosniff"
    }
  };
}
async function hash(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

export { Html, html, page };

import { html } from './_page.js';

function shell(title, main, run) {
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

const VIEW_SCRIPT = String.raw`"use strict";
const ofRun = /\/runs\/[^/]+\/view\/?$/.test(location.pathname);
const here = location.pathname.replace(ofRun ? /\/view\/?$/ : /\/$/, "");
const nameOfToken = (base) => "asmp token " + base;
const tokenName = nameOfToken(ofRun ? here.slice(0, here.lastIndexOf("/runs/")) : here);
const byId = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const main = () => document.querySelector("main");
let following = false;

// Requests

function ask(path, options = {}) {
  const token = sessionStorage.getItem(tokenName);
  const headers = { ...options.headers };
  if (token !== null) headers.authorization = "Bearer " + token;
  return fetch(path, { cache: "no-store", redirect: "error", ...options, headers });
}

function hintOf(reply, text) {
  try {
    const { hint } = JSON.parse(text);
    if (typeof hint === "string" && hint !== "") return hint;
  } catch {}
  return "The server answered with status " + reply.status + ".";
}

const AWAY = "The server cannot be reached.";

// What is shown

async function refresh() {
  let reply, text;
  try {
    reply = await ask(location.pathname, { headers: { accept: "text/html" } });
    text = await reply.text();
  } catch {
    byId("problem").textContent = AWAY;
    return;
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.querySelector("main");
  if (next === null) {
    byId("problem").textContent = hintOf(reply, text);
    return;
  }
  document.title = page.title;
  for (const id of ["title", "run"]) byId(id).textContent = page.getElementById(id).textContent;
  show(next);
}

function show(next) {
  const old = main();
  const found = new Map(all("[data-key]", old).map((element) => [element.dataset.key, element]));
  const focus = document.activeElement?.dataset.key;
  const wasIn = old.contains(document.activeElement);
  old.replaceWith(document.adoptNode(next));
  for (const element of all("[data-key]", next)) {
    const before = found.get(element.dataset.key);
    if (before === undefined) continue;
    if (element.dataset.name !== undefined) element.value = before.value;
    if (element.localName === "details") element.open = before.open;
    if (element.localName === "pre" && element.hidden) {
      element.textContent = before.textContent;
      element.hidden = before.hidden;
    }
    if (element.dataset.key === focus) element.focus({ preventScroll: true });
  }
  if (wasIn && !next.contains(document.activeElement)) begin();
  centre();
  const changed = old.dataset.state !== next.dataset.state || old.dataset.ended !== next.dataset.ended;
  if (changed) {
    const parts = all(".state, h1, .hint, .ended", next).map((element) => element.textContent);
    byId("heard").textContent = parts.join("\n");
  }
  follow();
}

/** Where a reader starts: at the one field, at the first of several buttons, else at the heading. */
function begin() {
  const forms = all("[data-option]", main()).map((button) => button.closest("form"));
  const field = forms[0]?.querySelector("[data-name]");
  const start = field ? (forms.length === 1 ? field : undefined) : forms[0]?.querySelector("button");
  (start ?? byId("bearer") ?? main().querySelector("h1")).focus({ preventScroll: true });
}

function centre() {
  const box = main().querySelector(".drawing");
  const current = box?.querySelector(".current");
  if (!current) return;
  const { left, width } = current.getBoundingClientRect();
  const { left: start, width: space } = box.getBoundingClientRect();
  box.scrollLeft += left - start + width / 2 - space / 2;
}

// What is sent

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.closest("dialog") !== null) return;
  event.preventDefault();
  if (form.id === "token") void enter(byId("bearer").value.trim());
  else void send(form);
});

async function enter(token) {
  if (token === "") return;
  sessionStorage.setItem(tokenName, token);
  await refresh();
}

async function send(form) {
  if (form.ariaBusy === "true") return;
  const alert = form.querySelector("[role=alert]");
  const fields = all("[data-name]", form);
  alert.textContent = byId("problem").textContent = "";
  for (const field of fields) field.ariaInvalid = null;
  const read = form.dataset.method === "GET";
  let body;
  try {
    body = read ? undefined : bodyOf(fields);
  } catch (error) {
    fail(alert, error.message, [error.field]);
    return;
  }
  if (form.dataset.critical !== undefined && !await isSure(form)) return;
  form.ariaBusy = "true";
  try {
    const headers = read ? {} : { "content-type": "application/json", accept: "application/json" };
    const reply = await ask(here + form.dataset.path, { method: read ? "GET" : "POST", headers, body });
    const text = isText(reply) ? await reply.text() : await sizeOf(reply);
    if (reply.status === 401) return await refresh();
    if (!reply.ok) {
      const missing = fields.filter((field) => field.ariaRequired === "true" && field.value === "");
      fail(alert, hintOf(reply, text), reply.status === 400 ? missing : []);
      // The run may have moved on: then the form is gone, and with it what it says.
      if (reply.status !== 400) await refresh();
      if (!alert.isConnected) byId("problem").textContent = alert.textContent;
      return;
    }
    if (form.dataset.start !== undefined) return go(here + form.dataset.path, text);
    const output = form.querySelector("pre");
    if (output === null) {
      for (const field of fields) field.value = "";
    } else {
      output.textContent = text;
      output.hidden = false;
    }
    if (!read) await refresh();
  } catch {
    fail(alert, AWAY, []);
  } finally {
    form.ariaBusy = null;
  }
}

/** To the page of a run that was started. */
function go(runs, text) {
  const token = sessionStorage.getItem(tokenName);
  if (token !== null) sessionStorage.setItem(nameOfToken(runs.replace(/\/runs$/, "")), token);
  location.assign(runs + "/" + encodeURIComponent(JSON.parse(text).run_id) + "/view");
}

function fail(alert, text, fields) {
  alert.textContent = text;
  for (const field of fields) field.ariaInvalid = "true";
  fields[0]?.focus();
}

function isText(reply) {
  return /^(?:text\/|application\/(?:[\w.+-]*\+)?json)/.test(reply.headers.get("content-type") ?? "");
}

async function sizeOf(reply) {
  const { size, type } = await reply.blob();
  return size + " bytes" + (type === "" ? "" : " of " + type);
}

/** Numbers are sent digit for digit as they were typed. */
function bodyOf(fields) {
  const members = fields.flatMap((field) => {
    const text = valueOf(field);
    return text === undefined ? [] : [JSON.stringify(field.dataset.name) + ":" + text];
  });
  return "{" + members.join(",") + "}";
}

function valueOf(field) {
  const { type, name } = field.dataset;
  const text = type === "string" ? field.value : field.value.trim();
  const refuse = (expected) => {
    throw Object.assign(new Error(name + ": expected " + expected), { field });
  };
  if (text === "") return undefined;
  if (type === "boolean") return text;
  if (type === "number" || type === "integer") {
    const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
    const isWhole = /^-?(?:0|[1-9]\d*)$/.test(text);
    if (type === "integer" ? isWhole : isNumber) return text;
    refuse(type === "integer" ? "a whole number" : "a number");
  }
  if (type === "array" && !text.startsWith("[")) {
    return JSON.stringify(text.split("\n").map((line) => line.trim()).filter((line) => line !== ""));
  }
  if (type === "array" || type === "json") {
    try {
      JSON.parse(text);
      return text;
    } catch {
      refuse(type === "array" ? "a JSON array, or one element a line" : "JSON");
    }
  }
  return JSON.stringify(text);
}

function isSure(form) {
  const label = form.querySelector("button span").firstChild.textContent.trim();
  const dialog = byId("sure");
  byId("question").textContent = "Do this: " + label + "?";
  dialog.querySelector("button[value=yes]").textContent = label;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

// Keys

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  if (event.ctrlKey || event.altKey || event.metaKey || byId("sure").open) return;
  const at = event.target;
  if (at.matches("input, select, textarea")) {
    // Out of a field, so that keys choose again.
    if (event.key === "Escape") main().querySelector("h1").focus();
    return;
  }
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (at.matches("pre, .drawing")) return;
    const buttons = all("[data-option]", main());
    const now = buttons.indexOf(document.activeElement);
    const next = now < 0 ? 0 : now + (event.key === "ArrowDown" ? 1 : -1);
    if (buttons[next] === undefined) return;
    event.preventDefault();
    buttons[next].focus();
    return;
  }
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  if ((key === "enter" || key === "space") && at.closest("button, summary") !== null) return;
  const button = all("[data-hot]", main()).find(({ dataset }) => dataset.hot === key);
  if (button === undefined) return;
  event.preventDefault();
  const form = button.closest("form");
  const empty = all("[data-name]", form).find(({ value }) => value === "");
  if (empty) empty.focus();
  else form.requestSubmit(button);
});

// Changes that others make

async function follow() {
  if (following) return;
  following = true;
  for (let wait = 1000; isOpen(); wait = Math.min(2 * wait, 15000)) {
    try {
      const seen = String(Number(main().dataset.version) - 1);
      const headers = { accept: "application/x-ndjson", "last-event-id": seen };
      const reply = await ask(here + "/stream", { headers });
      if (!reply.ok) throw new Error(reply.statusText);
      wait = 1000;
      if (byId("connection").textContent !== "") {
        byId("connection").textContent = byId("problem").textContent = "";
        await refresh();
      }
      for await (const line of linesOf(reply.body)) {
        if (line !== "" && !(Number(JSON.parse(line).id) < Number(main().dataset.version))) {
          await refresh();
        }
      }
    } catch {
      if (isOpen()) byId("connection").textContent = "Connection lost: trying again";
    }
    if (isOpen()) await new Promise((resolve) => setTimeout(resolve, wait));
  }
  following = false;
}

/** Only what shows a run has a version. */
function isOpen() {
  return main().dataset.version !== undefined && main().dataset.ended === undefined;
}

async function* linesOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    yield* lines;
  }
}

begin();
centre();
if (main().dataset.locked !== undefined && sessionStorage.getItem(tokenName) !== null) void refresh();
else void follow();
`;

export { VIEW_SCRIPT, shell };

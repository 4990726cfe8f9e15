import { stringifyJson, parseJson } from '../mod.js';
import { html, page } from './_page.js';
import { VIEW_SCRIPT, shell } from './_view_script.js';
import { expectedFields } from './expected.js';
import { drawingHtml } from './_visualize.js';

function keyOf(options, index) {
  const keys = options.map(ownKey);
  const own = keys[index];
  if (own !== void 0 && keys.indexOf(own) === index) return own;
  const number = String(index + 1);
  return index < 9 && !keys.includes(number) ? number : void 0;
}
function ownKey({ keys = "" }) {
  const key = keys.trim().toLowerCase().replace(/^return$/, "enter");
  return [...key].length === 1 || ["enter", "space", "backspace", "delete"].includes(key) ? key : void 0;
}

function choiceForm(state, choices, index) {
  const { option: { action, label }, next: { expects, is_critical } } = choices[index];
  const fields = expectedFields(expects);
  const key = keyOf(choices.map(({ option }) => option), index);
  const asked = is_critical && html`<span class="critical">asks first</span>`;
  const shown = key !== void 0 && html`<kbd aria-hidden="true">${key}</kbd>`;
  return html`
    <form data-key="${state} ${action}" data-path="/transitions/${encodeURIComponent(
    action
  )}" ${is_critical && html`
      data-critical
    `}${fields.length > 0 && html`
      class="card"
    `}
      novalidate>
    ${fields.map((field, at) => fieldHtml(`${state} ${action}`, `option-${index}-${at}`, field))}
    <p role="alert" id="option-${index}-wrong"></p>
    <button data-option data-key="${state} ${action} button"${fields.length > 0 && html`
      class="main"
    `}${key !== void 0 && html`
      data-hot="${key}" aria-keyshortcuts="${key}"
    `}><span>${label} ${asked}</span>${shown}</button>
    </form>
  `;
}
function toolForm(state, { name, description, expects }, index) {
  const key = `${state} tool ${name}`;
  return html`<form class="card" data-key="${key}" data-path="/invoke/${encodeURIComponent(name)}" novalidate>
${description !== void 0 && html`<p class="about">${description}</p>`}
${expectedFields(expects).map((field, at) => fieldHtml(key, `tool-${index}-${at}`, field))}
<p role="alert" id="tool-${index}-wrong"></p>
<button data-key="${key} button">${name}</button>
<pre data-key="${key} output" tabindex="0" role="status" hidden></pre>
</form>`;
}
function resourceForm(state, { uri, name, mime_type }, index) {
  const path = /\/resources\/.*$/s.exec(uri)?.[0] ?? "/resources/";
  const key = `${state} ${path}`;
  return html`<form class="card" data-key="${key}" data-path="${path}" data-method="GET" novalidate>
${mime_type !== void 0 && html`<p class="about">${mime_type}</p>`}
<p role="alert" id="resource-${index}-wrong"></p>
<button data-key="${key} button">${name ?? decodeURIComponent(path.slice("/resources/".length))}</button>
<pre data-key="${key} output" tabindex="0" role="status" hidden></pre>
</form>`;
}
function fieldHtml(key, id, field) {
  const { name, words, required } = field;
  return html`<div class="field">
<label for="${id}">${name} <small>${words}</small></label>
${control(
    field,
    html`id="${id}" data-key="${key} field ${name}" data-name="${name}" aria-required="${String(required)}" aria-describedby="${id.replace(/\d+$/, "wrong")}"`
  )}
</div>`;
}
function control({ type }, attributes) {
  switch (type) {
    case "object":
      return html`<textarea ${attributes} data-type="json" spellcheck="false" placeholder="{ }"></textarea>`;
    case "boolean":
      return html`<select ${attributes} data-type="boolean"><option value="">\u2013</option><option
 value="true">Yes</option><option value="false">No</option></select>`;
    case "array":
      return html`
        <textarea ${attributes} data-type="array" spellcheck="false"
          placeholder="One a line, or a JSON array"></textarea>
      `;
    case "number":
    case "integer":
      return html`<input ${attributes} data-type="${type}" inputmode="${type === "integer" ? "numeric" : "decimal"}" autocomplete="off">`;
  }
  return html`<input ${attributes} data-type="string" autocomplete="off">`;
}

async function viewPage(options) {
  const { frame, workflow } = options;
  return await page(
    `${headingOf(options)} \xB7 ${workflow.id}`,
    shell(workflow.id, await view(options), frame.run_id),
    VIEW_SCRIPT
  );
}
async function view(options) {
  const { workflow, frame, cli, data, version } = options;
  const { state, status, next_states, tools = [], resources = [], milestones = [] } = frame;
  const heading = headingOf(options);
  const hint = cli.hint ?? frame.hint;
  const choices = (cli.options ?? []).flatMap((option) => {
    const next = next_states.find(({ action }) => action === option.action);
    return next ? [{ option, next }] : [];
  });
  const hasEnded = endOf(frame) !== void 0;
  const hasFields = choices.some(({ next }) => Object.keys(next.expects ?? {}).length > 0);
  return html`
    <main data-state="${state}" data-version="${version}" ${hasEnded && html`
      data-ended
    `}>
    <p class="state ${status}">${state} \u00b7 ${status.replace("_", " ")}</p>
    <h1 tabindex="-1">${heading}</h1>
    ${hint !== heading && hint !== "" && html`<p class="hint">${hint}</p>`}
    ${status === "processing" && html`<div class="working"></div>`}
    ${hasEnded && html`<p class="ended ${status}">${endOf(frame)}</p>`}
    ${hasFields && cli.input_hint !== void 0 && cli.input_hint !== "" && html`<p class="input-hint">${cli.input_hint}</p>`}
    ${choices.length > 0 && html`<section class="list" aria-label="Options">
${choices.map((_, index) => choiceForm(state, choices, index))}
</section>`}
    ${tools.length > 0 && html`<h2>Tools of this step</h2>
<section class="list" aria-label="Tools">${tools.map((tool, i) => toolForm(state, tool, i))}</section>`}
    ${resources.length > 0 && html`<h2>To read</h2>
<section class="list" aria-label="Resources">${resources.map((resource, index) => resourceForm(state, resource, index))}</section>`}
    <h2>Where the run is</h2>
    ${await drawingHtml(workflow, state)}
    ${milestones.length > 0 && html`<h2>Achieved</h2>
<ul class="milestones">${milestones.map((milestone) => html`<li>${milestone}</li>`)}</ul>`}
    <details data-key="data"><summary>Data</summary>
    <pre tabindex="0">${stringifyJson(parseJson(data), 2)}</pre></details>
    </main>
  `;
}
function headingOf({ workflow, frame: { state, hint }, cli }) {
  const prompt = workflow.states.get(state)?.cli?.prompt;
  if (prompt !== void 0) return prompt === "" ? state : prompt;
  const text = cli.options?.length ? cli.prompt : cli.hint ?? hint;
  return text === void 0 || text === "" ? state : text;
}
function endOf({ status, next_states }) {
  if (status === "completed") return "This run is complete.";
  if (status === "failed") return "This run has failed.";
  return next_states.length === 0 ? "This run has ended." : void 0;
}

export { viewPage };

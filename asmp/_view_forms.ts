import { type ExpectedField, expectedFields } from "./expected.ts";
import { type Html, html } from "./_html.ts";
import { keyOf } from "./_view_keys.ts";
import type { CliOption, NextState, StageResource, StageTool } from "./wire.ts";

/** An option that can be taken. */
export interface Choice {
  /** How it is shown. */
  readonly option: CliOption;
  /** What it does. */
  readonly next: NextState;
}

/**
 * The form of an option: a button, with the fields that it expects. No element has a `name`, for a
 * form's own members can be hidden by its fields' names; `data-key` finds it again on a new page.
 *
 * @param state The state that the run is in.
 * @param choices All options.
 * @param index Which of them.
 * @returns The markup.
 */
export function choiceForm(state: string, choices: readonly Choice[], index: number): Html {
  const { option: { action, label }, next: { expects, is_critical } } = choices[index]!;
  const fields = expectedFields(expects);
  const key = keyOf(choices.map(({ option }) => option), index);
  const asked = is_critical && html`<span class="critical">asks first</span>`;
  const shown = key !== undefined && html`<kbd aria-hidden="true">${key}</kbd>`;
  return html`
    <form data-key="${state} ${action}" data-path="/transitions/${encodeURIComponent(
      action,
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
    `}${key !== undefined && html`
      data-hot="${key}" aria-keyshortcuts="${key}"
    `}><span>${label} ${asked}</span>${shown}</button>
    </form>
  `;
}

/**
 * The form of a stage tool, which shows what the tool gives.
 *
 * @param state The state that the run is in.
 * @param tool The tool.
 * @param index Its place.
 * @returns The markup.
 */
export function toolForm(
  state: string,
  { name, description, expects }: StageTool,
  index: number,
): Html {
  const key = `${state} tool ${name}`;
  return html`<form class="card" data-key="${key}" data-path="/invoke/${
    encodeURIComponent(name)
  }" novalidate>
${description !== undefined && html`<p class="about">${description}</p>`}
${expectedFields(expects).map((field, at) => fieldHtml(key, `tool-${index}-${at}`, field))}
<p role="alert" id="tool-${index}-wrong"></p>
<button data-key="${key} button">${name}</button>
<pre data-key="${key} output" tabindex="0" role="status" hidden></pre>
</form>`;
}

/**
 * The form of a resource, which shows its content.
 *
 * @param state The state that the run is in.
 * @param resource The resource.
 * @param index Its place.
 * @returns The markup.
 */
export function resourceForm(
  state: string,
  { uri, name, mime_type }: StageResource,
  index: number,
): Html {
  const path = /\/resources\/.*$/s.exec(uri)?.[0] ?? "/resources/";
  const key = `${state} ${path}`;
  return html`<form class="card" data-key="${key}" data-path="${path}" data-method="GET" novalidate>
${mime_type !== undefined && html`<p class="about">${mime_type}</p>`}
<p role="alert" id="resource-${index}-wrong"></p>
<button data-key="${key} button">${
    name ?? decodeURIComponent(path.slice("/resources/".length))
  }</button>
<pre data-key="${key} output" tabindex="0" role="status" hidden></pre>
</form>`;
}

function fieldHtml(key: string, id: string, field: ExpectedField): Html {
  const { name, words, required } = field;
  return html`<div class="field">
<label for="${id}">${name} <small>${words}</small></label>
${
    control(
      field,
      html`id="${id}" data-key="${key} field ${name}" data-name="${name}" aria-required="${
        String(required)
      }" aria-describedby="${id.replace(/\d+$/, "wrong")}"`,
    )
  }
</div>`;
}

function control({ type }: ExpectedField, attributes: Html): Html {
  switch (type) {
    case "object":
      return html`<textarea ${attributes} data-type="json" spellcheck="false" placeholder="{ }"></textarea>`;
    case "boolean":
      return html`<select ${attributes} data-type="boolean"><option value="">–</option><option
 value="true">Yes</option><option value="false">No</option></select>`;
    case "array":
      return html`
        <textarea ${attributes} data-type="array" spellcheck="false"
          placeholder="One a line, or a JSON array"></textarea>
      `;
    case "number":
    case "integer":
      // The browser's own control for numbers rounds them.
      return html`<input ${attributes} data-type="${type}" inputmode="${
        type === "integer" ? "numeric" : "decimal"
      }" autocomplete="off">`;
  }
  return html`<input ${attributes} data-type="string" autocomplete="off">`;
}

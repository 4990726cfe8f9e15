import { parseJson, stringifyJson } from "../agenttool/json.ts";
import { type Html, html } from "./_html.ts";
import { type Page, page } from "./_page.ts";
import { shell } from "./_shell.ts";
import { choiceForm, resourceForm, toolForm } from "./_view_forms.ts";
import { VIEW_SCRIPT } from "./_view_script.ts";
import { drawingHtml } from "./_visualize.ts";
import type { CliObject, StateFrame } from "./wire.ts";
import type { Workflow } from "./workflow.ts";

/** What a page for a person shows. */
export interface ViewOptions {
  /** The workflow. */
  workflow: Workflow;
  /** The run's frame. */
  frame: StateFrame;
  /** How a client shows the run. */
  cli: CliObject;
  /** The run's data, as they are kept: digits count. */
  data: string;
  /** How often the run was written: the page asks the stream for what is newer. */
  version: number;
}

/**
 * The page for a person who takes a run along: its options with their keys, a form for what they
 * expect, its tools, resources, data and drawing. The server makes all of it, again after each
 * change; the script sends the forms, and puts the new `main` in the place of the old one.
 *
 * The page has no addresses: its script finds them beside its own, whatever proxy is between.
 *
 * @param options What is shown.
 * @returns The page.
 */
export async function viewPage(options: ViewOptions): Promise<Page> {
  const { frame, workflow } = options;
  return await page(
    `${headingOf(options)} · ${workflow.id}`,
    shell(workflow.id, await view(options), frame.run_id),
    VIEW_SCRIPT,
  );
}

async function view(options: ViewOptions): Promise<Html> {
  const { workflow, frame, cli, data, version } = options;
  const { state, status, next_states, tools = [], resources = [], milestones = [] } = frame;
  const heading = headingOf(options);
  const hint = cli.hint ?? frame.hint;
  const choices = (cli.options ?? []).flatMap((option) => {
    const next = next_states.find(({ action }) => action === option.action);
    return next ? [{ option, next }] : [];
  });
  const hasEnded = endOf(frame) !== undefined;
  const hasFields = choices.some(({ next }) => Object.keys(next.expects ?? {}).length > 0);
  return html`
    <main data-state="${state}" data-version="${version}" ${hasEnded && html`
      data-ended
    `}>
    <p class="state ${status}">${state} · ${status.replace("_", " ")}</p>
    <h1 tabindex="-1">${heading}</h1>
    ${hint !== heading && hint !== "" && html`<p class="hint">${hint}</p>`}
    ${status === "processing" && html`<div class="working"></div>`}
    ${hasEnded && html`<p class="ended ${status}">${endOf(frame)}</p>`}
    ${hasFields && cli.input_hint !== undefined && cli.input_hint !== "" &&
      html`<p class="input-hint">${cli.input_hint}</p>`}
    ${choices.length > 0 && html`<section class="list" aria-label="Options">
${choices.map((_, index) => choiceForm(state, choices, index))}
</section>`}
    ${tools.length > 0 && html`<h2>Tools of this step</h2>
<section class="list" aria-label="Tools">${
      tools.map((tool, i) => toolForm(state, tool, i))
    }</section>`}
    ${resources.length > 0 && html`<h2>To read</h2>
<section class="list" aria-label="Resources">${
      resources.map((resource, index) => resourceForm(state, resource, index))
    }</section>`}
    <h2>Where the run is</h2>
    ${await drawingHtml(workflow, state)}
    ${milestones.length > 0 && html`<h2>Achieved</h2>
<ul class="milestones">${milestones.map((milestone) => html`<li>${milestone}</li>`)}</ul>`}
    <details data-key="data"><summary>Data</summary>
    <pre tabindex="0">${stringifyJson(parseJson(data), 2)}</pre></details>
    </main>
  `;
}

/** The prompt, but not the default one, to choose, where there is nothing to choose. */
function headingOf({ workflow, frame: { state, hint }, cli }: ViewOptions): string {
  const prompt = workflow.states.get(state)?.cli?.prompt;
  if (prompt !== undefined) return prompt === "" ? state : prompt;
  const text = cli.options?.length ? cli.prompt : cli.hint ?? hint;
  return text === undefined || text === "" ? state : text;
}

function endOf({ status, next_states }: StateFrame): string | undefined {
  if (status === "completed") return "This run is complete.";
  if (status === "failed") return "This run has failed.";
  return next_states.length === 0 ? "This run has ended." : undefined;
}

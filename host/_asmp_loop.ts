import { jsonProblem } from "../agenttool/json.ts";
import type { Call, Elicitation } from "../agenttool/tool.ts";
import { visible } from "../agenttool/visible.ts";
import { AsmpConnectionError, AsmpError, AsmpHttpError } from "../asmp/client_errors.ts";
import { type ExpectedField, fieldsSchema } from "../asmp/expected.ts";
import { AmbiguousChoiceError } from "../asmp/pick.ts";
import { describeRun } from "../asmp/reply.ts";
import type { AsmpRun } from "../asmp/run.ts";
import {
  type ActionCommand,
  commandMeant,
  commandsOf,
  type ToolCommand,
} from "../asmp/run_commands.ts";
import { invokeTool, readResource } from "../asmp/run_stage.ts";
import { ExitFailed, ExitOK, ExitUsage } from "../cli/exit_status.ts";
import { scalarJson, ValueError } from "../cli/values.ts";
import { terminalPrompt } from "../prompt/terminal_prompt.ts";
import { type Keyboard, openKeyboard } from "./_asmp_keyboard.ts";

/** How long a state that is processing is followed, in ms: a person can leave it. */
const PATIENCE = 2 ** 31 - 1;

/**
 * Drives a run with the person at the terminal, until it ends or the person leaves.
 *
 * @param run The run.
 * @param program The command line that continues it.
 * @returns The exit status.
 */
export async function loop(run: AsmpRun, program: string): Promise<number> {
  const keyboard = openKeyboard();
  try {
    return await new Loop(run, keyboard).run();
  } catch (error) {
    if (!(error instanceof Left) && !keyboard.signal.aborted) throw error;
    say(`\n\nTo go on:\n  ${program}`);
    return ExitOK;
  } finally {
    keyboard.close();
  }
}

/** The person wants no more of the run for now. */
class Left extends Error {
  override name = "Left";
}

/** Nothing was sent, for this reason. */
class Misfit extends Error {
  override name = "Misfit";
}

class Loop {
  readonly #run: AsmpRun;
  readonly #keyboard: Keyboard;
  readonly #ask = terminalPrompt();

  constructor(run: AsmpRun, keyboard: Keyboard) {
    this.#run = run;
    this.#keyboard = keyboard;
  }

  async run(): Promise<number> {
    for (;;) {
      await this.#settle();
      say(`\n${[...describeRun(this.#run), ...this.#more()].join("\n")}`);
      if (this.#run.ended) return this.#run.frame.status === "failed" ? ExitFailed : ExitOK;
      try {
        await this.#step();
      } catch (error) {
        if (!await this.#goesOn(error)) return ExitUsage;
      }
    }
  }

  async #settle(): Promise<void> {
    const { signal } = this.#keyboard;
    try {
      await this.#run.settle(PATIENCE, say, signal);
    } catch (error) {
      if (!(error instanceof AsmpError) || signal.aborted) throw error;
      say(`Error: ${error.message}`); // the person sees the run as it was, and may try again
    }
  }

  /** What a person can do besides moving the run. */
  #more(): string[] {
    return commandsOf(this.#run).flatMap((command) => {
      if (command.kind === "tool") {
        const { description } = command.tool;
        return [`  - ${command.name}${description ? `: ${description}` : ""}`];
      }
      if (command.kind === "action") return [];
      return [...command.resources].map(([path, { name }]) =>
        `  - ${command.name} ${path}${name ? ` (${name})` : ""}`
      );
    });
  }

  async #step(): Promise<void> {
    const typed = await this.#keyboard.line("> ");
    if (typed === undefined) throw new Left();
    if (typed === "") return;
    const option = commandMeant(this.#run, typed);
    if (option) return await this.#take(option, await this.#fields(option.fields, option.name));
    for (const command of commandsOf(this.#run)) {
      if (command.kind === "action" && typed === command.name) {
        return await this.#take(command, await this.#fields(command.fields, command.name));
      }
      if (command.kind === "tool" && typed === command.name) {
        return await this.#call(command, await this.#fields(command.fields, command.name));
      }
      if (command.kind !== "resource") continue;
      const path = typed.startsWith(`${command.name} `)
        ? typed.slice(command.name.length).trim()
        : "";
      const resource = command.resources.get(path);
      if (!resource) continue;
      const { text, bytes } = await readResource(this.#run, resource.uri, this.#keyboard.signal);
      return say(bytes ? `${bytes.length} bytes that are no text` : text);
    }
    await this.#free(typed);
  }

  /** A text that means no option is a value, where only one field can take it. */
  async #free(typed: string): Promise<void> {
    const actions = commandsOf(this.#run).filter((command) => command.kind === "action");
    const takers = actions.filter(({ fields }) => fields.filter(isRequired).length === 1);
    const [taker] = takers;
    const begins = actions.some(({ name }) => typed.split(/\s/)[0] === name);
    if (takers.length !== 1 || !taker || begins) {
      throw new Misfit(`${JSON.stringify(typed)} is none of the options`);
    }
    const field = taker.fields.find(isRequired)!;
    const body = `{${JSON.stringify(field.name)}:${jsonOf(field, typed)}}`;
    // Beside other options it may be one of those, misspelt.
    const sure = actions.length === 1 || await this.#confirm(`${taker.name} with ${body}?`);
    if (sure) await this.#take(taker, body);
  }

  async #take({ option, critical }: ActionCommand, body?: string): Promise<void> {
    if (body === undefined) return;
    if (critical && !await this.#confirm(`${option.label} (${option.action}) is critical.`)) return;
    await this.#run.take(option.action, body, this.#keyboard.signal);
  }

  async #call({ tool }: ToolCommand, body?: string): Promise<void> {
    if (body === undefined) return;
    const { signal } = this.#keyboard;
    say((await invokeTool(this.#run, tool.name, body, signal)).text);
    await this.#run.refresh(signal);
  }

  /** Asks for the fields of a body; nothing where the person declines. */
  async #fields(fields: readonly ExpectedField[], name: string): Promise<string | undefined> {
    const text = fieldsSchema(fields, this.#run.cli.input_hint);
    if (text === undefined) return "{}";
    const content = await this.#answer({ message: name, schema: JSON.parse(text) });
    return content && JSON.stringify(content);
  }

  async #confirm(message: string): Promise<boolean> {
    return await this.#answer({ message }) !== undefined;
  }

  async #answer(question: Elicitation): Promise<Record<string, unknown> | undefined> {
    const { action, content = {} } = await this.#ask(question, callWith(this.#keyboard.signal));
    if (action === "cancel") throw new Left();
    return action === "accept" ? content : undefined;
  }

  /** Tells what went wrong, and gives whether the run can go on. */
  async #goesOn(error: unknown): Promise<boolean> {
    const known = error instanceof AsmpError || error instanceof AmbiguousChoiceError ||
      error instanceof Misfit || error instanceof ValueError;
    if (!known || this.#keyboard.signal.aborted) throw error;
    const hint = error instanceof AsmpHttpError ? error.hint : undefined;
    say(`Error: ${hint ?? error.message}`);
    if (!(error instanceof AsmpError) || error instanceof AsmpConnectionError) return true;
    try {
      await this.#run.refresh(this.#keyboard.signal);
      return true;
    } catch (error) {
      if (error instanceof AsmpHttpError) return !error.refused; // the run is gone
      return error instanceof AsmpError;
    }
  }
}

function isRequired({ required }: ExpectedField): boolean {
  return required;
}

/** A typed value as JSON text, by its field's type. */
function jsonOf({ type }: ExpectedField, typed: string): string {
  if (type === "array") return JSON.stringify([typed]);
  if (type === "object") {
    const problem = jsonProblem(typed) ?? (typed.startsWith("{") ? undefined : "no JSON object");
    if (problem !== undefined) throw new Misfit(`${JSON.stringify(typed)}: ${problem}`);
    return typed;
  }
  return type === "string" ? JSON.stringify(typed) : scalarJson(type, typed);
}

/** A call for an elicitor, which reads nothing of it but the signal. */
function callWith(signal: AbortSignal): Call {
  return {
    id: "loop",
    args: "{}",
    signal,
    ask: () => Promise.resolve({ action: "cancel" }),
    progress() {},
    record: () => Promise.resolve(),
  };
}

function say(text: string): void {
  console.log(visible(text));
}

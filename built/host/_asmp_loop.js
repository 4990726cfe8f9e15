import { ExitOK, terminalPrompt, ExitFailed, ExitUsage, visible, ValueError, jsonProblem, scalarJson } from '../mod.js';
import { describeRun, AsmpError, commandsOf, commandMeant, readResource, invokeTool, AsmpHttpError, AsmpConnectionError, AmbiguousChoiceError } from '../asmp/run_tools.js';
import { fieldsSchema } from '../asmp/expected.js';
import { untilAborted } from '../cli/_rest.js';

function openKeyboard() {
  const leaving = new AbortController();
  const interrupt = () => leaving.abort(new DOMException("left", "AbortError"));
  Deno.addSignalListener("SIGINT", interrupt);
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(4096);
  let typed = "";
  return {
    signal: leaving.signal,
    close: () => Deno.removeSignalListener("SIGINT", interrupt),
    async line(prompt) {
      Deno.stdout.writeSync(new TextEncoder().encode(prompt));
      for (; ; ) {
        const end = typed.indexOf("\n");
        if (end >= 0) {
          const line = typed.slice(0, end).trim();
          typed = typed.slice(end + 1);
          return line;
        }
        const length = await untilAborted(Deno.stdin.read(buffer), leaving.signal);
        if (length === null) return void 0;
        typed += decoder.decode(buffer.subarray(0, length), { stream: true });
      }
    }
  };
}

const PATIENCE = 2 ** 31 - 1;
async function loop(run, program) {
  const keyboard = openKeyboard();
  try {
    return await new Loop(run, keyboard).run();
  } catch (error) {
    if (!(error instanceof Left) && !keyboard.signal.aborted) throw error;
    say(`

To go on:
  ${program}`);
    return ExitOK;
  } finally {
    keyboard.close();
  }
}
class Left extends Error {
  name = "Left";
}
class Misfit extends Error {
  name = "Misfit";
}
class Loop {
  #run;
  #keyboard;
  #ask = terminalPrompt();
  constructor(run, keyboard) {
    this.#run = run;
    this.#keyboard = keyboard;
  }
  async run() {
    for (; ; ) {
      await this.#settle();
      say(`
${[...describeRun(this.#run), ...this.#more()].join("\n")}`);
      if (this.#run.ended) return this.#run.frame.status === "failed" ? ExitFailed : ExitOK;
      try {
        await this.#step();
      } catch (error) {
        if (!await this.#goesOn(error)) return ExitUsage;
      }
    }
  }
  async #settle() {
    const { signal } = this.#keyboard;
    try {
      await this.#run.settle(PATIENCE, say, signal);
    } catch (error) {
      if (!(error instanceof AsmpError) || signal.aborted) throw error;
      say(`Error: ${error.message}`);
    }
  }
  /** What a person can do besides moving the run. */
  #more() {
    return commandsOf(this.#run).flatMap((command) => {
      if (command.kind === "tool") {
        const { description } = command.tool;
        return [`  - ${command.name}${description ? `: ${description}` : ""}`];
      }
      if (command.kind === "action") return [];
      return [...command.resources].map(
        ([path, { name }]) => `  - ${command.name} ${path}${name ? ` (${name})` : ""}`
      );
    });
  }
  async #step() {
    const typed = await this.#keyboard.line("> ");
    if (typed === void 0) throw new Left();
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
      const path = typed.startsWith(`${command.name} `) ? typed.slice(command.name.length).trim() : "";
      const resource = command.resources.get(path);
      if (!resource) continue;
      const { text, bytes } = await readResource(this.#run, resource.uri, this.#keyboard.signal);
      return say(bytes ? `${bytes.length} bytes that are no text` : text);
    }
    await this.#free(typed);
  }
  /** A text that means no option is a value, where only one field can take it. */
  async #free(typed) {
    const actions = commandsOf(this.#run).filter((command) => command.kind === "action");
    const takers = actions.filter(({ fields }) => fields.filter(isRequired).length === 1);
    const [taker] = takers;
    const begins = actions.some(({ name }) => typed.split(/\s/)[0] === name);
    if (takers.length !== 1 || !taker || begins) {
      throw new Misfit(`${JSON.stringify(typed)} is none of the options`);
    }
    const field = taker.fields.find(isRequired);
    const body = `{${JSON.stringify(field.name)}:${jsonOf(field, typed)}}`;
    const sure = actions.length === 1 || await this.#confirm(`${taker.name} with ${body}?`);
    if (sure) await this.#take(taker, body);
  }
  async #take({ option, critical }, body) {
    if (body === void 0) return;
    if (critical && !await this.#confirm(`${option.label} (${option.action}) is critical.`)) return;
    await this.#run.take(option.action, body, this.#keyboard.signal);
  }
  async #call({ tool }, body) {
    if (body === void 0) return;
    const { signal } = this.#keyboard;
    say((await invokeTool(this.#run, tool.name, body, signal)).text);
    await this.#run.refresh(signal);
  }
  /** Asks for the fields of a body; nothing where the person declines. */
  async #fields(fields, name) {
    const text = fieldsSchema(fields, this.#run.cli.input_hint);
    if (text === void 0) return "{}";
    const content = await this.#answer({ message: name, schema: JSON.parse(text) });
    return content && JSON.stringify(content);
  }
  async #confirm(message) {
    return await this.#answer({ message }) !== void 0;
  }
  async #answer(question) {
    const { action, content = {} } = await this.#ask(question, callWith(this.#keyboard.signal));
    if (action === "cancel") throw new Left();
    return action === "accept" ? content : void 0;
  }
  /** Tells what went wrong, and gives whether the run can go on. */
  async #goesOn(error) {
    const known = error instanceof AsmpError || error instanceof AmbiguousChoiceError || error instanceof Misfit || error instanceof ValueError;
    if (!known || this.#keyboard.signal.aborted) throw error;
    const hint = error instanceof AsmpHttpError ? error.hint : void 0;
    say(`Error: ${hint ?? error.message}`);
    if (!(error instanceof AsmpError) || error instanceof AsmpConnectionError) return true;
    try {
      await this.#run.refresh(this.#keyboard.signal);
      return true;
    } catch (error2) {
      if (error2 instanceof AsmpHttpError) return !error2.refused;
      return error2 instanceof AsmpError;
    }
  }
}
function isRequired({ required }) {
  return required;
}
function jsonOf({ type }, typed) {
  if (type === "array") return JSON.stringify([typed]);
  if (type === "object") {
    const problem = jsonProblem(typed) ?? (typed.startsWith("{") ? void 0 : "no JSON object");
    if (problem !== void 0) throw new Misfit(`${JSON.stringify(typed)}: ${problem}`);
    return typed;
  }
  return type === "string" ? JSON.stringify(typed) : scalarJson(type, typed);
}
function callWith(signal) {
  return {
    id: "loop",
    args: "{}",
    signal,
    ask: () => Promise.resolve({ action: "cancel" }),
    progress() {
    },
    record: () => Promise.resolve()
  };
}
function say(text) {
  console.log(visible(text));
}

export { loop };

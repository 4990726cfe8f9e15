import { jsonProblem, visible, ExitUsage, ExitFailed, ExitOK, runMain, terminalPrompt } from '../mod.js';
import { AsmpError, AsmpClient, AsmpRun, programOf, viewOf, replyOf, AsmpHttpError, runTools, commandMeant, withFlags, AmbiguousChoiceError } from '../asmp/run_tools.js';
import { HostError, printAll } from './main.js';

const NO_RUN = "give --new to start a run, or --run ID to go on with one";
function readAsmpOptions(args) {
  const options = { isNew: false, headers: [], json: false, help: false, rest: [] };
  const words = [...args];
  for (let word = words.shift(); word !== void 0; word = words.shift()) {
    const [, name, , inline] = /^(--?[^=]*)(=(.*))?$/s.exec(word) ?? [];
    const value = () => inline ?? words.shift() ?? lacking(word);
    switch (name) {
      case "--new":
        options.isNew = true;
        break;
      case "--json":
        options.json = true;
        break;
      case "--help":
      case "-h":
        options.help = true;
        break;
      case "--data":
        options.data = jsonObject(value());
        break;
      case "--run":
        options.run = value() || lacking("--run");
        break;
      case "--header":
        options.headers.push(value());
        break;
      case "--answer":
      case "--out":
      case "--record":
        options.rest.push(`${name}=${value()}`);
        break;
      case void 0:
        if (options.url === void 0) options.url = word;
        else {
          options.at = options.rest.length;
          options.rest.push(word, ...words.splice(0));
        }
        break;
      default:
        options.rest.push(word);
    }
  }
  check(options);
  return options;
}
function headersOf(headers) {
  const all = new Headers();
  for (const header of headers) {
    const [, name, value] = /^([^:]+):(.*)$/s.exec(header) ?? [];
    try {
      if (name === void 0) throw new TypeError("there is no colon in it");
      all.append(name.trim(), value.replace(/\$\{(\w+)\}/g, (_, name2) => variable(name2)).trim());
    } catch (error) {
      if (error instanceof HostError) throw error;
      throw new HostError(`--header takes "Name: value": ${error.message}`);
    }
  }
  return all;
}
function check({ url, isNew, run, data, help, rest, at }) {
  if (help) return;
  if (url === void 0) throw new HostError("asmp needs the address of a server");
  if (isNew && run !== void 0) throw new HostError("give --new or --run, not both");
  if (data !== void 0 && !isNew) throw new HostError("--data is for --new");
  const [first] = rest;
  if (!isNew && run === void 0 && first !== void 0 && first !== "help") {
    throw new HostError(NO_RUN);
  }
  if (at === void 0 && first !== void 0) {
    throw new HostError(`${JSON.stringify(first)} is an option of a command, and there is none`);
  }
}
function variable(name) {
  const value = Deno.env.get(name);
  if (value === void 0) throw new HostError(`--header: variable ${name} is not set`);
  return value;
}
function jsonObject(text) {
  const problem = jsonProblem(text) ?? (text.trimStart().startsWith("{") ? "" : "no object");
  if (problem) throw new HostError(`--data takes a JSON object: ${problem}`);
  return text;
}
function lacking(option) {
  throw new HostError(`${option} needs a value`);
}

const PATIENCE = 3e4;
async function asmp(args) {
  const options = readAsmpOptions(args);
  if (options.help || !options.isNew && options.run === void 0) return await how(options);
  const client = clientOf(options);
  try {
    return await drive(client, options);
  } catch (error) {
    if (!(error instanceof AsmpError)) throw error;
    const known = error instanceof AsmpHttpError ? error : void 0;
    console.error(`Error: ${visible(known?.hint ?? error.message)}`);
    return known?.refused ? ExitUsage : ExitFailed;
  }
}
function clientOf({ url, headers }) {
  try {
    return new AsmpClient(url, { headers: headersOf(headers) });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new HostError(error.message);
  }
}
async function drive(client, options) {
  const { isNew, json, rest } = options;
  const started = isNew ? await client.startRun(options.data) : void 0;
  const run = await AsmpRun.open(client, started ?? options.run);
  const headers = options.headers.flatMap((header) => ["--header", header]);
  const program = programOf(client.baseUrl, run.id, headers);
  if (started && !json) {
    const view = viewOf(started);
    await say(view === void 0 ? run.id : `${run.id}
View in a browser: ${view}`);
  }
  if (rest.length > 0) return await command(run, program, options);
  if (!json && Deno.stdin.isTerminal() && Deno.stdout.isTerminal()) {
    return await (await import('./_asmp_loop.js')).loop(run, program);
  }
  await run.settle(PATIENCE, (line) => console.error(visible(line)));
  await say(replyOf(run, { program, json }));
  return statusOf(run);
}
async function command(run, program, options) {
  const { json, rest, at = 0, isNew } = options;
  const before = run.frame;
  const tools = runTools(run, { program, json, patience: PATIENCE });
  const words = /* @__PURE__ */ new Set(["help", "schema", ...tools.map(({ name }) => name)]);
  let status;
  try {
    const name = words.has(rest[at]) ? void 0 : commandMeant(run, rest[at])?.name;
    const word = name ?? rest[at];
    const line = [...rest.slice(0, at), word, ...withFlags(run, word, rest.slice(at + 1))];
    if (!words.has(line[at]) && before.next_states.length === 0) {
      console.error(`Error: the run has ended in state ${visible(JSON.stringify(before.state))}`);
      status = ExitUsage;
    } else status = await runMain({ name: program, tools, ask: terminalPrompt() }, line);
  } catch (error) {
    if (!(error instanceof AmbiguousChoiceError)) throw error;
    console.error(`Error: ${visible(error.message)}`);
    status = ExitUsage;
  }
  if (status === ExitOK) return run.frame === before ? status : statusOf(run);
  if (status !== ExitFailed && status !== ExitUsage) return status;
  if (isNew && json) console.error(`toolcli: run ${visible(run.id)} was started`);
  if (!json) await repeat(run, program);
  return status;
}
async function repeat(run, program) {
  try {
    await run.refresh();
  } catch (error) {
    if (error instanceof AsmpHttpError && error.refused) return;
  }
  const reply = replyOf(run, { program, text: "" });
  if (reply !== "") await say(reply);
}
function statusOf({ frame }) {
  return frame.status === "failed" ? ExitFailed : ExitOK;
}
async function say(text) {
  await printAll(`${Deno.stdout.isTerminal() ? visible(text) : text}
`);
}
async function how({ help, rest }) {
  const { subcommands } = await import('./_help.js');
  const asked = help || rest.length > 0;
  const text = subcommands().get("asmp").help.trimEnd();
  if (!asked) {
    console.error(`toolcli: ${NO_RUN}

${text}`);
    return ExitUsage;
  }
  await printAll(`${text}
`);
  return ExitOK;
}

export { asmp };

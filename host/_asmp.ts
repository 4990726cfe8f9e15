import { visible } from "../agenttool/visible.ts";
import { AsmpClient } from "../asmp/client.ts";
import { AsmpError, AsmpHttpError } from "../asmp/client_errors.ts";
import { AmbiguousChoiceError } from "../asmp/pick.ts";
import { replyOf } from "../asmp/reply.ts";
import { AsmpRun } from "../asmp/run.ts";
import { commandMeant, withFlags } from "../asmp/run_commands.ts";
import { programOf, runTools } from "../asmp/run_tools.ts";
import { viewOf } from "../asmp/view_link.ts";
import { runMain } from "../cli/main.ts";
import { ExitFailed, ExitOK, ExitUsage } from "../cli/exit_status.ts";
import { terminalPrompt } from "../prompt/terminal_prompt.ts";
import { HostError } from "./errors.ts";
import { printAll } from "./_print.ts";
import { type AsmpOptions, headersOf, NO_RUN, readAsmpOptions } from "./_asmp_options.ts";

/** How long a state that is processing is followed, in ms. */
const PATIENCE = 30_000;

/** `toolcli asmp BASE_URL (--new | --run ID) …`: gives the exit status. */
export async function asmp(args: string[]): Promise<number> {
  const options = readAsmpOptions(args);
  if (options.help || (!options.isNew && options.run === undefined)) return await how(options);
  const client = clientOf(options);
  try {
    return await drive(client, options);
  } catch (error) {
    if (!(error instanceof AsmpError)) throw error;
    const known = error instanceof AsmpHttpError ? error : undefined;
    console.error(`Error: ${visible(known?.hint ?? error.message)}`);
    return known?.refused ? ExitUsage : ExitFailed;
  }
}

function clientOf({ url, headers }: AsmpOptions): AsmpClient {
  try {
    return new AsmpClient(url!, { headers: headersOf(headers) });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new HostError(error.message);
  }
}

async function drive(client: AsmpClient, options: AsmpOptions): Promise<number> {
  const { isNew, json, rest } = options;
  const started = isNew ? await client.startRun(options.data) : undefined;
  const run = await AsmpRun.open(client, started ?? options.run!);
  const headers = options.headers.flatMap((header) => ["--header", header]);
  const program = programOf(client.baseUrl, run.id, headers);
  if (started && !json) {
    const view = viewOf(started);
    await say(view === undefined ? run.id : `${run.id}\nView in a browser: ${view}`);
  }
  if (rest.length > 0) return await command(run, program, options);
  if (!json && Deno.stdin.isTerminal() && Deno.stdout.isTerminal()) {
    return await (await import("./_asmp_loop.ts")).loop(run, program);
  }
  await run.settle(PATIENCE, (line) => console.error(visible(line)));
  await say(replyOf(run, { program, json }));
  return statusOf(run);
}

/** Runs one command of a run. */
async function command(run: AsmpRun, program: string, options: AsmpOptions): Promise<number> {
  const { json, rest, at = 0, isNew } = options;
  const before = run.frame;
  const tools = runTools(run, { program, json, patience: PATIENCE });
  const words = new Set(["help", "schema", ...tools.map(({ name }) => name)]);
  let status: number;
  try {
    const name = words.has(rest[at]!) ? undefined : commandMeant(run, rest[at]!)?.name;
    const word = name ?? rest[at]!;
    const line = [...rest.slice(0, at), word, ...withFlags(run, word, rest.slice(at + 1))];
    if (!words.has(line[at]!) && before.next_states.length === 0) {
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

/** Where a call did not succeed, the reply is what can be typed instead. */
async function repeat(run: AsmpRun, program: string): Promise<void> {
  try {
    await run.refresh();
  } catch (error) {
    if (error instanceof AsmpHttpError && error.refused) return; // there is no such run any more
  }
  const reply = replyOf(run, { program, text: "" });
  if (reply !== "") await say(reply);
}

/** A run that failed is no success of whoever drives it: see spec/asmp.md 10. */
function statusOf({ frame }: AsmpRun): number {
  return frame.status === "failed" ? ExitFailed : ExitOK;
}

async function say(text: string): Promise<void> {
  await printAll(`${Deno.stdout.isTerminal() ? visible(text) : text}\n`);
}

/** Says how a run is named; nothing is created. */
async function how({ help, rest }: AsmpOptions): Promise<number> {
  const { subcommands } = await import("./_help.ts");
  const asked = help || rest.length > 0;
  const text = subcommands().get("asmp")!.help.trimEnd();
  if (!asked) {
    console.error(`toolcli: ${NO_RUN}\n\n${text}`);
    return ExitUsage;
  }
  await printAll(`${text}\n`);
  return ExitOK;
}

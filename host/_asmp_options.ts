import { jsonProblem } from "../agenttool/json.ts";
import { HostError } from "./errors.ts";

/** The command line of `toolcli asmp`. */
export interface AsmpOptions {
  /** The server's address. */
  url?: string;
  /** Whether a run is to be started. */
  isNew: boolean;
  /** What it begins with, as JSON text. */
  data?: string;
  /** The run to continue. */
  run?: string;
  /** Headers as typed: `${NAME}` in them is a variable of the environment. */
  headers: string[];
  /** Whether a reply is JSON. */
  json: boolean;
  /** Whether help was asked for before a command. */
  help: boolean;
  /** The command's own line: options of every program, the command, what follows it. */
  rest: string[];
  /** Where the command stands in it. */
  at?: number;
}

/** What is wrong where no run is named. */
export const NO_RUN = "give --new to start a run, or --run ID to go on with one";

/**
 * Reads the command line of `toolcli asmp`. What stands behind the command is the command's own.
 *
 * @param args The words.
 * @returns What they say.
 * @throws {HostError} Where they make no sense.
 */
export function readAsmpOptions(args: string[]): AsmpOptions {
  const options: AsmpOptions = { isNew: false, headers: [], json: false, help: false, rest: [] };
  const words = [...args];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const [, name, , inline] = /^(--?[^=]*)(=(.*))?$/s.exec(word) ?? [];
    const value = () => inline ?? words.shift() ?? lacking(word!);
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
      case undefined:
        if (options.url === undefined) options.url = word;
        else {
          options.at = options.rest.length;
          options.rest.push(word, ...words.splice(0));
        }
        break;
      default:
        options.rest.push(word); // the program that is run knows it, or says that it does not
    }
  }
  check(options);
  return options;
}

/**
 * The headers to send.
 *
 * @param headers Those that were typed.
 * @returns The headers, with the values of variables.
 * @throws {HostError} Where one is none, or a variable is not set.
 */
export function headersOf(headers: readonly string[]): Headers {
  const all = new Headers();
  for (const header of headers) {
    const [, name, value] = /^([^:]+):(.*)$/s.exec(header) ?? [];
    try {
      if (name === undefined) throw new TypeError("there is no colon in it");
      all.append(name.trim(), value!.replace(/\$\{(\w+)\}/g, (_, name) => variable(name)).trim());
    } catch (error) {
      if (error instanceof HostError) throw error;
      throw new HostError(`--header takes "Name: value": ${(error as Error).message}`);
    }
  }
  return all;
}

function check({ url, isNew, run, data, help, rest, at }: AsmpOptions): void {
  if (help) return;
  if (url === undefined) throw new HostError("asmp needs the address of a server");
  if (isNew && run !== undefined) throw new HostError("give --new or --run, not both");
  if (data !== undefined && !isNew) throw new HostError("--data is for --new");
  const [first] = rest;
  if (!isNew && run === undefined && first !== undefined && first !== "help") {
    throw new HostError(NO_RUN);
  }
  if (at === undefined && first !== undefined) {
    throw new HostError(`${JSON.stringify(first)} is an option of a command, and there is none`);
  }
}

function variable(name: string): string {
  const value = Deno.env.get(name);
  if (value === undefined) throw new HostError(`--header: variable ${name} is not set`);
  return value;
}

function jsonObject(text: string): string {
  const problem = jsonProblem(text) ?? (text.trimStart().startsWith("{") ? "" : "no object");
  if (problem) throw new HostError(`--data takes a JSON object: ${problem}`);
  return text;
}

function lacking(option: string): never {
  throw new HostError(`${option} needs a value`);
}

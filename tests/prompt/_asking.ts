import type { Answer, Elicitation } from "../../agenttool/tool.ts";
import { startTmux, type Tmux } from "./_tmux.ts";

/** How the program that asks is run. */
interface Options {
  /** Environment variables. */
  env?: Record<string, string>;
  /** Whether something else is on its standard input. */
  piped?: boolean;
  /** The import map that it has in place of the tests' own. */
  importMap?: string;
  columns?: number;
}

/** Why the prompt library cannot be had here; empty where it can. */
export const NO_CLIFFY: string = await import("@cliffy/prompt").then(() => "", String);

/** The import map with which it cannot be had. */
export const NPM_ONLY: string = new URL("../../npm_only/import_map.json", import.meta.url).pathname;

/**
 * Starts a program that asks questions on a terminal.
 *
 * @param questions The questions, asked together.
 * @param options How it is run.
 * @returns The terminal.
 */
export function asking(questions: Elicitation[], options: Options = {}): Promise<Tmux> {
  const { env = {}, piped = false, columns } = options;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  // The shell outlives an interrupt, so that the terminal can be looked at after the program.
  const script = [
    "trap : INT",
    piped ? 'echo piped | "$@"' : '"$@"',
    'echo "status $?"; stty -a; echo "that is all"; cat',
  ].join("; ");
  return startTmux(
    ["sh", "-c", script, "sh", "env", ...variables, ...program(questions, options)],
    { columns },
  );
}

/**
 * Gives the command line of a program that asks questions.
 *
 * @param questions The questions, asked together.
 * @param options How it is run.
 * @returns The program and its arguments.
 */
export function program(questions: Elicitation[], { importMap }: Options = {}): string[] {
  const path = (name: string) => new URL(name, import.meta.url).pathname;
  const map = importMap ?? (NO_CLIFFY && NPM_ONLY);
  return [
    ...[Deno.execPath(), "run", "-A", "--quiet", ...(map ? ["--import-map", map] : [])],
    ...[path("_asking_program.ts"), JSON.stringify(questions)],
  ];
}

/**
 * Waits for the end of the program.
 *
 * @param tmux The terminal.
 * @returns The answers (a string: the error), and whether all ended well: status 0, and a terminal
 * that shows what is typed, line by line, and its cursor.
 */
export async function ended(tmux: Tmux): Promise<{ answers: (Answer | string)[]; well: boolean }> {
  const screen = await tmux.see("that is all");
  const terminal = screen.slice(screen.indexOf("status "));
  const { shown } = await tmux.cursor();
  return {
    answers: JSON.parse(/^answers (.*)$/m.exec(screen)![1]!),
    well: shown && /^status 0$/m.test(terminal) && / icanon /.test(terminal) &&
      / echo /.test(terminal),
  };
}

/**
 * Cancels the first call that is not cancelled yet.
 *
 * @param tmux The terminal.
 */
export async function cancelCall(tmux: Tmux): Promise<void> {
  Deno.kill(Number(/^pid (\d+)$/m.exec(await tmux.see("pid "))![1]), "SIGTERM");
}

import type { Elicitor, Tool } from "../agenttool/tool.ts";
import { denoIo } from "./deno_io.ts";
import { runProgram } from "./_program.ts";

/** What a {@linkcode Runner} is made of. Runners that share a stream take turns at it. */
export interface RunnerOptions {
  /** The program's name, as usage and errors print it. */
  name: string;
  /** The tools that are its commands. */
  tools: Iterable<Tool>;
  /**
   * Answers a question that no `--answer` answers. Without it the call ends with
   * {@linkcode ExitNeedsAnswer} and the question on stdout.
   */
  ask?: Elicitor;
  /** Standard input; the process's own when left out, as for the others. */
  stdin?: ReadableStream<Uint8Array>;
  /** Where results go; written to, never closed. */
  stdout?: WritableStream<Uint8Array>;
  /** Where errors, progress and notices go; written to, never closed. */
  stderr?: WritableStream<Uint8Array>;
  /** Whether a person sees the output; the process's own streams know by themselves. */
  isTerminal?: boolean;
}

/**
 * Runs one command line against a set of tools: one call of one tool, or the program's own help.
 * It closes no tool and never ends the process.
 *
 * ```text
 * program [--answer <reply>]... [--record <file>] [--out <dir>] <command> [flags] [<json> | -]
 * ```
 *
 * @example One call
 * ```ts
 * import { defineRawTool } from "@x/toolcli/agenttool";
 * import { ExitOK, Runner } from "@x/toolcli/cli";
 * import { expect } from "@std/expect";
 *
 * const ping = defineRawTool({ name: "ping", execute: () => "pong" });
 * const output = new TransformStream<Uint8Array, Uint8Array>();
 * const printed = new Response(output.readable).text();
 * const runner = new Runner({ name: "kit", tools: [ping], stdout: output.writable });
 *
 * expect(await runner.run(["ping"])).toBe(ExitOK);
 * await output.writable.close();
 * expect(await printed).toBe("pong\n");
 * ```
 */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #tools: readonly Tool[];

  /**
   * Makes a runner.
   *
   * @param options What it is made of.
   */
  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#tools = [...options.tools];
  }

  /**
   * Runs one command line.
   *
   * @param args The words after the program's name.
   * @param options `signal` cancels the call, as an interrupt does.
   * @returns The exit status: {@linkcode ExitOK}, {@linkcode ExitFailed}, {@linkcode ExitUsage} or
   * {@linkcode ExitNeedsAnswer}.
   */
  run(args: string[], options: { signal?: AbortSignal } = {}): Promise<number> {
    const { name, tools: list, ask } = this.#options;
    const program = { name, tools: this.#tools, list, ask, io: denoIo(this.#options) };
    return runProgram(program, args, options);
  }
}

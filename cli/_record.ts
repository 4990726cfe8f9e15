import { encodeJson } from "../agenttool/content.ts";
import type { ToolRecord } from "../agenttool/tool.ts";
import type { Log } from "./_io.ts";

/** Appends the records of one call to a file as JSON lines: see spec/agenttool-cli.md 7. */
export class Recorder {
  /** The first write that failed. */
  failure?: Error;
  readonly #log: Log;
  readonly #tool: string;
  readonly #call: string;

  constructor(log: Log, tool: string, call: string) {
    this.#log = log;
    this.#tool = tool;
    this.#call = call;
  }

  /**
   * Appends one record.
   *
   * @returns Resolves when the line is durable.
   * @throws {Error} Where it could not be made or written, which `failure` keeps as well.
   */
  async write({ ns, data }: ToolRecord): Promise<void> {
    try {
      if (!ns) throw new Error("record: empty namespace");
      encodeJson(data, `record ${ns}`);
      const time = new Date().toISOString();
      await this.#log.append(
        JSON.stringify({ time, tool: this.#tool, call: this.#call, ns, data }),
      );
    } catch (error) {
      this.failure ??= error as Error;
      throw error;
    }
  }

  /** Closes the file when all records are written, those too that the tool did not wait for. */
  close(): Promise<void> {
    return this.#log.close();
  }
}

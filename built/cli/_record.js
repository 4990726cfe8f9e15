import { encodeJson } from './_start.js';

class Recorder {
  /** The first write that failed. */
  failure;
  #log;
  #tool;
  #call;
  constructor(log, tool, call) {
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
  async write({ ns, data }) {
    try {
      if (!ns) throw new Error("record: empty namespace");
      encodeJson(data, `record ${ns}`);
      const time = (/* @__PURE__ */ new Date()).toISOString();
      await this.#log.append(
        JSON.stringify({ time, tool: this.#tool, call: this.#call, ns, data })
      );
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
  /** Closes the file when all records are written, those too that the tool did not wait for. */
  close() {
    return this.#log.close();
  }
}

export { Recorder };

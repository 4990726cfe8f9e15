import { NotRunError } from '../cli/_start.js';
import { hostVariable, newNonce, isWindows, References, argumentVariable, variableVariable, runProcess, isNotFound, isTooLong, filledIn, isDirectory, scratch } from './_start.js';
import { passedOn } from './_passed_on.js';

async function environment(template, filled) {
  const env = /* @__PURE__ */ Object.create(null);
  for (const name of template.inherit_env_vars ?? passedOn()) {
    const value = hostVariable(name);
    if (value !== void 0) env[name] = value;
  }
  for (const [name, text] of Object.entries(template.env_vars ?? {})) {
    const value = env[name] = await filled(text);
    if (value.includes("\0")) throw new NotRunError(`env_vars: "${name}" has a NUL character`);
  }
  return env;
}

function bashScript(steps, options) {
  const { nonce, stop, subshells, kept, files } = options;
  const lines = [
    `exec ${kept.size > 0 ? "97<&0 " : ""}98>&1 99>&2 </dev/null`,
    // The colon keeps the nonce's digits out of the octal number before it.
    `__utcp_end() { builtin printf '\\0:${nonce} %s %s\\0' "$1" "$2" >&98; builtin printf '\\0:${nonce} %s %s\\0' "$1" "$2" >&99; return "$2"; }`
  ];
  for (const [variable, path] of files) {
    lines.push(`IFS= builtin read -r -d '' ${variable} <${quoted(path)}`);
  }
  for (const [index, { command, allow_failure: allowed }] of steps.entries()) {
    const step = `eval ${quoted(`${command}
`)}`;
    lines.push(
      `${subshells ? `(${step})` : step} </dev/null >&98 2>&99 97<&- 98>&- 99>&-`,
      `__utcp_end ${index} "$?" || ${stop && !allowed ? "builtin exit" : ":"}`
    );
    const file = kept.get(index);
    if (file) {
      lines.push(`builtin read -r __utcp_ready <&97; CMD_${index}_OUTPUT=$(<${quoted(file)})`);
    }
  }
  return lines.join("\n");
}
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const MAX_ENTRY = 13e4;
const MAX_TOTAL = 512 * 1024;
async function shell(template, args, variables, env, scratch) {
  const nonce = newNonce();
  const { steps, files } = args.size + variables.size === 0 ? { steps: template.commands, files: /* @__PURE__ */ new Map() } : await withValues(template.commands, args, variables, env, scratch);
  const commands = steps.map(({ command }) => command);
  if (isWindows) {
    if (files.size > 0) throw new NotRunError("The arguments are too long");
    const { powershellScript } = await import('./_powershell.js');
    const script2 = powershellScript(steps, nonce, template.on_error !== "continue");
    return { program: "powershell.exe", args: ["-NoProfile", "-Command", script2], nonce };
  }
  const kept = /* @__PURE__ */ new Map();
  for (const step of commands.keys()) {
    const read = commands.slice(step + 1).some((command) => command.includes("CMD_"));
    if (step < commands.length - 1 && (read || Object.hasOwn(env, `CMD_${step}_OUTPUT`))) {
      kept.set(step, await scratch.path(`output${step}`));
    }
  }
  const script = bashScript(steps, {
    nonce,
    stop: template.on_error !== "continue",
    subshells: template.subshells ?? false,
    kept,
    files
  });
  const needed = (step) => commands.slice(step + 1).some((command) => command.includes(`CMD_${step}_OUTPUT`));
  return {
    program: "/bin/bash",
    args: size("", script) <= MAX_ENTRY ? ["-c", script] : [await scratch.write("script", script)],
    nonce,
    kept: {
      steps: new Set(kept.keys()),
      needed,
      write: (step, bytes) => scratch.write(`output${step}`, bytes)
    }
  };
}
async function withValues(steps, args, variables, env, scratch) {
  const references = new References(newNonce(), new Set(variables.keys()));
  const written = steps.map(({ command }) => command);
  const { commands, problems } = isWindows ? (await import('./_powershell.js')).readPowershell(written, references) : (await import('./_bash.js')).readBash(written, references);
  if (problems.length > 0) {
    const { UnsafeTemplateError } = await import('./errors.js');
    throw new UnsafeTemplateError(problems);
  }
  const values = /* @__PURE__ */ new Map();
  for (const [name, value] of args) values.set(argumentVariable(references.nonce, name), value);
  for (const [name, value] of variables) {
    values.set(variableVariable(references.nonce, name), value);
  }
  const files = /* @__PURE__ */ new Map();
  let total = Object.entries(env).reduce((sum, [name, value]) => sum + size(name, value), 0);
  for (const [name, value] of values) {
    const bytes = size(name, value);
    if (bytes <= MAX_ENTRY && total + bytes <= MAX_TOTAL) {
      env[name] = value;
      total += bytes;
    } else files.set(name, await scratch.write(`value${files.size}`, value));
  }
  return { steps: steps.map((step, index) => ({ ...step, command: commands[index] })), files };
}
function size(name, value) {
  return new TextEncoder().encode(value).length + name.length + 2;
}

class StepOutput {
  /**
   * @param nonce What tells marks from output.
   * @param limit How many bytes are kept of a step.
   * @param last Whether a step is the last one to run, once it has its status.
   * @param onBytes Is told of the output without the marks.
   */
  constructor(nonce, limit, last, onBytes) {
    this.limit = limit;
    this.last = last;
    this.onBytes = onBytes;
    this.#mark = new TextEncoder().encode(`\0:${nonce} `);
  }
  limit;
  last;
  onBytes;
  /** The statuses of the steps that have ended. */
  statuses = /* @__PURE__ */ new Map();
  #mark;
  #outputs = [];
  #step = 0;
  /** The step that prints now. */
  get step() {
    return this.#step;
  }
  /** Bytes that may be the beginning of a mark. */
  #held = new Uint8Array();
  /** Takes bytes; gives the steps that have ended in them. */
  push(chunk) {
    const ended = [];
    let bytes = this.#held.length > 0 ? joined([this.#held, chunk]) : chunk;
    this.#held = new Uint8Array();
    for (let from = 0; ; ) {
      const start = bytes.indexOf(0, from);
      if (start < 0) break;
      const mark = this.#markAt(bytes, start);
      if (mark === "no") {
        from = start + 1;
        continue;
      }
      this.#add(bytes.subarray(0, start));
      bytes = bytes.subarray(start);
      if (mark === "more") {
        this.#held = bytes.slice();
        return ended;
      }
      bytes = bytes.subarray(mark.length);
      from = 0;
      this.statuses.set(mark.step, mark.status);
      ended.push(mark.step);
      this.#step = this.last(mark.step, mark.status) ? mark.step : mark.step + 1;
    }
    this.#add(bytes);
    return ended;
  }
  /** Ends the stream: what might have become a mark is output. */
  end() {
    this.#add(this.#held);
    this.#held = new Uint8Array();
  }
  /** Whether some of a step's output was not kept. */
  isCut(step) {
    const { kept = 0, total = 0 } = this.#outputs[step] ?? {};
    return kept < total;
  }
  bytes(step) {
    return joined(this.#outputs[step]?.chunks ?? []);
  }
  /** A step's output, with a note where it is cut. */
  text(step) {
    const output = this.#outputs[step];
    if (!output) return "";
    const bytes = joined(output.chunks);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: this.isCut(step) });
    return this.isCut(step) ? `${text}
[output cut: the first ${output.kept} of ${output.total} bytes]` : text;
  }
  #add(bytes) {
    if (bytes.length === 0) return;
    this.onBytes?.(bytes);
    const output = this.#outputs[this.#step] ??= { chunks: [], kept: 0, total: 0 };
    const kept = bytes.subarray(0, Math.max(0, this.limit - output.kept));
    if (kept.length > 0) output.chunks.push(kept.slice());
    output.kept += kept.length;
    output.total += bytes.length;
  }
  #markAt(bytes, start) {
    for (let index = 0; index < this.#mark.length; index++) {
      if (start + index >= bytes.length) return "more";
      if (bytes[start + index] !== this.#mark[index]) return "no";
    }
    const end = bytes.indexOf(0, start + this.#mark.length);
    if (end < 0) return "more";
    const [step, status] = new TextDecoder().decode(bytes.subarray(start + this.#mark.length, end)).split(" ").map(Number);
    return { step, status, length: end + 1 - start };
  }
}
function joined(chunks) {
  if (chunks.length === 1) return chunks[0];
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

async function runSteps(run, launch) {
  const { steps, limit, signal, onStderr } = run;
  const nonce = launch.nonce ?? "";
  const last = (step, status) => step >= steps.length - 1 || run.stop && status !== 0 && !steps[step].allow_failure;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const stdout = new StepOutput(nonce, limit, last);
  const stderr = new StepOutput(
    nonce,
    limit,
    last,
    onStderr && ((bytes) => onStderr(decoder.decode(bytes, { stream: true })))
  );
  const ended = await start(run, launch, stdout, stderr);
  const rest = decoder.decode();
  if (rest) onStderr?.(rest);
  const results = settle(steps, ended, stdout, stderr);
  if (ended.reason === "timeout") {
    const { CallTimeoutError } = await import('./errors.js');
    throw new CallTimeoutError(run.timeout, results);
  }
  signal?.throwIfAborted();
  const failed = results.findIndex(
    ({ status }, step) => status === null || status !== 0 && !steps[step].allow_failure
  );
  if (failed >= 0) throw await failure(results, failed);
  return shown(steps, results, stdout, stderr);
}
async function start({ env, cwd, timeout, signal }, { program, args, kept }, stdout, stderr) {
  try {
    const end = await runProcess({
      program,
      args,
      env,
      cwd,
      timeout,
      signal,
      input: kept !== void 0 && kept.steps.size > 0,
      async onStdout(chunk, write) {
        for (const step of stdout.push(chunk)) {
          if (!kept?.steps.has(step)) continue;
          if (stdout.isCut(step) && kept.needed(step)) {
            throw new NotRunError(
              `$CMD_${step}_OUTPUT is longer than ${stdout.limit} bytes: raise max_output`
            );
          }
          await kept.write(step, variableOf(stdout.bytes(step)));
          await write("\n");
        }
      },
      onStderr: (chunk) => void stderr.push(chunk)
    });
    stdout.end();
    stderr.end();
    return end;
  } catch (error) {
    const shown2 = JSON.stringify(program);
    if (isNotFound(error)) throw new NotRunError(`No such program: ${shown2}`, { cause: error });
    if (isTooLong(error)) {
      throw new NotRunError("The arguments and the environment are too long for the system", {
        cause: error
      });
    }
    throw error;
  }
}
function variableOf(output) {
  const bytes = output.includes(0) ? output.filter((byte) => byte !== 0) : output;
  let end = bytes.length;
  while (bytes[end - 1] === 10) end--;
  return bytes.subarray(0, end);
}
function settle(steps, { status: shellStatus, reason }, stdout, stderr) {
  const results = steps.map((_, step2) => ({
    status: stdout.statuses.get(step2) ?? null,
    stdout: stdout.text(step2),
    stderr: stderr.text(step2)
  }));
  if (reason) return results;
  const step = stdout.step;
  if (results[step].status === null || results[step].status === 0) {
    results[step].status = shellStatus;
  }
  return results;
}
async function failure(results, failed) {
  const { StepFailedError } = await import('./errors.js');
  const { status } = results[failed];
  if (status !== null) {
    const place = results.length > 1 ? `Step ${failed + 1} of ${results.length}` : "The command";
    return new StepFailedError(`${place} ended with status ${status}`, results, failed, status);
  }
  const { status: before } = results[failed - 1];
  const summary = `Step ${failed + 1} of ${results.length} did not run: step ${failed} ended the shell`;
  return new StepFailedError(summary, results, failed - 1, before);
}
function shown(steps, results, stdout, stderr) {
  const indices = [...steps.keys()].filter(
    (step) => steps[step].append_to_final_output ?? step === steps.length - 1
  );
  const text = (stream) => indices.map((step) => results[step][stream].replace(/\n+$/, "")).join("\n").trim();
  const printed = text("stdout");
  const truncated = indices.some((step) => (printed === "" ? stderr : stdout).isCut(step));
  return {
    text: printed || text("stderr"),
    isJson: isJson(printed),
    truncated,
    steps: results
  };
}
function isJson(text) {
  if (!/^[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function runTemplate(template, json, options = {}) {
  const { commands, argv, name } = template;
  if (!argv && commands.length === 0) {
    throw new NotRunError(`CliCallTemplate '${name}' must have at least one command`);
  }
  const { args, variables, filled } = await valuesOf(template, json, options);
  const run = {
    steps: argv ? [{ command: "" }] : commands,
    stop: template.on_error !== "continue",
    env: await environment(template, filled),
    cwd: await directory(await filled(template.working_dir ?? ""), options.rootDir),
    timeout: template.timeout ?? options.timeout ?? 12e4,
    limit: template.max_output ?? options.maxOutput ?? 10 * 2 ** 20,
    signal: options.signal,
    onStderr: options.onStderr
  };
  if (argv) {
    const [program, ...rest] = argv.map((word) => filledIn(word, args, variables));
    return await runSteps(run, { program, args: rest });
  }
  const files = scratch();
  try {
    const launch = await shell(template, args, variables, run.env, files);
    return await runSteps(run, launch);
  } finally {
    await files.close();
  }
}
async function valuesOf({ commands, argv, name, env_vars = {}, working_dir = "" }, json, { inputs, variables: lookup, manual = name }) {
  const texts = argv ?? commands.map(({ command }) => command);
  const mentions = texts.some(
    (text) => text.includes("UTCP_ARG_") || lookup !== void 0 && text.includes("$")
  );
  const fills = [working_dir, ...Object.values(env_vars)].some((text) => text.includes("$"));
  if (!mentions && !fills && inputs === void 0 && (json === "" || json === "{}")) {
    return { args: /* @__PURE__ */ new Map(), variables: /* @__PURE__ */ new Map(), filled: (text) => Promise.resolve(text) };
  }
  const { readValues } = await import('./_values.js');
  return await readValues(texts, { json, inputs, lookup, manual });
}
async function directory(path, rootDir) {
  if (path === "") return void 0;
  const isAbsolute = /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);
  const directory2 = isAbsolute || rootDir === void 0 ? path : `${rootDir}/${path}`;
  if (await isDirectory(directory2)) return directory2;
  throw new NotRunError(`working_dir: no such directory: ${JSON.stringify(directory2)}`);
}

export { runTemplate };

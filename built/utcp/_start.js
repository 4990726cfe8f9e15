const runProcess = (async function runProcess(options) {
  const { program, args, env, cwd, timeout, signal, input, onStdout, onStderr } = options;
  signal?.throwIfAborted();
  const child = new Deno.Command(program, {
    args,
    env,
    cwd,
    clearEnv: true,
    detached: !isWindows,
    stdin: input ? "piped" : "null",
    stdout: "piped",
    stderr: "piped"
  }).spawn();
  const { pid } = child;
  const onUnload = (() => void signalGroup(pid, "SIGKILL"));
  addEventListener("unload", onUnload);
  const writer = input ? child.stdin.getWriter() : void 0;
  const write = (async (text) => {
    await writer?.write(new TextEncoder().encode(text)).catch((() => {
    }));
  });
  const readings = [
    readAll(child.stdout, ((chunk) => onStdout(chunk, write))),
    readAll(child.stderr, onStderr)
  ];
  let reason;
  let stopKilling;
  const end = ((why) => {
    reason ??= why;
    signalGroup(pid, "SIGTERM");
    stopKilling ??= after(GRACE, (() => signalGroup(pid, "SIGKILL")));
  });
  const onAbort = (() => end("signal"));
  const stopTimer = after(timeout, (() => end("timeout")));
  signal?.addEventListener("abort", onAbort);
  for (const { done } of readings) done.catch(onAbort);
  try {
    const { code } = await child.status;
    stopTimer();
    stopKilling?.();
    await endGroup(pid, reason ? GRACE : GRACE / 10);
    await drained(readings);
    return { status: code, reason };
  } catch (error) {
    signalGroup(pid, "SIGKILL");
    throw error;
  } finally {
    stopTimer();
    stopKilling?.();
    signal?.removeEventListener("abort", onAbort);
    removeEventListener("unload", onUnload);
    await writer?.close().catch((() => {
    }));
    for (const reading of readings) reading.stop();
  }
});
const hostVariable = (function hostVariable(name) {
  return Deno.env.get(name);
});
const scratch = (function scratch() {
  let made;
  const pathOf = (async (name) => {
    made ??= Deno.makeTempDir({ prefix: "toolcli-" });
    return `${await made}/${name}`;
  });
  return {
    path: pathOf,
    async write(name, content) {
      const path = await pathOf(name);
      if (typeof content === "string") await Deno.writeTextFile(path, content, { mode: 384 });
      else await Deno.writeFile(path, content, { mode: 384 });
      return path;
    },
    async close() {
      if (made) await Deno.remove(await made, { recursive: true });
    }
  };
});
const after = (function after(milliseconds, callback) {
  const limited = Math.min(milliseconds, 2 ** 31 - 1);
  if (spared <= 0) {
    const timer = setTimeout(callback, limited);
    return (() => clearTimeout(timer));
  }
  spared--;
  const signal = AbortSignal.timeout(limited);
  signal.addEventListener("abort", callback, { once: true });
  return (() => signal.removeEventListener("abort", callback));
});
const drained = (async function drained(readings) {
  if (readings.every((({ ended }) => ended))) return;
  const done = Promise.all(readings.map((({ done: done2 }) => done2))).then((() => true));
  for (let last = -1, waited = 0; waited < LATE; waited += SILENCE) {
    let stop = (() => {
    });
    const silence = new Promise(((resolve) => {
      stop = after(SILENCE, (() => resolve(false)));
    }));
    const ended = await Promise.race([done, silence]);
    stop();
    const chunks = readings.reduce(((sum, { chunks: chunks2 }) => sum + chunks2), 0);
    if (ended || chunks === last) return;
    last = chunks;
  }
});
const readAll = (function readAll(stream, onChunk) {
  const reader = stream.getReader();
  const reading = {
    chunks: 0,
    ended: false,
    done: Promise.resolve(),
    stop: (() => {
      if (!reading.ended) reader.cancel().catch((() => {
      }));
    })
  };
  const read = (async () => {
    for (; ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      reading.chunks++;
      await onChunk(value);
    }
    reading.ended = true;
  });
  reading.done = read();
  return reading;
});
const explained = (function explained(what, read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    throw new TypeError(`Invalid ${what}: ${worded(error)}`);
  }
});
const present = (function present(options) {
  return Object.fromEntries(
    Object.entries(options).filter((([, value]) => value !== void 0))
  );
});
const members = (function members(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    fail("", "expected an object", value);
  }
  return Object.assign(/* @__PURE__ */ Object.create(null), value);
});
const within = (function within(name, read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    throw new Misfit(error.path ? `${name}.${error.path}` : name, error.reason);
  }
});
const optional = (function optional(parent, name, type) {
  const value = parent[name] ?? void 0;
  if (value !== void 0 && typeof value !== type) fail(name, `expected a ${type}`, value);
  return value;
});
const string = (function string(parent, name) {
  return optional(parent, name, "string");
});
const flag = (function flag(parent, name) {
  return optional(parent, name, "boolean");
});
const positive = (function positive(parent, name) {
  const value = optional(parent, name, "number");
  if (value !== void 0 && !(value > 0)) {
    throw new Misfit(name, `expected a number above 0, got ${value}`);
  }
  return value;
});
const choice = (function choice(parent, name, ...values) {
  const value = string(parent, name);
  if (value === void 0 || values.includes(value)) return value;
  const wanted = values.map(((value2) => `"${value2}"`)).join(" or ");
  throw new Misfit(name, `expected ${wanted}, got ${JSON.stringify(value)}`);
});
const array = (function array(parent, name) {
  const value = parent[name] ?? void 0;
  if (value === void 0 || Array.isArray(value)) return value;
  return fail(name, "expected an array", value);
});
const strings = (function strings(parent, name) {
  return array(parent, name)?.map(
    ((item, index) => typeof item === "string" ? item : fail(`${name}[${index}]`, "expected a string", item))
  );
});
const readLimits = (function readLimits(given) {
  const members = { ...given };
  return explained("options", (() => ({
    timeout: positive(members, "timeout"),
    discoveryTimeout: positive(members, "discoveryTimeout"),
    maxOutput: positive(members, "maxOutput")
  })));
});
const newReferences = (function newReferences(nonce, variables = /* @__PURE__ */ new Set()) {
  return { nonce, variables, used: /* @__PURE__ */ new Set() };
});
const referenceAt = (function referenceAt({ nonce, variables }, text, at) {
  if (text[at] === "U") {
    const [all, name] = matchAt(/UTCP_ARG_(\w+?)_UTCP_END/y, text, at);
    if (all) return { length: all.length, variable: argumentVariable(nonce, name) };
  } else if (text[at] === "$") {
    const [all, braced, plain] = matchAt(/\$(?:\{(\w+)\}|(\w+))/y, text, at);
    const name = braced ?? plain;
    if (all && variables.has(name)) {
      return { length: all.length, variable: variableVariable(nonce, name) };
    }
  }
});
const mentions = (function mentions(references, text) {
  for (let at = 0; at < text.length; at++) if (referenceAt(references, text, at)) return true;
  return false;
});
const argumentVariable = (function argumentVariable(nonce, name) {
  return `__UTCP_ARG_${nonce}_${name}`;
});
const newNonce = (function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, ((byte) => byte.toString(16).padStart(2, "0"))).join("");
});
const argumentNames = (function argumentNames(text) {
  return [...text.matchAll(/UTCP_ARG_(\w+?)_UTCP_END/g)].map((([, name]) => name));
});
const variableNames = (function variableNames(text) {
  if (!text.includes("$")) return [];
  if (/\$ref(?!\w)/.test(text)) return [];
  return [...text.matchAll(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g)].map((([, braced, plain]) => braced ?? plain)).filter(((name) => !/^CMD_\d+_OUTPUT$/.test(name)));
});
const matchAt = (function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
});
const parseManual = (function parseManual(value) {
  return explained("manual", (() => {
    const manual = members(value);
    const tools = array(manual, "tools") ?? fail("tools", "expected an array", void 0);
    const read = tools.map(readTool);
    const last = new Map(read.map((({ tool }, index) => [tool?.name, index])));
    const dropped = [];
    const kept = [];
    for (const [index, { name, tool, reason = "a later tool has its name" }] of read.entries()) {
      if (tool && last.get(name) === index) kept.push(tool);
      else dropped.push({ name, reason });
    }
    return {
      manual: {
        utcp_version: string(manual, "utcp_version") ?? "1.0.0",
        manual_version: string(manual, "manual_version") ?? "1.0.0",
        tools: kept
      },
      dropped
    };
  }));
});
const isCliTemplate = (function isCliTemplate(template) {
  return template.call_template_type === "cli";
});
const readTool = (function readTool(value, index) {
  let name = `tools[${index}]`;
  try {
    const tool = members(value);
    const given = string(tool, "name") || fail("name", "expected a name", tool.name);
    name = given;
    const size = optional(tool, "average_response_size", "number");
    return {
      name,
      tool: {
        name,
        description: string(tool, "description") ?? "",
        inputs: schema(tool, "inputs"),
        outputs: schema(tool, "outputs"),
        tags: strings(tool, "tags") ?? [],
        ...size !== void 0 && { average_response_size: size },
        tool_call_template: within("tool_call_template", (() => {
          const template = members(tool.tool_call_template);
          const type = string(template, "call_template_type") ?? fail("call_template_type", "expected a string", void 0);
          return type === "cli" ? readTemplate(template) : template;
        }))
      }
    };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return { name, reason: worded(error) };
  }
});
const schema = (function schema(parent, name) {
  const value = parent[name] ?? {};
  return within(name, (() => {
    if (typeof value === "boolean") return value;
    const { type } = members(value);
    for (const each of Array.isArray(type) ? type : [type ?? "null"]) {
      if (!TYPES.includes(each)) fail("type", "expected a type of JSON Schema", each);
    }
    return value;
  }));
});
const readTemplate = (function readTemplate(value) {
  const given = members(value);
  if (given.call_template_type !== "cli") {
    fail("call_template_type", 'expected "cli"', given.call_template_type);
  }
  if ((given.auth ?? void 0) !== void 0) fail("auth", "expected nothing", given.auth);
  const template = {
    call_template_type: "cli",
    commands: (array(given, "commands") ?? []).map(
      ((step, index) => within(`commands[${index}]`, (() => readStep(step))))
    )
  };
  const options = {
    name: string(given, "name"),
    argv: strings(given, "argv"),
    env_vars: environment(given),
    inherit_env_vars: strings(given, "inherit_env_vars"),
    working_dir: string(given, "working_dir") || void 0,
    allowed_communication_protocols: strings(given, "allowed_communication_protocols"),
    discover: flag(given, "discover"),
    timeout: positive(given, "timeout"),
    on_error: choice(given, "on_error", "stop", "continue"),
    subshells: flag(given, "subshells"),
    max_output: positive(given, "max_output")
  };
  if (options.argv && template.commands.length > 0) {
    fail("argv", "expected nothing beside commands", options.argv);
  }
  if (options.argv && !options.argv[0]) fail("argv", "expected a program", options.argv);
  return Object.assign(template, present(options));
});
const readStep = (function readStep(value) {
  const step = members(value);
  const command = string(step, "command") ?? fail("command", "expected a string", void 0);
  if (command.includes("\0")) fail("command", "expected no NUL character", command);
  return {
    command,
    ...present({
      append_to_final_output: flag(step, "append_to_final_output"),
      allow_failure: flag(step, "allow_failure")
    })
  };
});
const environment = (function environment(parent) {
  const value = parent.env_vars ?? void 0;
  if (value === void 0) return void 0;
  return within("env_vars", (() => {
    const variables = members(value);
    for (const [name, text] of Object.entries(variables)) {
      if (typeof text !== "string") fail(name, "expected a string", text);
      if (!/^[^=\0]+$/.test(name)) fail(JSON.stringify(name), "expected a variable's name", name);
    }
    return variables;
  }));
});
const variableLookup = (function variableLookup(sources) {
  const { variables = {}, loaders = [], env = hostVariable } = sources;
  return (async (key) => {
    if (Object.hasOwn(variables, key)) return variables[key];
    for (const loader of [...loaders, env]) {
      const value = await loader(key);
      if (value) return value;
    }
  });
});
const variableKey = (function variableKey(manual, name) {
  return `${manualName(manual).replaceAll("_", "__")}_${name}`;
});
const manualName = (function manualName(name) {
  return name.replace(/[^A-Za-z0-9_]/g, "_");
});
const utcpTools = (async function utcpTools(source, options = {}) {
  const checked = { ...options, ...readLimits(options) };
  return Array.isArray(source) ? await toolsOfAll(source, checked) : await toolsOf(source, checked, options.name);
});
const placeholders = (function placeholders({ commands, argv = [] }) {
  const texts = [...commands.map((({ command }) => command)), ...argv];
  return [...new Set(texts.flatMap(argumentNames))];
});
const toolsOf = (async function toolsOf(source, options, alone) {
  if (isManual(source)) return manualTools(parseManual(source), options);
  const template = parseTemplate(source);
  const name = template.name ?? alone;
  if (!name) throw new TypeError("Invalid call template: name: expected a name, got nothing");
  if (!isDiscovery(template)) {
    const inputs = argumentsOf(template);
    return [makeTool({ name: manualName(name), description: "", inputs, template }, name, options)];
  }
  const { discoverManual } = await import('./_discovery.js');
  const { signal, note, discoveryTimeout: timeout, maxOutput } = options;
  const found = await discoverManual({ ...template, name }, {
    variables: lookup(name, options),
    signal,
    onStderr: note,
    timeout,
    maxOutput
  });
  return manualTools(found, { ...options, name });
});
const isManual = (function isManual(source) {
  return typeof source === "object" && source !== null && Object.hasOwn(source, "tools");
});
const manualTools = (function manualTools({ manual, dropped }, options) {
  const leaveOut = ((name, reason) => options.note?.(`Tool ${JSON.stringify(name)} is left out: ${reason}`));
  for (const { name, reason } of dropped) leaveOut(name, reason);
  const tools = [];
  for (const { tool_call_template: template, ...tool } of manual.tools) {
    if (isCliTemplate(template)) {
      const inputs = declares(tool.inputs) ? tool.inputs : argumentsOf(template);
      tools.push(makeTool({ ...tool, inputs, template }, options.name ?? template.name, options));
    } else {
      leaveOut(tool.name, `its protocol is ${JSON.stringify(template.call_template_type)}`);
    }
  }
  return tools;
});
const declares = (function declares(inputs) {
  return typeof inputs === "object" && Object.keys(inputs).length > 0;
});
const argumentsOf = (function argumentsOf(template) {
  const names = placeholders(template);
  return {
    type: "object",
    properties: Object.fromEntries(names.map(((name) => [name, { type: "string" }]))),
    required: names
  };
});
const makeTool = (function makeTool(tool, manual, options) {
  const { name, description, inputs, template } = tool;
  return {
    name,
    description,
    parameters: inputs,
    async execute(call) {
      let rest = "";
      const onStderr = ((text2) => {
        const lines = (rest + text2).split("\n");
        rest = lines.pop();
        for (const line of lines) call.progress(line);
      });
      const { runTemplate } = await import('./_run.js').then((function (n) { return n.run; }));
      const { text } = await runTemplate(template, call.args || "{}", {
        inputs,
        manual,
        variables: lookup(manual, options),
        signal: call.signal,
        timeout: options.timeout,
        maxOutput: options.maxOutput,
        onStderr
      }).finally((() => {
        if (rest) call.progress(rest);
      }));
      return { content: text === "" ? [] : [{ type: "text", text }] };
    }
  };
});
const lookup = (function lookup(manual, { variables = {}, loaders }) {
  const namespace = manual === void 0 ? "" : variableKey(manual, "");
  const elsewhere = variableLookup({ variables, loaders });
  return ((key) => {
    const name = key.startsWith(namespace) ? key.slice(namespace.length) : key;
    return Object.hasOwn(variables, name) ? variables[name] : elsewhere(key);
  });
});
import { endGroup, signalGroup, messageOf } from '../mod.js';

const isWindows = Deno.build.os === "windows";
const GRACE = 2e3;
const SILENCE = 500;
const LATE = 2e3;


async function readText(path) {
  try {
    return await Deno.readTextFile(path);
  } catch {
    return void 0;
  }
}
async function isDirectory(path) {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch {
    return false;
  }
}

function isTooLong(error) {
  return error instanceof Error && /Argument list too long|os error 7\b/.test(error.message);
}
function isNotFound(error) {
  return error instanceof Deno.errors.NotFound;
}
let spared = 8;




class Misfit {
  constructor(path, reason) {
    this.path = path;
    this.reason = reason;
  }
  path;
  reason;
}

function worded({ path, reason }) {
  return path ? `${path}: ${reason}` : reason;
}



function fail(path, expected, value) {
  throw new Misfit(path, `${expected}, got ${kind(value)}`);
}
function kind(value) {
  if (value === void 0) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string") return value === "" ? '""' : "a string";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}














function variableVariable(nonce, name) {
  return `__UTCP_VAR_${nonce}_${name}`;
}
function filledIn(text, args, variables) {
  return text.replace(
    /UTCP_ARG_(\w+?)_UTCP_END|\$(?:\{(\w+)\}|(\w+))/g,
    (written, argument, braced, plain) => argument === void 0 ? variables.get(braced ?? plain) ?? written : args.get(argument)
  );
}






function parseTemplate(value) {
  return explained("call template", () => readTemplate(value));
}


const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];





var template = /*#__PURE__*/Object.freeze({
  __proto__: null,
  isCliTemplate: isCliTemplate,
  parseManual: parseManual,
  parseTemplate: parseTemplate
});


function dotenv(path) {
  return async (key) => parseDotenv(await readText(path) ?? "").get(key);
}
function parseDotenv(text) {
  const line = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*('(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`|[^#\r\n]*)[ \t]*(?:#.*)?$/gm;
  const variables = /* @__PURE__ */ new Map();
  for (const [, name, written] of text.replace(/\r\n?/g, "\n").matchAll(line)) {
    const value = written.trim();
    const quoted = /^(['"`])([^]*)\1$/.exec(value);
    if (!quoted) variables.set(name, value);
    else if (quoted[1] !== '"') variables.set(name, quoted[2]);
    else variables.set(name, quoted[2].replaceAll("\\n", "\n").replaceAll("\\r", "\r"));
  }
  return variables;
}




function isDiscovery({ discover, commands, argv = [] }) {
  const texts = [...commands.map(({ command }) => command), ...argv];
  return discover ?? texts.some((text) => /(?<![\w.-])(?:--?)?utcp-discover(?![\w.-])/.test(text));
}

async function toolsOfAll(items, options) {
  const { note, signal } = options;
  const tools = [];
  const places = /* @__PURE__ */ new Map();
  const failed = /* @__PURE__ */ new Map();
  for (const [index, item] of items.entries()) {
    try {
      for (const tool of await toolsOf(item, options, void 0)) {
        const place = places.get(tool.name);
        if (place === void 0) {
          tools.push(tool);
          places.set(tool.name, index);
        } else {
          const name = JSON.stringify(tool.name);
          note?.(`Tool ${name} of [${index}] is left out: [${place}] has its name`);
        }
      }
    } catch (error) {
      signal?.throwIfAborted();
      failed.set(index, error);
    }
  }
  if (failed.size > 0 && failed.size === items.length) throw allFailed(failed);
  for (const [index, error] of failed) {
    note?.(`${placeOf(items[index], index)} is left out: ${lineOf(error)}`);
  }
  return tools;
}
function allFailed(failed) {
  const errors = [...failed.values()];
  if (errors.length === 1) return errors[0];
  const reasons = errors.map((error, index) => `[${index}]: ${lineOf(error)}`);
  return new AggregateError(errors, `No item of the array gives tools: ${reasons.join("; ")}`);
}
function placeOf(item, index) {
  const { name } = item ?? {};
  return typeof name === "string" && name ? `[${index}] (${JSON.stringify(name)})` : `[${index}]`;
}
function lineOf(error) {
  return messageOf(error).replace(/\s*\n\s*/g, " ");
}








export { Misfit, argumentNames, argumentVariable, array, dotenv, explained, fail, filledIn, hostVariable, isDirectory, isDiscovery, isNotFound, isTooLong, isWindows, manualName, members, mentions, newNonce, newReferences, parseDotenv, parseManual, parseTemplate, placeholders, positive, present, readLimits, referenceAt, runProcess, scratch, string, template, utcpTools, variableKey, variableLookup, variableNames, variableVariable };

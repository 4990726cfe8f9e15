import { stringifyJson, JsonNumber } from '../mod.js';
import { carry, asciiJson, describeParam } from './_output.js';
import { passedOn } from './_run.js';

function utcpManual(tools, options) {
  const { note = () => {
  }, tags = [], variables = [] } = options;
  const program = options.command.map(quoted).join(" ");
  const inherited = inheritedNames(variables);
  const entries = [];
  for (const tool of tools) {
    const carried = carry(tool);
    const name = `Tool ${JSON.stringify(tool.name)}`;
    if (typeof carried === "string") {
      note(`${name} is left out: ${carried}`);
      continue;
    }
    for (const reason of carried.left) note(`${name}: argument ${reason}, and is left out`);
    const command = `${program} utcp-call ${tool.name}`;
    entries.push(
      /* @__PURE__ */ new Map([
        ["name", tool.name],
        ["description", tool.description],
        ["inputs", inputsOf(carried)],
        ["outputs", /* @__PURE__ */ new Map([["type", "object"]])],
        ["tags", [...tags]],
        ["tool_call_template", templateOf(command, carried, inherited, options.byReference)]
      ])
    );
  }
  const manual = /* @__PURE__ */ new Map([
    ["utcp_version", "1.0.1"],
    ["manual_version", "1.0.0"],
    ["tools", entries]
  ]);
  return asciiJson(stringifyJson(manual));
}
function quoted(word) {
  const problem = ["$", "UTCP_ARG_", "\0"].find((part) => word.includes(part));
  if (problem !== void 0) {
    const what = JSON.stringify(problem);
    throw new TypeError(
      `Cannot write ${JSON.stringify(word)} into a call template: it holds ${what}`
    );
  }
  return `'${word.replaceAll("'", "'\\''")}'`;
}
function inheritedNames(variables) {
  for (const name of variables) {
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      throw new TypeError(
        `Cannot write ${JSON.stringify(name)} into a call template: it is no name of a variable`
      );
    }
  }
  return variables.length === 0 ? [] : [.../* @__PURE__ */ new Set([...passedOn(), ...variables])];
}
function inputsOf({ params }) {
  const properties = /* @__PURE__ */ new Map();
  for (const param of params) properties.set(param.name, inputOf(param));
  const required = params.filter((param) => param.required).map(({ name }) => name);
  return /* @__PURE__ */ new Map([
    ["type", "object"],
    ["properties", properties],
    ["required", required]
  ]);
}
const KEYWORDS = [
  ["enum", (value) => Array.isArray(value)],
  ["default", () => true],
  ["format", (value) => typeof value === "string"],
  ["pattern", (value) => typeof value === "string"],
  ["minimum", (value) => value instanceof JsonNumber],
  ["maximum", (value) => value instanceof JsonNumber]
];
function inputOf(param) {
  const { kind, nullable, schema } = param;
  const type = kind === "json" ? "string" : kind;
  const input = /* @__PURE__ */ new Map([["type", nullable ? [type, "null"] : type]]);
  const description = describeParam(param);
  if (description) input.set("description", description);
  if (kind === "json" || !(schema instanceof Map)) return input;
  for (const [keyword, fits] of KEYWORDS) {
    const value = schema.get(keyword);
    if (value !== void 0 && fits(value)) input.set(keyword, value);
  }
  return input;
}
function templateOf(command, carried, inherited, byReference = false) {
  const step = /* @__PURE__ */ new Map([
    ["command", byReference ? flagsForm(command, carried) : envelopeForm(command, carried)],
    ["append_to_final_output", true]
  ]);
  const template = /* @__PURE__ */ new Map([["call_template_type", "cli"], ["commands", [step]]]);
  if (inherited.length > 0) template.set("inherit_env_vars", inherited);
  return template;
}
function flagsForm(command, { params }) {
  return [command, ...params.map(({ name }) => `--${name}=${placeholder(name)}`)].join(" ");
}
function envelopeForm(command, { params }) {
  const key = hexDigits(24);
  const lines = params.flatMap(({ name }) => [`@${key} ${name}`, placeholder(name)]);
  const body = [...lines, `@${key} .`].join("\n");
  return `${command} --stdin-envelope=${key} <<'UTCP_${key}'
${body}
UTCP_${key}
`;
}
function placeholder(name) {
  return `UTCP_ARG_${name}_UTCP_END`;
}
function hexDigits(count) {
  const bytes = crypto.getRandomValues(new Uint8Array(count / 2));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export { utcpManual };

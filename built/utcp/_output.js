import { describe, parseJson, stringifyJson, JsonNumber } from '../mod.js';

function carry(tool) {
  if (!NAME.test(tool.name)) return "its name has characters that a call template cannot carry";
  const command = describe(tool);
  const properties = propertiesOf(command.schema);
  const params = [], left = [];
  for (const param of command.params) {
    const problem = problemWith(param.name);
    if (!problem) params.push(carryParam(param, properties.get(param.name) ?? true));
    else if (param.required) {
      return `its required argument ${JSON.stringify(param.name)} ${problem}`;
    } else left.push(`${JSON.stringify(param.name)} ${problem}`);
  }
  return { tool, params, left };
}
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
function problemWith(name) {
  if (!NAME.test(name)) return "has characters that a placeholder cannot carry";
  if (name.includes("_UTCP_END")) return "holds the end of a placeholder";
  if (name in {}) return "is a name that some clients give a value of their own";
  return void 0;
}
function carryParam(param, schema) {
  const { name, required, description } = param;
  const kind = KINDS.find((kind2) => kind2 === param.type) ?? "json";
  return { name, kind, required, description, schema };
}
const KINDS = ["string", "number", "integer", "boolean"];
function propertiesOf(schema) {
  let root;
  try {
    root = parseJson(schema);
  } catch {
    return /* @__PURE__ */ new Map();
  }
  const properties = root instanceof Map ? root.get("properties") : void 0;
  return properties instanceof Map ? properties : /* @__PURE__ */ new Map();
}
function describeParam({ kind, description, schema }) {
  if (kind !== "json") return description;
  const text = stringifyJson(schema);
  const format = `As JSON text that fits the schema ${text}`;
  return description ? `${description}
${format}` : format;
}

function asciiJson(text) {
  return text.replace(
    /[$\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
  );
}
function portableJson(value) {
  return asciiJson(stringifyJson(portable(value)));
}
function portable(value) {
  if (value instanceof JsonNumber) {
    const rounded = /^-?\d+$/.test(value.text) && !Number.isSafeInteger(Number(value.text));
    return rounded ? value.text : value;
  }
  if (Array.isArray(value)) return value.map(portable);
  if (value instanceof Map) {
    return new Map([...value].map(([name, item]) => [name, portable(item)]));
  }
  return value;
}

export { asciiJson, carry, describeParam, portableJson };

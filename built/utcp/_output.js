import { describe, parseJson, stringifyJson, JsonNumber } from '../mod.js';

function carry(tool) {
  if (!NAME.test(tool.name)) return "its name has characters that a call template cannot carry";
  const command = describe(tool);
  const root = rootOf(command.schema);
  const properties = propertiesOf(root);
  const params = [], left = [];
  for (const param of command.params) {
    const problem = problemWith(param.name);
    if (!problem) params.push(carryParam(param, properties.get(param.name) ?? true, root));
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
function carryParam(param, schema, root) {
  const { name, required, description } = param;
  const kind = KINDS.find((kind2) => kind2 === param.type) ?? "json";
  const nullable = kind !== "json" && acceptsNull(schema, root);
  return { name, kind, nullable, required, description, schema };
}
const KINDS = ["string", "number", "integer", "boolean"];
function rootOf(schema) {
  try {
    return parseJson(schema);
  } catch {
    return null;
  }
}
function propertiesOf(root) {
  const properties = root instanceof Map ? root.get("properties") : void 0;
  return properties instanceof Map ? properties : /* @__PURE__ */ new Map();
}
function acceptsNull(schema, root, found = /* @__PURE__ */ new Map()) {
  if (!(schema instanceof Map)) return schema === true;
  const accepts = (inner) => acceptsNull(inner, root, found);
  return [...schema].every(([keyword, value]) => {
    switch (keyword) {
      case "$ref": {
        if (typeof value !== "string") return false;
        if (!found.has(value)) {
          found.set(value, false);
          found.set(value, accepts(target(value, root)));
        }
        return found.get(value);
      }
      case "type":
        return [value].flat().includes("null");
      case "enum":
        return Array.isArray(value) && value.includes(null);
      case "const":
        return value === null;
      case "allOf":
        return Array.isArray(value) && value.every(accepts);
      case "anyOf":
      case "oneOf":
        return Array.isArray(value) && value.some(accepts);
      default:
        return true;
    }
  });
}
function target(ref, root) {
  const [start, ...names] = ref.split("/");
  if (start !== "#") return void 0;
  let found = root;
  for (const part of names) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    found = found instanceof Map ? found.get(name) : void 0;
  }
  return found;
}
function describeParam({ kind, nullable, description, schema }) {
  const format = kind === "json" ? `As JSON text that fits the schema ${stringifyJson(schema)}` : kind === "string" && nullable ? NULLABLE_TEXT : "";
  return [description, format].filter((line) => line !== "").join("\n");
}
const NULLABLE_TEXT = 'Text or null; text that reads null or None, or that begins with ", as a JSON string';
function readNullableText(value) {
  if (value === "null" || value === "None") return null;
  return value.startsWith('"') ? parseJson(value) : value;
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

export { asciiJson, carry, describeParam, portableJson, readNullableText };

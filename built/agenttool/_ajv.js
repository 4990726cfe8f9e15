import { parseWrittenJson, stringifyJson, draftOf, SchemaError } from '../mod.js';

function problemsOf(errors, root, value) {
  const found = [];
  for (const error of errors) {
    const inner = takeInner(error, found, root);
    if (error.keyword === "if") continue;
    const unfit = error.keyword === "anyOf" || error.params.passingSchemas === null;
    found.push({
      path: pathOf(error.instancePath, value),
      ...described(error),
      ...unfit && inner.length > 0 ? { inner: inner.map((part) => decisive(part, root)) } : {},
      error
    });
  }
  return decisive(found, root);
}
function takeInner(error, found, root) {
  if (!["anyOf", "contains", "oneOf", "propertyNames"].includes(error.keyword)) return [];
  const single = !Array.isArray(error.schema);
  const parts = (single ? [error.schema] : error.schema).map((schema, index) => ({
    schema,
    place: single ? error.schemaPath : `${error.schemaPath}/${index}`,
    found: []
  }));
  let candidates = parts;
  for (let last = found.at(-1); last; last = found.at(-1)) {
    const inner = last.error;
    if (!isWithin(inner.instancePath, error.instancePath)) break;
    const part = candidates.find(({ place }) => inner.schemaPath.startsWith(`${place}/`)) ?? candidates.findLast(
      ({ schema }) => reachOf(schema, root, inner.instancePath === error.instancePath).has(inner.parentSchema)
    );
    if (!part) break;
    part.found.unshift(last);
    found.pop();
    candidates = parts.slice(0, parts.indexOf(part) + 1);
  }
  return parts.map(({ found: found2 }) => found2).filter((found2) => found2.length > 0);
}
function decisive(found, root) {
  const gates = found.filter(({ error }) => rank(error) > 0);
  return found.filter(
    ({ error }) => !gates.some(({ error: gate }) => {
      const isHere = error.instancePath === gate.instancePath;
      if (!isWithin(error.instancePath, gate.instancePath)) return false;
      if (isHere && error.parentSchema === gate.parentSchema) return rank(error) < rank(gate);
      return error.parentSchema === false ? error.schemaPath.startsWith(gate.schemaPath.slice(0, -gate.keyword.length)) : reachOf(gate.parentSchema, root, isHere).has(error.parentSchema);
    })
  );
}
function rank({ keyword, data }) {
  const keywords = data === null ? ["const", "enum", "type"] : ["type", "const", "enum"];
  return keywords.indexOf(keyword) + 1;
}
const DATA = ["const", "default", "enum", "examples"];
const DESCENDING = "$defs additionalItems additionalProperties contains definitions items patternProperties prefixItems properties unevaluatedItems unevaluatedProperties".split(" ");
function reachOf(schema, root, here, reach = /* @__PURE__ */ new Set()) {
  if (typeof schema !== "object" || schema === null || reach.has(schema)) return reach;
  reach.add(schema);
  for (const [name, part] of Object.entries(schema)) {
    if (DATA.includes(name) || here && DESCENDING.includes(name)) continue;
    const isRef = name === "$ref" && typeof part === "string" && part.startsWith("#");
    reachOf(isRef ? valueAt(decodeURIComponent(part), root) : part, root, here, reach);
  }
  return reach;
}
function isWithin(pointer, holder) {
  return pointer === holder || pointer.startsWith(`${holder}/`);
}
function valueAt(pointer, root) {
  return stepsOf(pointer).reduce((value, step) => Object(value)[step], root);
}
function stepsOf(pointer) {
  return pointer.split("/").slice(1).map(
    (step) => step.replaceAll("~1", "/").replaceAll("~0", "~")
  );
}
function pathOf(pointer, value) {
  return stepsOf(pointer).map((step) => {
    const place = Array.isArray(value) ? Number(step) : step;
    value = Object(value)[place];
    return place;
  });
}
function described({ keyword, params, schema }) {
  switch (keyword) {
    case "required":
      return { keyword, expected: params.missingProperty };
    case "additionalProperties":
      return { keyword, expected: params.additionalProperty };
    case "unevaluatedProperties":
      return { keyword: "additionalProperties", expected: params.unevaluatedProperty };
    case "propertyNames":
      return { keyword, expected: params.propertyName };
    case "dependencies":
    case "dependentRequired":
      return {
        keyword: "dependentRequired",
        expected: [params.missingProperty, params.property]
      };
    case "additionalItems":
    case "items":
    case "unevaluatedItems":
      return { keyword: "maxItems", expected: exact(params.limit) };
    case "contains":
      return { keyword, expected: exact([params.minContains, params.maxContains ?? []].flat()) };
    default:
      return { keyword, expected: exact(schema) };
  }
}
function exact(value) {
  return parseWrittenJson(JSON.stringify(value ?? null));
}

async function ajvCheck(root, formats) {
  const schema = JSON.parse(stringifyJson(root));
  const draft = draftOf(root) ?? (hasTuple(schema) ? "draft-07" : "2020-12");
  const create = await load(draft);
  const validate = compile(schema, create, {
    allErrors: true,
    formats,
    ignoreKeywordsWithRef: draft === "draft-07",
    logger: false,
    messages: false,
    // The versions' own schemas take time to add, and few schemas refer to one.
    meta: /"\$ref":"https?:\/\/json-schema\.org\//.test(JSON.stringify(schema)),
    ownProperties: true,
    strict: false,
    validateSchema: false,
    verbose: true
  });
  return (text, parsed) => {
    const value = parsed ?? JSON.parse(text);
    return validate(value) ? [] : problemsOf(validate.errors ?? [], schema, value);
  };
}
function hasTuple(schema) {
  if (typeof schema !== "object" || schema === null) return false;
  return Object.entries(schema).some(([name, part]) => {
    if (["const", "default", "enum", "examples"].includes(name)) return false;
    return name === "items" && Array.isArray(part) || hasTuple(part);
  });
}
async function load(draft) {
  switch (draft) {
    case "2020-12": {
      const { Ajv2020 } = await loadAjv("/dist/2020.js");
      return (options) => new Ajv2020(options);
    }
    case "2019-09": {
      const { Ajv2019 } = await loadAjv("/dist/2019.js");
      return (options) => new Ajv2019(options);
    }
    case "draft-07": {
      const { Ajv } = await loadAjv("");
      return (options) => new Ajv(options);
    }
  }
}
const AJV = "npm:ajv@^8.20.0";
async function loadAjv(path) {
  try {
    return await import(AJV + path);
  } catch (error) {
    const { message } = error;
    throw new Error(
      `The schema needs ajv, which could not be loaded (a binary has it that imports @x/toolcli/compiled): ${message}`,
      { cause: error }
    );
  }
}
function compile(schema, create, options) {
  try {
    const ajv = create(options);
    if (!JSON.stringify(schema).includes('"unevaluated')) ajv.opts.unevaluated = false;
    const validate = ajv.compile(schema);
    if (!("$async" in validate)) return validate;
  } catch (error) {
    const reason = misshapen(schema, create) ?? named(error);
    throw new SchemaError(reason, { cause: error });
  }
  throw new SchemaError("$async: not a keyword of JSON Schema");
}
function misshapen(schema, create) {
  const ajv = create({ logger: false, strict: false, validateFormats: false });
  ajv.validateSchema(schema);
  const [error] = ajv.errors ?? [];
  return error && `#${error.instancePath}: ${error.message}`;
}
function named({ name, message }) {
  if (/regular expression/.test(message)) return `pattern: ${message}`;
  if (/reference/.test(message)) return `$ref: ${message}`;
  if (name === "RangeError") return "$ref: leads back to itself, or where ajv cannot follow";
  return message;
}

export { ajvCheck };

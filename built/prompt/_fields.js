import { visible, describe } from '../cli/_start.js';

function readFields(schema) {
  const form = describe({
    name: "form",
    description: "",
    parameters: schema,
    execute: () => Promise.resolve({ content: [] })
  });
  const properties = member(schema, "properties");
  return form.params.map(
    (param) => readField(param, resolve(member(properties, param.name), schema), schema)
  );
}
function plainText(json) {
  return json.startsWith('"') ? JSON.parse(json) : json;
}
function oneLine(text2) {
  return visible(text2.replace(/\s+/g, " ").trim());
}
function readField(param, schema, root) {
  const { name, type, items, required, format, range } = param;
  const several = type === "array" && member(schema, "enum") === void 0;
  const titles = titlesOf(several ? resolve(member(schema, "items"), root) : schema);
  const choices = type === "boolean" && titles.size === 0 ? void 0 : param.enum;
  return {
    name,
    label: oneLine(name) || '""',
    title: ownTitle(oneLine(text(member(schema, "title"))), name),
    description: oneLine(param.description),
    type,
    items,
    required,
    limits: [format, range].filter((fact) => fact !== void 0).map(oneLine),
    default: param.default,
    choices: choices && readChoices(choices, titles),
    several,
    secret: type === "string" && format === "password"
  };
}
function ownTitle(title, name) {
  const letters = (text2) => text2.toLowerCase().replace(/[\s_-]/g, "");
  return letters(title) === letters(name) ? "" : title;
}
function readChoices(values, titles) {
  const taken = new Set(values);
  return values.map((json) => {
    const plain = plainText(json);
    const text2 = plain === "" || json !== plain && taken.has(plain) ? json : plain;
    return { json, text: oneLine(text2), title: titles.get(json) ?? "" };
  });
}
function titlesOf(schema) {
  const titles = /* @__PURE__ */ new Map();
  const add = (value, title) => {
    if (value !== void 0 && text(title)) titles.set(JSON.stringify(value), oneLine(text(title)));
  };
  for (const constant of [...list(member(schema, "oneOf")), ...list(member(schema, "anyOf"))]) {
    add(member(constant, "const"), member(constant, "title"));
  }
  const names = list(member(schema, "enumNames"));
  list(member(schema, "enum")).forEach((value, index) => add(value, names[index]));
  return titles;
}
function resolve(schema, root) {
  for (let hops = 0; hops < 32; hops++) {
    const ref = text(member(schema, "$ref"));
    if (!ref.startsWith("#/")) return schema;
    schema = ref.slice(2).split("/").reduce(
      (target, part) => member(target, part.replaceAll("~1", "/").replaceAll("~0", "~")),
      root
    );
  }
}
function member(value, name) {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return void 0;
  return value[name];
}
function text(value) {
  return typeof value === "string" ? value : "";
}
function list(value) {
  return Array.isArray(value) ? value : [];
}

export { oneLine, plainText, readFields };

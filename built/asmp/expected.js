import { isOptional, fieldType } from './_decoded.js';

function expectedFields(expects = {}) {
  return Object.entries(expects).map(([name, words]) => ({
    name,
    type: fieldType(words) ?? "string",
    required: !isOptional(words),
    words
  }));
}
function fieldsSchema(fields, about = "") {
  if (fields.length === 0) return void 0;
  const properties = fields.map(({ name, type, words }) => {
    const items = type === "array" ? { items: { type: "string" } } : {};
    const plain = words.replace(/\?|\(?optional\)?/gi, "").trim().toLowerCase() === type;
    const alone = fields.length === 1 ? about.replace(/[\s:]+$/, "") : "";
    const description = alone || (plain ? void 0 : words);
    return `${JSON.stringify(name)}:${JSON.stringify({ type, ...items, description })}`;
  });
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return `{"type":"object","properties":{${properties.join(",")}},"required":${JSON.stringify(required)}}`;
}

export { expectedFields, fieldsSchema };

function commandJson(command, source) {
  const { name, description, annotations, schema, params } = command;
  const members = [
    ["name", JSON.stringify(name)],
    ["description", JSON.stringify(description)],
    ["annotations", JSON.stringify(annotations)],
    // A schema that is no JSON is shown as the text that it is.
    ["parameters", isJson(schema) ? schema.trim() : JSON.stringify(schema)],
    ["params", `[${params.map((param) => paramJson(param, "")).join(",")}]`],
    ["source", JSON.stringify(source)]
  ];
  return objectOf(members);
}
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
function paramJson(param, prefix) {
  const path = prefix + param.name;
  const list = (params, prefix2) => `[${params.map((param2) => paramJson(param2, prefix2)).join(",")}]`;
  const optional = [
    ["items", param.items && JSON.stringify(param.items)],
    ["values", param.values && JSON.stringify(param.values)],
    ["flag", param.flag() && JSON.stringify(`--${path}`)],
    ["repeatable", (param.repeated() || param.map()) && "true"],
    ["enum", param.enum && `[${param.enum.join(",")}]`],
    ["format", param.format && JSON.stringify(param.format)],
    ["range", param.range && JSON.stringify(param.range)],
    ["pattern", param.pattern && JSON.stringify(param.pattern)],
    ["default", param.default],
    ["fields", param.fields && list(param.fields, `${path}.`)],
    ["elements", param.elements && list(param.elements, `${path}[].`)]
  ];
  return objectOf([
    ["name", JSON.stringify(param.name)],
    ["description", JSON.stringify(param.description)],
    ["type", JSON.stringify(param.type)],
    ["required", String(param.required)],
    ...optional.filter((member) => Boolean(member[1]))
  ]);
}
function objectOf(members) {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
}

export { commandJson };

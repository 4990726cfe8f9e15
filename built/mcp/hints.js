const TOOL_META = "io.github.christopherdavenport.agenttool/tool";
const RECORD_META = "io.github.christopherdavenport.agenttool/record";

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hintsOf(tool) {
  const annotations = annotationsOf(tool);
  const { sequential, resource } = Object(Object(tool._meta)[TOOL_META]);
  return {
    ...annotations && { annotations },
    ...sequential === true && { sequential },
    ...typeof resource === "string" && resource && { resource }
  };
}
function annotationsOf({ title, annotations }) {
  if (!isObject(annotations)) return typeof title === "string" ? { title } : void 0;
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  const isSafe = readOnlyHint === true && typeof destructiveHint !== "boolean";
  const shown = [title, annotations.title].find((text) => typeof text === "string");
  return {
    ...typeof shown === "string" && { title: shown },
    ...typeof readOnlyHint === "boolean" && { readOnly: readOnlyHint },
    ...!isSafe && { destructive: destructiveHint !== false },
    ...typeof idempotentHint === "boolean" && { idempotent: idempotentHint },
    openWorld: openWorldHint !== false
  };
}

export { RECORD_META, TOOL_META, hintsOf, isObject };

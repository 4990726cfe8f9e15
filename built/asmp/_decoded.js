const RUN_STATUSES = [
  "active",
  "processing",
  "awaiting_input",
  "completed",
  "failed"
];
const DEFAULT_PROMPT = "Choose an action";

function fieldType(words) {
  const [word = ""] = /^\w+(?:\[\])?/.exec(words.trim().toLowerCase()) ?? [];
  if (word.endsWith("[]")) return "array";
  switch (word) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "array":
    case "object":
      return word;
    case "float":
      return "number";
    case "int":
      return "integer";
    case "bool":
      return "boolean";
  }
}
function isOptional(words) {
  return /\?\s*$|\boptional\b/i.test(words);
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export { DEFAULT_PROMPT, RUN_STATUSES, decoded, fieldType, isOptional };

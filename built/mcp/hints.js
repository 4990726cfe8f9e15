const REFERENCE = /\$\$\{|\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;
function replaceReferences(text, fill) {
  return text.replace(
    REFERENCE,
    (reference, name, fallback) => name === void 0 ? "${" : fill(name, fallback, reference)
  );
}
function hasReferences(text) {
  return text.search(REFERENCE) >= 0;
}
function mayBeAddress(text) {
  if (!hasReferences(text)) return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);
  return /^(?:https?:\/\/[^/]|\$\{[A-Za-z_])/i.test(text);
}

const SHORTEST = 6;
const COMMON = "production development staging testing preview default enabled disabled verbose warning notice silent localhost readonly read-only public sandbox stream streamable-http messages server servers client browser chromium firefox webkit headless memory sqlite postgres postgresql bearer basic digest";
function isSecretName(name) {
  return /key|token|secret|pass|pwd|auth|cred|cookie|session|signature|dsn|(?:^|[_-])(?:pw|sig)(?:$|[_-])/i.test(name);
}
function isHarmless(word) {
  return word.length < SHORTEST || COMMON.split(" ").includes(word.toLowerCase());
}
function isRandom(word) {
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word)) return false;
  return word.split(/[^A-Za-z0-9]+/).some((piece) => {
    const switches = piece.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
    return piece.length >= 16 && switches > 0 || piece.length >= 10 && switches > 3;
  });
}
function addressParts(url) {
  const text = replaceReferences(url, (name) => `\${${name}}`);
  const [, scheme = "", user = "", host = "", path = "", rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#]*@)?([^/?#]*)([^?#]*)(.*)$/is.exec(text);
  return { scheme, user, host, segments: path.split("/").slice(1), rest };
}
function shownAddress(url) {
  const { scheme, host, segments } = addressParts(url);
  const shown = [];
  for (const segment of segments) {
    const isShown = isHarmless(segment) || hasReferences(segment) && /^\$\{\w+\}$/.test(segment);
    if (isShown) shown.push(segment);
    else if (shown.at(-1) !== "\u2026") shown.push("\u2026");
  }
  return `${scheme}${host}${shown.map((segment) => `/${segment}`).join("")}`;
}

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

export { RECORD_META, TOOL_META, addressParts, hasReferences, hintsOf, isHarmless, isObject, isRandom, isSecretName, mayBeAddress, replaceReferences, shownAddress };

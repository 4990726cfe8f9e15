const LAUNCHERS = ["bun", "bunx", "deno", "node", "npx", "pnpx", "python", "python3", "uvx"];
function mcpLabel(server) {
  if ("url" in server) {
    if (!URL.canParse(server.url)) return "MCP server";
    const { origin, pathname } = new URL(server.url);
    return `${origin}${pathname}`;
  }
  const program = server.command.split(/[\\/]/).at(-1).replace(/\.(?:exe|cmd)$/i, "");
  if (!LAUNCHERS.includes(program)) return server.command;
  const what = server.args?.find((arg) => !arg.startsWith("-") && arg !== "run");
  return what !== void 0 && /^[@\w./:\\-]+$/.test(what) ? `${server.command} ${what}` : server.command;
}

function positionsOf(text) {
  const lines = /* @__PURE__ */ new Map([["", 1]]);
  let twice;
  const levels = [];
  let line = 1, counted = 0, wantsName = false, path = "";
  for (const { 0: token, index: at } of text.matchAll(TOKEN)) {
    line += breaksIn(text.slice(counted, at));
    counted = at;
    const level = levels.at(-1);
    switch (token[0]) {
      case "/":
      case ":":
        continue;
      case ",":
        wantsName = level?.index === void 0;
        if (level?.index !== void 0) level.index++;
        continue;
      case "}":
      case "]":
        levels.pop();
        wantsName = false;
        continue;
    }
    if (wantsName) {
      path = memberPath(level?.path ?? "", nameOf(token));
      if (lines.has(path)) twice ??= path;
      if (!lines.has(path) || twice === path) lines.set(path, line);
      wantsName = false;
      continue;
    }
    if (level?.index !== void 0) {
      path = `${level.path}[${level.index}]`;
      lines.set(path, line);
    }
    if (token === "{") levels.push({ path });
    if (token === "[") levels.push({ path, index: 0 });
    wantsName = token === "{";
  }
  return { lines, twice };
}
function memberPath(path, name) {
  if (!/^[\w$-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}
const TOKEN = /\/\/[^\n\r]*|\/\*[^]*?\*\/|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"/]+/g;
function nameOf(token) {
  try {
    return JSON.parse(token);
  } catch {
    return token;
  }
}
function breaksIn(text) {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

export { mcpLabel, memberPath, positionsOf };

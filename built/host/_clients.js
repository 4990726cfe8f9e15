import { SourceError, absolutePath, programPath } from './_start.js';
import { memberPath, mcpLabel, positionsOf } from './_positions.js';

const MEMBERS = ["mcpServers", "servers", "context_servers"];
function clientServers(value) {
  const inner = value.mcp;
  for (const [prefix, holder] of [["", value], ["mcp.", inner]]) {
    if (typeof holder !== "object" || holder === null) continue;
    for (const member of MEMBERS) {
      if (!Object.hasOwn(holder, member)) continue;
      const servers = holder[member];
      if (typeof servers === "object" && servers !== null && !Array.isArray(servers)) {
        return { path: prefix + member, servers };
      }
    }
  }
}
function readClient(file, text, { path, servers }) {
  const origins = [];
  for (const [name, written] of Object.entries(servers)) {
    const at = memberPath(path, name);
    try {
      const { disabled, enabled } = written ?? {};
      if (disabled === true || enabled === false) continue;
      const server = readServer(written, file);
      origins.push({ kind: "mcp", server, name, label: `${name}: ${mcpLabel(server)}`, at });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const line = positionsOf(text).lines.get(at);
      const reason = `${error.message} (line ${line})`;
      origins.push({ kind: "none", reason, label: name, at });
    }
  }
  if (origins.length === 0) throw new SourceError(file, `${path}: expected at least one server`);
  return { file, origins };
}
function readServer(written, file) {
  if (typeof written !== "object" || written === null) fail("expected an object");
  const text = (name) => {
    const value = written[name];
    if (value === void 0 || value === null) return void 0;
    return typeof value === "string" ? value : fail(`${name}: expected a string`);
  };
  const textMap = (name) => {
    const value = written[name];
    if (value === void 0 || value === null) return void 0;
    if (typeof value !== "object" || Array.isArray(value)) {
      return fail(`${name}: expected an object`);
    }
    return Object.fromEntries(
      Object.entries(value).filter(([, value2]) => value2 !== null).map(([key, value2]) => [key, withVariables(String(value2), `${name}.${key}`)])
    );
  };
  const url = text("url") ?? text("serverUrl") ?? text("httpUrl");
  const { command: inner } = written;
  if (typeof inner === "object" && inner !== null && !Array.isArray(inner)) {
    const { path, ...rest } = inner;
    return readServer({ ...written, ...rest, command: path }, file);
  }
  if (url !== void 0 && written.command === void 0) {
    if (!/^https?:\/\//i.test(url)) {
      fail("url: expected an address that begins with http:// or https://");
    }
    return { url, headers: textMap("headers") };
  }
  const command = text("command");
  if (!command) return fail('expected "command" or "url"');
  const args = written.args ?? [];
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === "string")) {
    fail("args: expected an array of strings");
  }
  const cwd = text("cwd");
  return {
    command: programPath(command, file),
    args,
    env: textMap("env"),
    cwd: cwd && absolutePath(cwd, file)
  };
}
function withVariables(text, place) {
  const foreign = /\$\{(?!env:)[a-zA-Z]+:(?!-)[^}]*\}/.exec(text)?.[0];
  if (foreign) fail(`${place}: only the client that the file is for can fill in ${foreign}`);
  return text.replace(/\$\{env:(\w+)\}/g, "${$1}");
}
function fail(problem) {
  throw new TypeError(problem);
}

export { clientServers, readClient };

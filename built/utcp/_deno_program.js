function errorsAreRead() {
  return Deno.stderr.isTerminal();
}
function environment(name) {
  try {
    return Deno.env.get(name);
  } catch {
    return void 0;
  }
}
function environmentNames() {
  try {
    return Object.keys(Deno.env.toObject());
  } catch {
    return [];
  }
}
function runtimeVariables() {
  if (Deno.build.standalone) return [];
  const states = RUNTIME.map((variable) => ({ variable, name: "env" }));
  return states.filter((query) => Deno.permissions.querySync(query).state === "granted").map(({ variable }) => variable).filter((name) => Deno.env.has(name));
}
const RUNTIME = [
  ...["DENO_DIR", "XDG_CACHE_HOME", "DENO_CERT", "DENO_TLS_CA_STORE"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"],
  ...["http_proxy", "https_proxy", "all_proxy", "no_proxy"]
];
async function selfCommand() {
  if (Deno.build.standalone) return [Deno.execPath()];
  const options = await runOptions() ?? grantedOptions();
  return [Deno.execPath(), "run", ...options, mainModule()];
}
function mainModule() {
  const url = new URL(Deno.mainModule);
  return url.protocol === "file:" ? filePath(url) : url.href;
}
function filePath({ pathname }) {
  return decodeURIComponent(pathname);
}
async function runOptions() {
  let line;
  try {
    line = await Deno.readTextFile("/proc/self/cmdline");
  } catch {
    return void 0;
  }
  const words = line.split("\0").slice(1, -1);
  const options = words.slice(0, words.length - Deno.args.length - 1);
  if (options[0] === "run") options.shift();
  return options.filter((option) => !ONCE.test(option)).map(absolute);
}
const ONCE = /^(?:--watch|--inspect|--reload|-r)/;
const PATH_OPTION = /^(--import-map|--config|-c|--lock|--cert)(?:=(.*))?$/s;
const PATHS_OPTION = /^((?:--allow-|--deny-)(?:read|write)|-[RW])=(.*)$/s;
function absolute(option, index, options) {
  const [, name, paths] = PATHS_OPTION.exec(option) ?? [];
  if (paths !== void 0) return `${name}=${paths.split(",").map(absolutePath).join(",")}`;
  const [, file, path] = PATH_OPTION.exec(option) ?? [];
  if (path !== void 0) return `${file}=${absolutePath(path)}`;
  return index > 0 && PATH_OPTION.test(options[index - 1]) ? absolutePath(option) : option;
}
function absolutePath(path) {
  return /^(?:\/|[a-z][a-z\d+.-]+:)/i.test(path) ? path : `${Deno.cwd()}/${path}`;
}
const PERMISSIONS = ["read", "write", "net", "env", "run", "sys", "ffi", "import"];
function grantedOptions() {
  const granted = PERMISSIONS.filter(
    (name) => Deno.permissions.querySync({ name }).state === "granted"
  );
  return granted.length === PERMISSIONS.length ? ["-A"] : granted.map((name) => `--allow-${name}`);
}

export { environment, environmentNames, errorsAreRead, runtimeVariables, selfCommand };

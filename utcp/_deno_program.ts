/** Whether a person reads standard error. */
export function errorsAreRead(): boolean {
  return Deno.stderr.isTerminal();
}

/** An environment variable; undefined where it is not set or may not be read. */
export function environment(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch {
    return undefined;
  }
}

/** The names of all environment variables; none where they may not be read. */
export function environmentNames(): string[] {
  try {
    return Object.keys(Deno.env.toObject());
  } catch {
    return [];
  }
}

/** The variables that are set and that Deno reads to run this very program; a binary needs none. */
export function runtimeVariables(): string[] {
  if (Deno.build.standalone) return [];
  const states = RUNTIME.map((variable) => ({ variable, name: "env" as const }));
  return states.filter((query) => Deno.permissions.querySync(query).state === "granted")
    .map(({ variable }) => variable)
    .filter((name) => Deno.env.has(name));
}

/** Where Deno has its modules, and how it gets those that it lacks: docs/utcp.md prints them. */
const RUNTIME = [
  ...["DENO_DIR", "XDG_CACHE_HOME", "DENO_CERT", "DENO_TLS_CA_STORE"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"],
  ...["http_proxy", "https_proxy", "all_proxy", "no_proxy"],
];

/**
 * The words that start this very program again, with the permissions and the options of Deno that
 * it runs with: all absolute paths.
 */
export async function selfCommand(): Promise<string[]> {
  if (Deno.build.standalone) return [Deno.execPath()];
  const options = await runOptions() ?? grantedOptions();
  return [Deno.execPath(), "run", ...options, mainModule()];
}

function mainModule(): string {
  const url = new URL(Deno.mainModule);
  return url.protocol === "file:" ? filePath(url) : url.href;
}

function filePath({ pathname }: URL): string {
  return decodeURIComponent(pathname);
}

/** The options between `deno run` and the program, where the system tells the command line. */
async function runOptions(): Promise<string[] | undefined> {
  let line: string;
  try {
    line = await Deno.readTextFile("/proc/self/cmdline");
  } catch {
    return undefined;
  }
  const words = line.split("\0").slice(1, -1);
  const options = words.slice(0, words.length - Deno.args.length - 1); // without the program
  if (options[0] === "run") options.shift();
  return options.filter((option) => !ONCE.test(option)).map(absolute);
}

/** Options that are meant for one run. */
const ONCE = /^(?:--watch|--inspect|--reload|-r)/;

/** Options of Deno with paths, which a client may read from another directory. */
const PATH_OPTION = /^(--import-map|--config|-c|--lock|--cert)(?:=(.*))?$/s;
const PATHS_OPTION = /^((?:--allow-|--deny-)(?:read|write)|-[RW])=(.*)$/s;

function absolute(option: string, index: number, options: string[]): string {
  const [, name, paths] = PATHS_OPTION.exec(option) ?? [];
  if (paths !== undefined) return `${name}=${paths.split(",").map(absolutePath).join(",")}`;
  const [, file, path] = PATH_OPTION.exec(option) ?? [];
  if (path !== undefined) return `${file}=${absolutePath(path)}`;
  return index > 0 && PATH_OPTION.test(options[index - 1]!) ? absolutePath(option) : option;
}

function absolutePath(path: string): string {
  return /^(?:\/|[a-z][a-z\d+.-]+:)/i.test(path) ? path : `${Deno.cwd()}/${path}`;
}

const PERMISSIONS = ["read", "write", "net", "env", "run", "sys", "ffi", "import"] as const;

/** Permissions that were given in part are not known, and left out. */
function grantedOptions(): string[] {
  const granted = PERMISSIONS.filter((name) =>
    Deno.permissions.querySync({ name } as Deno.PermissionDescriptor).state === "granted"
  );
  return granted.length === PERMISSIONS.length ? ["-A"] : granted.map((name) => `--allow-${name}`);
}

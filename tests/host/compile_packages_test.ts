// toolcli compile from a registry, in a folder with node_modules: what of it is part of a binary.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { path } from "../examples/_run.ts";
import { serveModules } from "./_registry.ts";
import { folderOf, moduleOf, type Outcome } from "./_toolcli.ts";

const SERVER = {
  command: Deno.execPath(),
  args: ["run", "-q", "-A", "--no-config", path("tests/host/_mcp_server.js")],
};
const BIG = 20_000_000;

const dir = await folderOf({
  "package.json": '{ "dependencies": { "small": "1.0.0" } }',
  "deno.json": '{ "lock": false }',
  "node_modules/small/package.json":
    '{ "name": "small", "version": "1.0.0", "main": "index.js", "type": "module" }',
  "node_modules/small/index.js": 'export const text = "from a package";\n',
  "node_modules/big/data": "",
  "alone.ts": moduleOf("one", "1"),
  "needs.ts": `import { text } from "small";\n${moduleOf("one", "").replace('text: ""', "text")}`,
  // How the module is found where it is only looked at.
  "run/deno.json": '{ "imports": { "small": "../node_modules/small/index.js" } }',
  "kit.json": JSON.stringify({ mcpServers: { small: SERVER } }),
  "deno_dir/x": "",
});
await Deno.truncate(`${dir}/node_modules/big/data`, BIG);
// The packages that Deno has; the modules are those of one test.
const info = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
const { denoDir } = JSON.parse(new TextDecoder().decode(info.stdout));
for (const name of ["npm", "dl"]) {
  await Deno.symlink(`${denoDir}/${name}`, `${dir}/deno_dir/${name}`);
}
addEventListener("unload", () => Deno.removeSync(dir, { recursive: true }));

async function run(program: string, args: string[]): Promise<Outcome> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd: dir,
    env: { NO_COLOR: "1", DENO_DIR: `${dir}/deno_dir`, XDG_CACHE_HOME: `${dir}/cache` },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

const served = await serveModules();
addEventListener("unload", () => void served[Symbol.asyncDispose]());

async function compile(source: string, ...flags: string[]): Promise<Outcome> {
  const words = [
    "run",
    "-q",
    "-A",
    ...flags,
    served.main,
    "compile",
    source,
    "-o",
    `bin-${source}`,
  ];
  return await run(Deno.execPath(), words);
}

const first = await compile("alone.ts");
const noRuntime = first.code === 1 && !Deno.env.get("DENORT_BIN") &&
  first.stderr.includes("could not get its runtime");
const why = noRuntime ? " (skipped: the runtime for compiled programs cannot be downloaded)" : "";

describe(`toolcli compile beside node_modules${why}`, { ignore: noRuntime }, () => {
  const size = (source: string) => Deno.statSync(`${dir}/bin-${source}`).size;
  const bin = (source: string, ...args: string[]) => run(`${dir}/bin-${source}`, args);

  it("compile takes nothing of it for a module that needs nothing of it", async () => {
    expect(first).toMatchObject({ code: 0 });
    expect(await bin("alone.ts", "one")).toEqual({ code: 0, stdout: "1\n", stderr: "" });
  });

  it("compile takes it for a module that needs a package of it", async () => {
    expect(await compile("needs.ts", "--config", `${dir}/run/deno.json`)).toMatchObject({
      code: 0,
    });
    expect(await bin("needs.ts", "one"))
      .toEqual({ code: 0, stdout: "from a package\n", stderr: "" });
    expect(size("needs.ts") - size("alone.ts")).toBeGreaterThan(BIG / 2);
  });

  it("compile takes toolcli's own packages, which are not in it", async () => {
    expect(await compile("kit.json")).toMatchObject({ code: 0 });
    expect(await bin("kit.json", "echo", "--text", "hi"))
      .toEqual({ code: 0, stdout: "hi\n", stderr: "" });
  });
});

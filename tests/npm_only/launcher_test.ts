import { afterEach, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { fileURLToPath } from "node:url";

const LAUNCHER = path("npm_only/deno.ts");
const IMPORT_MAP = path("npm_only/import_map.json");

const posix = Deno.build.os !== "windows";

/** Runs a program that tells which registry it was started for, and where a JSR name leads. */
const TELL = [
  "run",
  "-A",
  "--config",
  path("deno.json"),
  module(`
    console.log(Deno.env.get("TOOLCLI_REGISTRY"), import.meta.resolve("@std/jsonc").slice(0, 4));
  `),
];

function path(name: string): string {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url));
}

function module(code: string): string {
  return `data:application/javascript,${encodeURIComponent(code)}`;
}

function launch(args: string[], env: Record<string, string> = {}): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", LAUNCHER, ...args],
    env: { TOOLCLI_REGISTRY: "", JSR_URL: "", DENO_COMPILE: "", NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  });
}

async function run(args: string[], env?: Record<string, string>, input = "") {
  const child = launch(args, env).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

describe("npm_only/deno.ts asks the registry", () => {
  let server: Deno.HttpServer<Deno.NetAddr> | undefined;
  let asked: string[] = [];

  afterEach(async () => {
    await server?.shutdown();
    server = undefined;
    asked = [];
  });

  function serve(answer: () => Response | Promise<Response>): string {
    server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
      asked.push(new URL(request.url).pathname);
      return answer();
    });
    return `http://127.0.0.1:${server.addr.port}`;
  }

  const answers: [string, () => Response | Promise<Response>, string][] = [
    ["JSON", () => Response.json({ scope: "std", name: "cli" }), "jsr jsr:\n"],
    ["JSON and 404", () => Response.json({}, { status: 404 }), "npm file\n"],
    ["a page", () => new Response("<p>Please log in</p>"), "npm file\n"],
  ];
  for (const [what, answer, output] of answers) {
    it(`main() takes ${what} for ${output.slice(0, 3)}`, async () => {
      const JSR_URL = serve(answer);
      expect(await run(TELL, { JSR_URL }))
        .toEqual({ code: 0, stdout: output, stderr: "" });
      expect(asked).toEqual(["/@std/cli/meta.json"]);
    });
  }

  it("main() takes silence for npm", async () => {
    const silence = Promise.withResolvers<Response>();
    const JSR_URL = serve(() => silence.promise);
    const result = await run(TELL, { JSR_URL });
    silence.resolve(new Response());
    expect(result).toEqual({ code: 0, stdout: "npm file\n", stderr: "" });
  });

  it("main() takes a refused connection for npm", async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const JSR_URL = `http://127.0.0.1:${listener.addr.port}`;
    listener.close();
    expect(await run(TELL, { JSR_URL }))
      .toEqual({ code: 0, stdout: "npm file\n", stderr: "" });
  });

  it("main() asks at JSR_URL with a slash at its end", async () => {
    const JSR_URL = `${serve(() => Response.json({}))}/`;
    expect((await run(TELL, { JSR_URL })).stdout).toBe("jsr jsr:\n");
    expect(asked).toEqual(["/@std/cli/meta.json"]);
  });

  for (
    const [TOOLCLI_REGISTRY, output] of [["jsr", "jsr jsr:\n"], ["npm", "npm file\n"]] as const
  ) {
    it(`main() does not ask when TOOLCLI_REGISTRY is ${TOOLCLI_REGISTRY}`, async () => {
      const JSR_URL = serve(() => Response.json({}));
      expect((await run(TELL, { JSR_URL, TOOLCLI_REGISTRY })).stdout).toBe(output);
      expect(asked).toEqual([]);
    });
  }

  it("main() refuses any other TOOLCLI_REGISTRY", async () => {
    expect(await run(TELL, { TOOLCLI_REGISTRY: "pnpm" })).toEqual({
      code: 1,
      stdout: "",
      stderr: 'TOOLCLI_REGISTRY must be "jsr" or "npm": got "pnpm"\n',
    });
  });
});

describe("npm_only/deno.ts runs Deno", () => {
  it("main() tells its usage where there is no subcommand", async () => {
    expect(await run([], {})).toEqual({
      code: 2,
      stdout: "",
      stderr: "usage: deno run -A npm_only/deno.ts SUBCOMMAND [ARGUMENTS]\n",
    });
  });

  const env = { TOOLCLI_REGISTRY: "npm" };

  it("runDeno() passes the streams and the exit status through", async () => {
    const program = module(`
      const input = await new Response(Deno.stdin.readable).text();
      console.log(input.toUpperCase(), Deno.args);
      console.error("note");
      Deno.exit(7);
    `);
    expect(await run(["run", "-A", program, "--", "a b", "--lock"], env, "words")).toEqual({
      code: 7,
      stdout: 'WORDS [ "--", "a b", "--lock" ]\n',
      stderr: "note\n",
    });
  });

  it("runDeno() leaves other subcommands as they are", async () => {
    const { code, stdout } = await run(["--version"], env);
    expect(code).toBe(0);
    expect(stdout).toContain(`deno ${Deno.version.deno}`);
  });

  it("runDeno() compiles with DENO_COMPILE", { ignore: !posix }, async () => {
    expect(await run(["compile", "-o", "out", "a.ts"], { ...env, DENO_COMPILE: "echo" })).toEqual({
      code: 0,
      stdout: `compile --import-map ${IMPORT_MAP} -o out a.ts\n`,
      stderr: "",
    });
  });

  it("runDeno() ends as a shell does after a signal", { ignore: !posix }, async () => {
    const program = module('Deno.kill(Deno.pid, "SIGKILL"); await new Promise(() => {});');
    expect((await run(["run", "-A", program], env)).code).toBe(137);
  });

  for (const signal of ["SIGTERM", "SIGHUP"] as const) {
    it(`runDeno() forwards ${signal}`, { ignore: !posix }, async () => {
      const child = launch([
        "run",
        "-A",
        module(`
          Deno.addSignalListener("${signal}", () => {
            console.log("got it");
            Deno.exit(5);
          });
          setInterval(() => {}, 1e6);
          console.log("ready");
        `),
      ], env).spawn();
      const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      expect((await output.read()).value).toBe("ready\n");
      child.kill(signal);
      expect((await output.read()).value).toBe("got it\n");
      expect((await child.status).code).toBe(5);
      await Promise.all([output.cancel(), child.stdin.close(), child.stderr.cancel()]);
    });
  }

  it("runDeno() outlives SIGINT, which the child decides on", { ignore: !posix }, async () => {
    const child = launch([
      "run",
      "-A",
      module(`
        console.log("ready");
        await Deno.stdin.read(new Uint8Array(1));
        Deno.exit(6);
      `),
    ], env).spawn();
    const output = child.stdout.getReader();
    await output.read();
    child.kill("SIGINT");
    await child.stdin.close();
    expect((await child.status).code).toBe(6);
    await Promise.all([output.cancel(), child.stderr.cancel()]);
  });
});

import { PACKAGES, path } from "../examples/_run.ts";

/**
 * Serves the project's modules on a port of this machine as a registry does: with the addresses of
 * packages in place of their names. It gives the main module's address.
 */
export async function serveModules(): Promise<{ main: string } & AsyncDisposable> {
  const file = PACKAGES.length > 0 ? "npm_only/import_map.json" : "deno.json";
  const { imports } = JSON.parse(await Deno.readTextFile(path(file)));
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname, origin } = new URL(request.url);
    const text = await Deno.readTextFile(path(pathname.slice(1))).catch(() => undefined);
    if (text === undefined) return new Response(null, { status: 404 });
    const type = pathname.endsWith(".json") ? "application/json" : "application/typescript";
    const address = (name: string) => addressOf(name, imports, `${origin}/${file}`);
    const body = text.replace(
      /(\b(?:from|import)\s*\(?\s*)"([@a-z][^":\n]*)"/g,
      (_all, before, name) => `${before}${JSON.stringify(address(name))}`,
    );
    return new Response(body, { headers: { "content-type": type } });
  });
  return {
    main: `http://127.0.0.1:${server.addr.port}/mod.ts`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function addressOf(name: string, imports: Record<string, string>, base: string): string {
  const key = Object.keys(imports)
    .filter((key) => key === name || name.startsWith(key.endsWith("/") ? key : `${key}/`))
    .sort((a, b) => b.length - a.length)[0];
  if (key === undefined) return name;
  const to = imports[key] + name.slice(key.length);
  return to.startsWith(".") ? new URL(to, base).href : to;
}

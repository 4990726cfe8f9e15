/* @ts-self-types="../../host/main.ts" */
const toolcli = (async function toolcli() {
  let args = [];
  try {
    Deno.exitCode = 1;
    args = await processArgs();
    Deno.exit(await toolcliStatus(args));
  } catch (error) {
    if (error instanceof OutputError) {
      console.error(`toolcli: ${error.message}`);
      Deno.exit(1);
    }
    if (!(error instanceof HostError || error instanceof UsageError)) throw error;
    const { visibleLine } = await import('../cli/_start.js').then((function (n) { return n.visible$1; }));
    console.error(`toolcli: ${visibleLine(error.message)}
Run \`toolcli --help\` for usage.`);
    Deno.exit(2);
  }
});
const toolcliStatus = (async function toolcliStatus([word, ...args]) {
  const [first] = args;
  if (first === "--help" || first === "-h") return await help([word === "scp" ? "asmp" : word]);
  switch (word) {
    case "run":
      return await (await import('./_start.js').then((function (n) { return n._run; }))).run(args);
    case "list":
      return await (await import(new URL('_list.js', import.meta.url).href)).list(args);
    case "docs":
      return await (await import(new URL('_docs.js', import.meta.url).href)).docs(args);
    case "compile":
      return await (await import(new URL('_compile.js', import.meta.url).href)).compile(args);
    case "completions":
      return await (await import(new URL('_completions.js', import.meta.url).href)).completions(args);
    case "serve":
      return await (await import(new URL('_serve.js', import.meta.url).href)).serve(args);
    case "asmp":
    case "scp":
      return await (await import(new URL('_asmp.js', import.meta.url).href)).asmp(args);
    case "utcp":
      return await (await import(new URL('_utcp.js', import.meta.url).href)).utcp(args);
    case "--version":
    case "-V": {
      const { default: { version } } = await import('../../deno.json', { with: { type: "json" } });
      const { printAll } = await import('./_start.js').then((function (n) { return n._print; }));
      await printAll(`toolcli ${version}
`);
      return 0;
    }
    case "help":
    case "-h":
    case "--help":
      return await help(args);
    case void 0:
      return await (await import(new URL('_help.js', import.meta.url).href)).usage();
  }
  return await (await import(new URL('_help.js', import.meta.url).href)).unknown(word);
});
import { processArgs, UsageError } from '../cli/_start.js';
import { OutputError, HostError } from './_start.js';



async function help(words) {
  return (await import(new URL('_help.js', import.meta.url).href)).help(words);
}
if (import.meta.main) await toolcli();

export { toolcli };

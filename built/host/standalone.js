import { toolcli } from './main.js';

const PARTS = [
  () => import('./_asmp.js'),
  () => import('./_asmp_source.js'),
  () => import('./_compile.js'),
  () => import('./_completions.js'),
  () => import('./_docs.js'),
  () => import('./_help.js'),
  () => import('./main.js').then(function (n) { return n._other_source; }),
  () => import('./_jsonc.js'),
  () => import('./_list.js'),
  () => import('./_mcp_source.js'),
  () => import('./_parse_args.js'),
  () => import('./main.js').then(function (n) { return n._print; }),
  () => import('./main.js').then(function (n) { return n._run; }),
  () => import('./_serve.js').then(function (n) { return n._serve; }),
  () => import('./_unicode_width.js'),
  () => import('./_utcp.js'),
  () => import('./_utcp_source.js'),
  () => import('./embedded.js'),
  () => import('../asmp/deno_serve.js').then(function (n) { return n.deno_serve; }),
  () => import('../asmp/sqlite_store.js'),
  () => import('../mcp/call_parts.js'),
  () => import('../mcp/print_to_stderr.js'),
  () => import('../mcp/server.js'),
  () => import('../mod.js').then(function (n) { return n.terminal_prompt; }),
  () => import('../utcp/extension.js')
];
if (import.meta.main) await toolcli();

export { PARTS };

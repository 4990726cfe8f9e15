import { toolcli } from './main.js';

const PARTS = [
  () => import('./_asmp.js'),
  () => import('./_asmp_source.js'),
  () => import('./_compile.js'),
  () => import('./_completions.js'),
  () => import('./_docs.js'),
  () => import('./_help.js'),
  () => import('./_other_source.js'),
  () => import('./_list.js'),
  () => import('./_mcp_source.js'),
  () => import('./_print.js'),
  () => import('./_run.js'),
  () => import('./_serve.js'),
  () => import('./_utcp.js'),
  () => import('./_utcp_source.js'),
  () => import('./embedded.js'),
  () => import('../asmp/deno_serve.js'),
  () => import('../asmp/sqlite_store.js'),
  () => import('../mcp/call_parts.js'),
  () => import('../mcp/print_to_stderr.js'),
  () => import('../mcp/server.js'),
  () => import('../prompt/terminal_prompt.js'),
  () => import('../utcp/extension.js')
];
if (import.meta.main) await toolcli();

export { PARTS };

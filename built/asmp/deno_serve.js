export { serveWorkflow } from './deno_serve2.js';

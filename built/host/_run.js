import '../cli/_start.js';
export { run } from './_start.js';

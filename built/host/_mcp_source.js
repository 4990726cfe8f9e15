import '../cli/_start.js';
export { load } from '../mcp/_start.js';

import './_start.js';
import '../cli/_start.js';
export { lint, load } from '../utcp/_start.js';

export { loadOther } from './_start.js';

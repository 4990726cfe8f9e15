export { terminalPrompt } from '../cli/_start.js';

import '../cli/_start.js';
import './_start.js';
import './_options.js';
export { serve } from './_serve2.js';

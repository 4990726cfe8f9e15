/**
 * The one place that names the prompt library, and what is made with it. It is loaded by a computed
 * address: Deno looks up whatever a literal `import()` leads to at each start, taken or not, and
 * this is a registry's.
 *
 * @module
 */
export { controlAsker } from "./_controls.ts";
export { screenOf } from "./_screen.ts";
export { Checkbox, Input, Select } from "@cliffy/prompt";
export { unicodeWidth } from "@std/cli/unicode-width";

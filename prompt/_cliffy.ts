/**
 * The one place that names the prompt library. It is loaded by a computed address: Deno looks up
 * whatever a literal `import()` leads to at each start, taken or not, and this is a registry's.
 *
 * @module
 */
export { Checkbox, Input, Select } from "@cliffy/prompt";
export { unicodeWidth } from "@std/cli/unicode-width";

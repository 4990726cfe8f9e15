/** What measures text: a file of its own, so that only who needs it loads the package. */
export { unicodeWidth } from "@std/cli/unicode-width";

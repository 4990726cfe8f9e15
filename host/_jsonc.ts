/** What reads JSON with comments: a file of its own, so that only who needs it loads the package. */
export { parse } from "@std/jsonc";

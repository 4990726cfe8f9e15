/** What reads options: a file of its own, so that only who needs it loads the package. */
export { parseArgs } from "@std/cli/parse-args";

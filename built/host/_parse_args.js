export { parseArgs } from '@std/cli/parse-args';

import { environmentNames, selfCommand, runtimeVariables } from './_deno_program.js';
import { utcpManual } from './manual.js';

async function selfManual(tools, { words, variables = [], probe, note }) {
  const byReference = probe !== void 0 && environmentNames().some((name) => PROBE.test(name));
  const command = [...await selfCommand(), ...words];
  const forNew = byReference || variables.length > 0;
  return utcpManual(tools, {
    command,
    variables: forNew ? [...variables, ...runtimeVariables()] : [],
    byReference,
    note
  });
}
const PROBE = /^__UTCP_ARG_[0-9a-f]{16}_probe$/;

export { selfManual };

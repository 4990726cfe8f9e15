/* @ts-self-types="../../host/compiled.ts" */
const parts = [
  () => import('../agenttool/_ajv.js'),
  () => import('../prompt/_cliffy.js')
];

export { parts };

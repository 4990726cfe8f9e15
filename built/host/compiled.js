/* @ts-self-types="../../host/compiled.ts" */
const parts = [
  () => import('ajv'),
  () => import('ajv/dist/2019.js'),
  () => import('ajv/dist/2020.js'),
  () => import('../prompt/_cliffy.js')
];

export { parts };

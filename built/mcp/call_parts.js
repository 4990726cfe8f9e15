function callParts() {
  return Promise.all([import('./client.js'), import('./_client_sdk.js')]);
}

export { callParts };

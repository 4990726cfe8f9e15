/* @ts-self-types="../../utcp/extension.ts" */
function utcpExtension(words = []) {
  return [
    {
      option: "utcp-discover",
      run: async (call) => (await import('./_utcp_discover.js')).utcpDiscover(call, words)
    },
    {
      command: "utcp-call",
      run: async (call) => (await import('./_utcp_call.js')).utcpCall(call)
    }
  ];
}

export { utcpExtension };

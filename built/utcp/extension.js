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
    },
    // That client passes on the first word of a program only.
    ...words.length > 0 ? [] : GO
  ];
}
const GO = [
  {
    command: "list-tools",
    yields: true,
    run: async (call) => (await import('./_utcp_go.js')).listTools(call)
  },
  {
    command: "call",
    yields: true,
    run: async (call) => (await import('./_utcp_go.js')).call(call)
  }
];

export { utcpExtension };

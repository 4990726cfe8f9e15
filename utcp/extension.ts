import type { Extension } from "../cli/main.ts";

/**
 * Makes a program, made with `main`, callable by UTCP clients: `--utcp-discover` prints its tools
 * as a UTCP manual, and `utcp-call` runs the calls that the manual describes. See
 * spec/utcp-cli.md 5. A program that is one word answers the Go client's `list-tools` and `call`,
 * too, where no tool has that name.
 *
 * With `--utcp-discover=UTCP_ARG_probe_UTCP_END` as its discovery command a client shows whether it
 * hands values over by environment reference; without it the manual is one for any client.
 *
 * ```ts ignore
 * import { main } from "@x/toolcli";
 * import { utcpExtension } from "@x/toolcli/utcp/extension";
 *
 * await main({ name: "kit", tools, extensions: utcpExtension() });
 * ```
 *
 * @param words What has to stand between the program and the words of this extension on a command
 * line, for a program that is reached that way.
 * @returns The words, for `extensions` of `main`.
 */
export function utcpExtension(words: readonly string[] = []): readonly Extension[] {
  return [
    {
      option: "utcp-discover",
      run: async (call) => (await import("./_utcp_discover.ts")).utcpDiscover(call, words),
    },
    {
      command: "utcp-call",
      run: async (call) => (await import("./_utcp_call.ts")).utcpCall(call),
    },
    // That client passes on the first word of a program only.
    ...words.length > 0 ? [] : GO,
  ];
}

const GO: readonly Extension[] = [
  {
    command: "list-tools",
    yields: true,
    run: async (call) => (await import("./_utcp_go.ts")).listTools(call),
  },
  {
    command: "call",
    yields: true,
    run: async (call) => (await import("./_utcp_go.ts")).call(call),
  },
];

/** A program of ours called by UTCP clients with hostile values: see spec/utcp-cli.md 5.3. */

import { expect } from "@std/expect";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { type CallTemplate, UtcpClient as SdkClient, type UtcpClientConfig } from "@utcp/sdk";
import { UtcpClient } from "../../utcp/mod.ts";
import { denoRun, quoted, run, writeProgram } from "./_program.ts";

const TOOLS = `[defineRawTool({
  name: "raw",
  parameters: {
    type: "object",
    properties: { message: { type: "string" }, n: { type: "integer" }, list: { type: "array" } },
  },
  execute: (call) => call.args,
})]`;

/** Values that are code in one context or another; `touch` makes the canary. */
const payloads = (touch: string): string[] => [
  "plain",
  "",
  " lead and trail ",
  "'",
  '"',
  "\\",
  `$(${touch})`,
  `\`${touch}\``,
  `; ${touch};`,
  `'; ${touch}; '`,
  `"; ${touch}; "`,
  `a[$(${touch})]`,
  "a\nb\n\n",
  "\n",
  `\nEOF\n${touch}\n`,
  `\nUTCP_\n${touch}\n`,
  "-rf",
  "--n=5",
  "é😀",
  '{"a":[1]}',
  "a\r\nb\r\n",
  "€".repeat(30_000),
  "$HOME ${HOME} %s * ?",
  "UTCP_ARG_n_UTCP_END",
  "MISSING_ARG_n",
  "@0 .\n",
];

interface Client {
  callTool(name: string, args: Record<string, unknown>): Promise<unknown>;
  getTools(): Promise<{ name: string; tool_call_template: CallTemplate }[]>;
  close(): Promise<void>;
}

/** The SDK's own client tells all it does on standard output. */
async function quietly<T>(run: () => Promise<T>): Promise<T> {
  const { log } = console;
  console.log = () => {};
  try {
    return await run();
  } finally {
    console.log = log;
  }
}

const CLIENTS: [string, (template: CallTemplate) => Promise<Client>][] = [
  [
    "our UtcpClient",
    (template) => UtcpClient.create(".", { manual_call_templates: [template] }),
  ],
  [
    "UtcpClient of @utcp/sdk",
    async (template) => {
      const config = { manual_call_templates: [template] } as UtcpClientConfig;
      const client = await quietly(() => SdkClient.create(".", config));
      return {
        callTool: (name, args) => quietly(() => client.callTool(name, args)),
        getTools: () => client.getTools(),
        close: () => quietly(() => client.close()),
      };
    },
  ],
];

for (const [name, connect] of CLIENTS) {
  for (
    const [form, word] of [
      ["B", "--utcp-discover"],
      ["A", "--utcp-discover=UTCP_ARG_probe_UTCP_END"],
    ]
  ) {
    describe(`${name}, form ${form}`, () => {
      let dir: string, canary: string, client: Client;

      beforeAll(async () => {
        dir = await Deno.makeTempDir();
        canary = `${dir}/canary`;
        const program = denoRun(await writeProgram(dir, TOOLS)).map(quoted).join(" ");
        client = await connect({
          name: "kit",
          call_template_type: "cli",
          commands: [{ command: `${program} ${word}` }],
        });
      });

      afterAll(async () => {
        await client.close();
        await Deno.remove(dir, { recursive: true });
      });

      it("is the one that the program prints", async () => {
        const [tool] = await client.getTools();
        expect(tool!.name).toBe("kit.raw");
        const { command } = tool!.tool_call_template.commands[0];
        expect(command.includes("--stdin-envelope=")).toBe(form === "B");
      });

      it("passes every value as it is, and runs none", async () => {
        const values = payloads(`touch ${canary}`);
        const call = (message: string) => client.callTool("kit.raw", { message });
        for (let at = 0; at < values.length; at += 4) {
          const some = values.slice(at, at + 4);
          const answers = await Promise.all(some.map(call));
          for (const [index, message] of some.entries()) {
            // Not the values themselves: what a failure prints would be long.
            const same = JSON.stringify(answers[index]) ===
              JSON.stringify({ ok: true, result: { message } });
            expect([message.slice(0, 80), same]).toEqual([message.slice(0, 80), true]);
          }
        }
        await expect(Deno.stat(canary)).rejects.toThrow(Deno.errors.NotFound);
        await run(["bash", "-c", `echo ${values[6]}`]);
        expect((await Deno.stat(canary)).isFile).toBe(true);
      });

      it("leaves out what was not given, and passes numbers and JSON text", async () => {
        expect(await client.callTool("kit.raw", {})).toEqual({ ok: true, result: {} });
        expect(await client.callTool("kit.raw", { n: 5, list: '["a"]' })).toEqual({
          ok: true,
          result: { n: 5, list: ["a"] },
        });
      });
    });
  }
}

describe("our UtcpClient", () => {
  it("writes nothing to standard output", async () => {
    const path = await Deno.makeTempFile({ suffix: ".ts" });
    const room = JSON.stringify(new URL("../../utcp/mod.ts", import.meta.url).href);
    await Deno.writeTextFile(
      path,
      `import { UtcpClient } from ${room};
      const template = (name, command) => ({ name, call_template_type: "cli", commands: [{ command }] });
      const client = await UtcpClient.create(".", {
        manual_call_templates: [template("a", "echo hi"), template("b", "echo utcp-discover")],
      });
      await client.registerManual(template("c", "echo hi"));
      await client.callTool("a");
      for await (const _ of client.callToolStreaming("a"));
      await client.searchTools("a");
      await client.deregisterManual("a");
      await client.close();
      `,
    );
    const { code, stdout } = await run(denoRun(path));
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    await Deno.remove(path);
  });
});

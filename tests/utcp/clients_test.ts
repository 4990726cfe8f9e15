/** A program of ours called by UTCP clients with hostile values: see spec/utcp-cli.md 5.3. */

import { expect } from "@std/expect";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import {
  type CallTemplate,
  CommunicationProtocol,
  UtcpClient as SdkClient,
  type UtcpClientConfig,
} from "@utcp/sdk";
import { CliCommunicationProtocol, UtcpClient } from "../../utcp/mod.ts";
import { template } from "./_client.ts";
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

describe("CliCommunicationProtocol", () => {
  const slow = template("slow", "sleep 60");

  /** Runs with a protocol in the place of the registered one. */
  async function having<T>(protocol: CliCommunicationProtocol, run: () => Promise<T>): Promise<T> {
    const { communicationProtocols: protocols } = CommunicationProtocol;
    const before = protocols.cli!;
    protocols.cli = protocol;
    try {
      return await run();
    } finally {
      protocols.cli = before;
    }
  }

  for (const [name, connect] of CLIENTS) {
    it(`bounds the calls and discoveries of ${name}`, async () => {
      const limits = { timeout: 300, discoveryTimeout: 400, maxOutput: 3 };
      await having(new CliCommunicationProtocol(limits), async () => {
        const client = await connect(slow);
        await expect(client.callTool("slow.slow", {})).rejects.toThrow("timed out after 300ms");
        await client.close();
        const long = await connect(template("long", "echo abcdef"));
        expect(await long.callTool("long.long", {}))
          .toBe("abc\n[output cut: the first 3 of 7 bytes]");
        await long.close();
        const found = await new CliCommunicationProtocol(limits)
          .registerManual(await UtcpClient.create(), { ...slow, discover: true });
        expect(found).toMatchObject({
          success: false,
          errors: [expect.stringContaining("timed out after 400ms")],
        });
      });
    });
  }

  it("lets what a client is told come first", async () => {
    const limits = { timeout: 100_000, maxOutput: 100 };
    await having(new CliCommunicationProtocol(limits), async () => {
      const client = await UtcpClient.create(".", {
        manual_call_templates: [slow, template("long", "echo abcdef")],
        timeout: 300,
      });
      await expect(client.callTool("slow")).rejects.toThrow("timed out after 300ms");
      expect(await client.callTool("long")).toBe("abcdef");
    });
  });

  it("refuses a limit of 0", () => {
    expect(() => new CliCommunicationProtocol({ discoveryTimeout: 0 })).toThrow(
      new TypeError("Invalid options: discoveryTimeout: expected a number above 0, got 0"),
    );
  });
});

describe("UtcpClient of @utcp/sdk", () => {
  it("reads .env files, once our room is imported", async () => {
    const path = await Deno.makeTempFile();
    await Deno.writeTextFile(path, "m_KEY=secret\n");
    const config = {
      load_variables_from: [{ variable_loader_type: "dotenv", env_file_path: path }],
      manual_call_templates: [template("m", "echo ${KEY}")],
    } as unknown as UtcpClientConfig;
    const called = await quietly(async () => {
      const client = await SdkClient.create(".", config);
      return await client.callTool("m.m", {});
    });
    expect(called).toBe("secret");
    await Deno.remove(path);
  });
});

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

  it("begins the path of a .env file where the process runs, as others do", async () => {
    const here = await Deno.makeTempDir();
    await Deno.mkdir(`${here}/base`);
    await Deno.writeTextFile(`${here}/.env`, "m_KEY=here\n");
    await Deno.writeTextFile(`${here}/base/.env`, "m_KEY=root\n");
    const room = JSON.stringify(new URL("../../utcp/mod.ts", import.meta.url).href);
    await Deno.writeTextFile(
      `${here}/program.ts`,
      `import { UtcpClient } from ${room};
      const client = await UtcpClient.create("base", {
        load_variables_from: [{ variable_loader_type: "dotenv", env_file_path: ".env" }],
        manual_call_templates: [
          { name: "m", call_template_type: "cli", commands: [{ command: 'echo "$KEY"' }] },
        ],
      });
      console.log(await client.callTool("m"));
      `,
    );
    expect(await run(denoRun(`${here}/program.ts`), { cwd: here })).toEqual({
      code: 0,
      stdout: "here\n",
      stderr: "",
    });
    await Deno.remove(here, { recursive: true });
  });
});

import type { Server } from "@modelcontextprotocol/server";
import { Calls } from "./_server_calls.ts";
import { ExactTexts, textOf } from "./_server_text.ts";
import { ToolList } from "./_server_tools.ts";

/** The SDK. */
export type Sdk = typeof import("@modelcontextprotocol/server");

/** What is told of a server. */
export interface Identity {
  readonly name: string;
  readonly version: string;
}

/** What all sessions of one server share. */
export class Served {
  readonly texts = new ExactTexts();
  readonly tools: ToolList;
  readonly calls: Calls;
  readonly #identity: Identity;

  constructor({ name, version }: Identity, note: (text: string) => void) {
    this.#identity = { name, version };
    this.tools = new ToolList(this.texts, note);
    this.calls = new Calls(this.tools);
  }

  /** Makes a server of the SDK for one session, or one request of a client that has no session. */
  server({ Server, ProtocolError }: Sdk, era: "legacy" | "modern"): Server {
    // The high-level server would read schemas into a library's and arguments into doubles.
    const server = new Server(this.#identity, { capabilities: { tools: { listChanged: true } } });
    server.setRequestHandler("tools/list", () => ({ tools: this.tools.items as never }));
    server.setRequestHandler("tools/call", async ({ params }, ctx) => {
      const state = ctx.mcpReq.requestState<string>();
      if (state !== undefined) return await this.calls.resume(state, ctx) as never;
      const tool = this.tools.lookup(params.name) ??
        (await this.tools.renew(params.name) ? this.tools.lookup(params.name) : undefined);
      if (!tool) {
        throw new ProtocolError(INVALID_PARAMS, `Unknown tool: ${JSON.stringify(params.name)}`);
      }
      const args = textOf(params.arguments) ?? "{}";
      const elicitation = server.getClientCapabilities()?.elicitation;
      return await (era === "modern"
        ? this.calls.converse(tool, args, ctx)
        : this.calls.call(tool, args, ctx, elicitation)) as never;
    });
    return server;
  }

  /** Ends what no session ends, and resolves when no call runs any more. */
  async close(): Promise<void> {
    this.tools.close();
    await this.calls.close();
  }
}

const INVALID_PARAMS = -32602;

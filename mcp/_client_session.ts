import type * as Sdk from "@modelcontextprotocol/client";
import { EXCHANGE, type Exchange } from "./_client_exact.ts";
import type { Link } from "./_client_link.ts";
import { readToolList, ToolList } from "./_client_list.ts";
import { Problem } from "./_problem.ts";
import type { ElicitAnswer, ElicitParams } from "./_client_questions.ts";

/** How a server is spoken to. */
export interface SessionOptions {
  roots?: readonly string[];
  /** Whether the server is known for the protocol of 2026-07-28 and later. */
  modern: boolean;
}

/** The protocol whose servers may know no `initialize`. */
const MODERN = "2026-07-28";

/** How long, in ms, a server that refused one protocol may take to answer in another. */
const PROBE_TIMEOUT = 5_000;

/** The longest time that timers know: what has a limit of its own, or none. */
export const NO_LIMIT = 2 ** 31 - 1;

/** How often a list that is said to change is asked for in a row. */
const MAX_CHANGES = 5;

const METHOD_NOT_FOUND = -32601;

/**
 * Opens a session in the first protocol that the server understands, and asks for its tools. The
 * SDK is loaded here, while the server starts.
 *
 * @throws {Error} Where no protocol is understood, with what the server said to the first.
 */
export async function openSession(link: Link, options: SessionOptions): Promise<Session> {
  const sdk = await loadSdk();
  const attempts = options.modern
    ? link.attempts.toSorted((a, b) => Number(b.modern) - Number(a.modern))
    : link.attempts;
  let refusal: unknown;
  for (const { modern, open } of attempts) {
    const session = new Session(sdk, modern, options.roots);
    try {
      await session.client.connect(open(sdk), { timeout: NO_LIMIT });
      await session.read();
      return session;
    } catch (error) {
      refusal ??= error;
      if (!isRefusal(sdk, error)) break;
    }
  }
  throw refusal;
}

async function loadSdk(): Promise<typeof Sdk> {
  try {
    return await import(new URL("./_client_sdk.ts", import.meta.url).href);
  } catch (error) {
    throw new Problem(`needs the MCP client package: ${(error as Error).message}`);
  }
}

/** A session with a server, and the tools that it has. */
export class Session {
  readonly client: Sdk.Client;
  readonly modern: boolean;
  /** The tools, after {@linkcode read}. */
  list: ToolList = new ToolList([]);
  /** Answers a question that names no call. */
  onQuestion: (params: ElicitParams) => Promise<ElicitAnswer>;
  /** Is told that the server says that its tools changed. */
  onToolsChanged: () => void = () => {};
  readonly #sdk: typeof Sdk;
  /** How often the server said that its tools changed, and how often when it was last asked. */
  #changes = 0;
  #read = 0;
  #reading: Promise<void> = Promise.resolve();
  #onChange = () => {};

  constructor(sdk: typeof Sdk, modern: boolean, roots: readonly string[] = []) {
    this.#sdk = sdk;
    this.modern = modern;
    this.onQuestion = () => Promise.resolve({ action: "cancel" });
    this.client = new sdk.Client({ name: "toolcli", version: "0" }, {
      capabilities: { elicitation: { form: {}, url: {} }, ...roots.length > 0 && { roots: {} } },
      // What a tool gives is not ours to judge.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({
          valid: true,
          data: data as never,
          errorMessage: undefined,
        }),
      },
      ...modern && {
        versionNegotiation: { mode: { pin: MODERN }, probe: { timeoutMs: PROBE_TIMEOUT } },
      },
    });
    this.client.setRequestHandler(
      "elicitation/create",
      { params: AS_IT_IS },
      (params) => this.onQuestion(params as ElicitParams),
    );
    this.client.setNotificationHandler("notifications/tools/list_changed", () => {
      this.#changes++;
      this.#onChange();
      this.onToolsChanged();
    });
    if (roots.length > 0) {
      this.client.setRequestHandler("roots/list", async () => {
        const { pathToFileURL } = await import("node:url");
        const uri = (root: string) => root.startsWith("file:") ? root : pathToFileURL(root).href;
        return { roots: roots.map((root) => ({ uri: uri(root) })) };
      });
    }
  }

  /** Asks for the tools, after those who asked before. */
  read(): Promise<void> {
    const reading = this.#reading.catch(() => {}).then(() => this.#readList());
    this.#reading = reading;
    return reading;
  }

  async #readList(): Promise<void> {
    this.#read = this.#changes;
    try {
      this.list = await readToolList(async (params) => {
        const exchange: Exchange = {};
        await this.client.request(
          { method: "tools/list", params: { ...params, [EXCHANGE]: exchange } },
          { timeout: NO_LIMIT },
        );
        return exchange;
      });
    } catch (error) {
      // A server without tools has no such method.
      if (!isProtocolError(this.#sdk, error, METHOD_NOT_FOUND)) throw error;
    }
  }

  /** Whether the server has said that its tools changed since it was asked for them. */
  get isOld(): boolean {
    return this.#changes !== this.#read;
  }

  /** Asks again if the list is old. */
  async renew(): Promise<void> {
    await this.#reading.catch(() => {});
    if (this.isOld) await this.read();
  }

  /** Has the server say when its tools change; a protocol may want to be asked for that. */
  async listen(): Promise<void> {
    if (!this.modern || !this.client.getServerCapabilities()?.tools?.listChanged) return;
    await this.client.listen({ toolsListChanged: true });
  }

  /**
   * Asks again as long as the server says that its tools have changed.
   *
   * @param time How long, in ms, to wait for it to say so.
   * @param enough Whether nothing more has to be waited for.
   */
  async settle(time: number, enough: () => boolean = () => false): Promise<void> {
    if (!this.client.getServerCapabilities()?.tools?.listChanged || this.modern) return;
    for (let round = 0; round < MAX_CHANGES && await this.#changed(time); round++) {
      await this.read();
      if (enough()) return;
    }
  }

  async #changed(time: number): Promise<boolean> {
    if (!this.isOld) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        timer = setTimeout(resolve, time);
        this.#onChange = resolve;
      });
      clearTimeout(timer);
    }
    return this.isOld;
  }

  /** Whether an error is what the server answered, of a code if one is given. */
  answered(error: unknown, code?: number): error is Sdk.ProtocolError {
    return isProtocolError(this.#sdk, error, code);
  }
}

/** What says that a value fits, whatever it is. */
const AS_IT_IS = {
  "~standard": {
    version: 1 as const,
    vendor: "toolcli",
    validate: (value: unknown) => ({ value }),
  },
};

function isProtocolError(
  { ProtocolError }: typeof Sdk,
  error: unknown,
  code?: number,
): error is Sdk.ProtocolError {
  return ProtocolError.isInstance(error) && (code === undefined || error.code === code);
}

/** Whether a server may understand us better in another protocol. */
function isRefusal(
  { ProtocolError, SdkError, SdkHttpError, SdkErrorCode }: typeof Sdk,
  error: unknown,
) {
  if (SdkHttpError.isInstance(error)) {
    const { status = 0 } = error;
    return status >= 400 && status < 500 && status !== 401 && status !== 403;
  }
  return ProtocolError.isInstance(error) ||
    SdkError.isInstance(error) && error.code === SdkErrorCode.EraNegotiationFailed ||
    error instanceof Error && error.message.includes("protocol version is not supported");
}

/** How an `AsmpClient` talks to its server. */
export interface AsmpClientOptions {
  /** Sent with every request: a token, for one. */
  headers?: HeadersInit;
  /** How long a request may take, in ms; 30,000 unless set. A stream has it for its beginning. */
  timeout?: number;
  /** How many bytes an answer may have, or a line of a stream; 16 MiB unless set. */
  maxBody?: number;
  /** Other origins that a server's addresses may lead to. */
  origins?: readonly string[];
  /** The address of a server in the same process; `http://localhost` and its path unless set. */
  baseUrl?: string;
}

/** What a single call of an `AsmpClient` may be given. */
export interface AsmpCallOptions {
  /** The run; the one started last when left out. */
  runId?: string;
  /** Ends the call. */
  signal?: AbortSignal;
}

/** What a call that gives any JSON value may be given. */
export interface AsmpReadOptions extends AsmpCallOptions {
  /** Reads JSON; `JSON.parse` unless set, which rounds numbers that no double holds. */
  parse?: (json: string) => unknown;
}

/** A JSON object to send: a value, or its JSON text, which is sent as it is. */
export type AsmpBody = Record<string, unknown> | string;

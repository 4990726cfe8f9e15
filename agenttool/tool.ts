/** A JSON Schema, as a value. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/**
 * One agent tool: what every front (a command line, an MCP server) and every adapter needs to know
 * of it. Make one with {@linkcode defineTool} or {@linkcode defineRawTool}.
 */
export interface Tool {
  /** The function name: not empty, unique in a set. */
  readonly name: string;
  /** What a model reads to decide when to call; may be empty. */
  readonly description: string;
  /**
   * JSON Schema of the arguments object, or its JSON text, which is then served byte for byte (the
   * order of members is promised for text only). Absent: the tool takes no arguments.
   */
  readonly parameters?: JsonSchema | string;
  /** Whether calls of this tool run alone in a batch. */
  readonly sequential?: boolean;
  /** A name (`shell:session`) that calls in one batch hold one after the other. */
  readonly resource?: string;
  /** Hints about what a call does. */
  readonly annotations?: Annotations;
  /**
   * Runs one call.
   *
   * @param call The call: its arguments, and what a tool may do while it runs.
   * @returns What the call gives.
   * @throws {Error} Where the call fails; the message is what the caller reads.
   */
  execute(call: Call): Promise<Result>;
  /**
   * Ends what the tool holds across calls. Called once, by the program that holds the tool (`main`,
   * `ToolSet.close`); an Executor and a Runner never do.
   */
  close?(): Promise<void>;
}

/** Hints about a tool. A member that is absent claims nothing, which differs from `false`. */
export interface Annotations {
  /** A name for people. */
  readonly title?: string;
  /** The tool changes nothing. */
  readonly readOnly?: boolean;
  /** The tool may destroy something; means something only when it is not read-only. */
  readonly destructive?: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotent?: boolean;
  /** The tool reaches systems outside the machine it runs on. */
  readonly openWorld?: boolean;
}

/** One call of a tool, and what the tool may do while it runs. */
export interface Call {
  /** The call's id, unique in its batch. */
  readonly id: string;
  /** The arguments object as JSON text, as written: big integers and member order survive. */
  readonly args: string;
  /** Aborted when the call is cancelled. */
  readonly signal: AbortSignal;
  /**
   * Asks the user. Where nobody can be asked the answer is `{ action: "cancel" }`.
   *
   * @param question What to ask.
   * @returns The answer.
   */
  ask(question: Elicitation): Promise<Answer>;
  /**
   * Tells how far the call is. Updates after the call has ended are dropped.
   *
   * @param update A line of text, or numbers.
   */
  progress(update: ProgressUpdate): void;
  /**
   * Writes a record that outlives the call.
   *
   * @param ns The kind of record, `owner:kind` by convention; not empty.
   * @param data Any JSON value.
   * @returns Resolves when the record is durable.
   * @throws {Error} Where it could not be written.
   */
  record(ns: string, data: unknown): Promise<void>;
}

/** How far a call is: a line of text, or numbers with an optional line. */
export type ProgressUpdate = string | {
  /** How much is done. */
  readonly progress?: number;
  /** How much there is to do, in the same unit. */
  readonly total?: number;
  /** What is being done. */
  readonly message?: string;
};

/** A question to the user: a page (`url`), a form (`schema`), or else yes or no. */
export interface Elicitation {
  /** The question. */
  message: string;
  /** JSON Schema of a flat form object; one without fields asks yes or no. */
  schema?: JsonSchema;
  /** A page on which the user does something. */
  url?: string;
}

/** The answer to an {@linkcode Elicitation}. */
export interface Answer {
  /** `accept`; `decline`, an explicit no; or `cancel`: nobody chose. */
  action: "accept" | "decline" | "cancel";
  /** The form's fields; with `accept` only. */
  content?: Record<string, unknown>;
}

/**
 * Asks a question of one call. Throws {@linkcode NobodyToAskError} where it finds that nobody can
 * be asked.
 */
export type Elicitor = (question: Elicitation, call: Call) => Promise<Answer>;

/** Something a call leaves behind for later: see {@linkcode Call.record}. */
export interface ToolRecord {
  /** The kind of record, `owner:kind` by convention; not empty. */
  ns: string;
  /** Any JSON value. */
  data: unknown;
}

/** What a call gives. */
export interface Result {
  /** What the caller sees. */
  content: ContentPart[];
  /** For the program that runs the call; no caller sees it. */
  details?: unknown;
  /** A record that the program writes when the call has ended. */
  record?: ToolRecord;
}

/**
 * One part of a result, in the shapes of MCP content blocks. A part of a kind that is not known here
 * prints as its JSON.
 */
export type ContentPart = TextPart | ImagePart | AudioPart | ResourcePart | ResourceLinkPart;

/** Text. */
export interface TextPart {
  /** The part's kind. */
  type: "text";
  /** The text. */
  text: string;
}

/** An image. */
export interface ImagePart {
  /** The part's kind. */
  type: "image";
  /** The image's bytes in base64. */
  data: string;
  /** The image's media type, `image/png` for one. */
  mimeType: string;
}

/** Sound. */
export interface AudioPart {
  /** The part's kind. */
  type: "audio";
  /** The sound's bytes in base64. */
  data: string;
  /** The sound's media type, `audio/wav` for one. */
  mimeType: string;
}

/** A resource with its content. */
export interface ResourcePart {
  /** The part's kind. */
  type: "resource";
  /** The resource: its content is `text`, or bytes in base64 as `blob`. */
  resource: { uri: string; mimeType?: string; text?: string; blob?: string };
}

/** A resource known by its address. */
export interface ResourceLinkPart {
  /** The part's kind. */
  type: "resource_link";
  /** The resource's address. */
  uri: string;
  /** A name for it. */
  name?: string;
  /** Its media type. */
  mimeType?: string;
  /** What it holds. */
  description?: string;
}

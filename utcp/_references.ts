/** An argument or a variable, where a text mentions it. */
export interface Reference {
  /** How long the mention is. */
  length: number;
  /** The environment variable that holds the value. */
  variable: string;
}

/** What a template mentions, and the environment variables that carry it. */
export interface References {
  /** 16 hexadecimal digits, so that values can't tell the variables' names. */
  readonly nonce: string;
  /** The names of the variables that have a value. */
  readonly variables: ReadonlySet<string>;
  /** The environment variables that replaced something. */
  readonly used: Set<string>;
}

/** Nothing has been replaced yet. */
export function newReferences(
  nonce: string,
  variables: ReadonlySet<string> = new Set(),
): References {
  return { nonce, variables, used: new Set() };
}

/** The reference at a position: `UTCP_ARG_x_UTCP_END`, `$NAME`, `${NAME}`. */
export function referenceAt(
  { nonce, variables }: References,
  text: string,
  at: number,
): Reference | undefined {
  if (text[at] === "U") {
    const [all, name] = matchAt(/UTCP_ARG_(\w+?)_UTCP_END/y, text, at);
    if (all) return { length: all.length, variable: argumentVariable(nonce, name!) };
  } else if (text[at] === "$") {
    const [all, braced, plain] = matchAt(/\$(?:\{(\w+)\}|(\w+))/y, text, at);
    const name = braced ?? plain;
    if (all && variables.has(name!)) {
      return { length: all.length, variable: variableVariable(nonce, name!) };
    }
  }
}

/** Whether a text mentions any. */
export function mentions(references: References, text: string): boolean {
  for (let at = 0; at < text.length; at++) if (referenceAt(references, text, at)) return true;
  return false;
}

/** The environment variable that carries an argument; a program may know it by this form. */
export function argumentVariable(nonce: string, name: string): string {
  return `__UTCP_ARG_${nonce}_${name}`;
}

/** The environment variable that carries a variable of UTCP. */
export function variableVariable(nonce: string, name: string): string {
  return `__UTCP_VAR_${nonce}_${name}`;
}

/** A text with values in the place of what it mentions; only for what no shell reads. */
export function filledIn(
  text: string,
  args: ReadonlyMap<string, string>,
  variables: ReadonlyMap<string, string>,
): string {
  return text.replace(
    /UTCP_ARG_(\w+?)_UTCP_END|\$(?:\{(\w+)\}|(\w+))/g,
    (written, argument, braced, plain) =>
      argument === undefined ? variables.get(braced ?? plain) ?? written : args.get(argument)!,
  );
}

/** Random hexadecimal digits. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The names of the arguments that a text mentions. */
export function argumentNames(text: string): string[] {
  return [...text.matchAll(/UTCP_ARG_(\w+?)_UTCP_END/g)].map(([, name]) => name!);
}

/** The names of the variables that a text may mean: no digits first, which are the shell's. */
export function variableNames(text: string): string[] {
  if (!text.includes("$")) return [];
  // A text that holds a JSON Schema reference is left alone: see spec/utcp-cli.md 1.6.
  if (/\$ref(?!\w)/.test(text)) return [];
  return [...text.matchAll(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g)]
    .map(([, braced, plain]) => (braced ?? plain)!)
    .filter((name) => !/^CMD_\d+_OUTPUT$/.test(name));
}

function matchAt(pattern: RegExp, text: string, at: number): (string | undefined)[] {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
}

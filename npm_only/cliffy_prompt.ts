/**
 * Stands where `@cliffy/prompt` cannot be had: loading it fails, so that plain lines serve. The
 * declarations are the part of it that this project uses.
 *
 * @module
 */
interface Options<Value, Raw> {
  message: string;
  default?: Value;
  hideDefault?: boolean;
  hint?: string;
  validate?: (value: Raw) => string | boolean | Promise<string | boolean>;
  transform?: (value: Raw) => Value | undefined;
  reader?: {
    read(buffer: Uint8Array): Promise<number | null>;
    setRaw(mode: boolean, options?: Deno.SetRawOptions): void;
    isTerminal(): boolean;
  };
  writer?: { writeSync(bytes: Uint8Array): number };
}

interface ListOptions<Value, Chosen> extends Options<Chosen, Chosen> {
  options: { name?: string; value: Value }[];
  search?: boolean;
  confirmSubmit?: boolean;
  check?: string;
  uncheck?: string;
}

declare abstract class Control<Value> {
  protected readonly cursor: { x: number; y: number };
  protected inputValue: string;
  protected inputIndex: number;
  prompt(): Promise<Value>;
  protected message(): string;
  protected input(): string;
  protected hint(): string | undefined;
  protected format(value: Value): string;
  protected moveCursorLeft(): void;
  protected moveCursorRight(): void;
  protected deleteChar(): void;
  protected deleteCharRight(): void;
}

/** One line of text. */
export declare class Input extends Control<string> {
  constructor(options: Options<string, string>);
}

/** One of several. */
export declare class Select<Value> extends Control<Value> {
  constructor(options: ListOptions<Value, Value>);
}

/** Some of several. */
export declare class Checkbox<Value> extends Control<Value[]> {
  constructor(options: ListOptions<Value, Value[]>);
}

throw new Error("@cliffy/prompt cannot be loaded from npm: questions are asked in plain lines");

/**
 * Stands where `@cliffy/prompt` cannot be had: loading it fails, so that plain lines serve. The
 * declarations are the part of it that this project uses.
 *
 * @module
 */
throw new Error("@cliffy/prompt cannot be loaded from npm: questions are asked in plain lines");

interface Options<Value, Raw> {
  message: string;
  default?: Value;
  hideDefault?: boolean;
  validate?: (value: Raw) => string | boolean | Promise<string | boolean>;
  transform?: (value: Raw) => Value | undefined;
  hint?: string;
  pointer?: string;
  indent?: string;
  prefix?: string;
  cbreak?: boolean;
  reader?: {
    read(buffer: Uint8Array): Promise<number | null>;
    setRaw(mode: boolean, options?: Deno.SetRawOptions): void;
    isTerminal(): boolean;
  };
  writer?: { writeSync(bytes: Uint8Array): number };
}

interface TextOptions extends Options<string, string> {
  minLength?: number;
  maxLength?: number;
}

interface NumberOptions extends Options<number, string> {
  min?: number;
  max?: number;
  float?: boolean;
  round?: number;
}

interface Choice<Value> {
  name?: string;
  value: Value;
  disabled?: boolean;
}

interface SelectOptions<Value> extends Options<Value, Value> {
  options: Choice<Value>[];
  search?: boolean;
  info?: boolean;
  maxRows?: number;
}

interface CheckboxOptions<Value> extends Options<Value[], Value[]> {
  options: (Choice<Value> & { checked?: boolean })[];
  search?: boolean;
  info?: boolean;
  maxRows?: number;
  confirmSubmit?: boolean;
  minOptions?: number;
  maxOptions?: number;
}

/** One line of text. */
export declare const Input: { prompt(options: TextOptions): Promise<string> };

/** One line that is not shown. */
export declare const Secret: {
  prompt(options: TextOptions & { label?: string; hidden?: boolean }): Promise<string>;
};

/** A number. */
export declare const Number: { prompt(options: NumberOptions): Promise<number> };

/** Yes or no. */
export declare const Confirm: {
  prompt(
    options: Options<boolean, string> & { active?: string; inactive?: string },
  ): Promise<boolean>;
};

/** One of several. */
export declare const Select: { prompt<Value>(options: SelectOptions<Value>): Promise<Value> };

/** Some of several. */
export declare const Checkbox: {
  prompt<Value>(options: CheckboxOptions<Value>): Promise<Value[]>;
};

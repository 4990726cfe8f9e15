import { type Json, JsonNumber, type JsonObject } from "../agenttool/json.ts";

/** Texts that a careless command line would take for something else. */
const TEXTS = ['it\'s "so"', "true", "12", "null", "", "-x", "a,b", "[1]", "@f", "k=v", "é\n$HOME"];

/** Numbers that do not fit a double come back as written or are wrong. */
const INTEGERS = ["0", "-7", "9007199254740993", "123456789012345678901234567890"];
const NUMBERS = ["0.5", "-12.25", "3", "0.1234567890123456789", "1e400"];

/** Deeper than this a value is left out: a schema can hold itself. */
const MAX_DEPTH = 5;

/**
 * Makes sample values of JSON Schemas, in turn simple and tricky ones. They have the schema's shape
 * and nothing more: no range, pattern or format is looked at.
 */
export class Sampler {
  readonly #root: Json;
  #turn = 0;

  /** @param root The schema that references start from. */
  constructor(root: Json) {
    this.#root = root;
  }

  /** An object with every property, or only the required ones. */
  object(schema: JsonObject, which: "all" | "required", depth = 0): JsonObject {
    const object: JsonObject = new Map();
    const required = schema.get("required");
    for (const [name, property] of membersOf(schema.get("properties"))) {
      const must = Array.isArray(required) && required.includes(name);
      if (!must && (which === "required" || depth >= MAX_DEPTH)) continue;
      object.set(name, this.value(property, depth + 1));
    }
    return object;
  }

  /** One value. */
  value(schema: Json | undefined, depth = 0): Json {
    if (depth > 2 * MAX_DEPTH) return null;
    const plain = this.#resolve(schema);
    if (plain.has("const")) return plain.get("const")!;
    const values = plain.get("enum");
    if (Array.isArray(values) && values.length > 0) return this.#next(values);
    const type = plain.get("type") ?? (plain.has("properties") ? "object" : "any");
    return this.#ofType(Array.isArray(type) ? this.#next(type) : type, plain, depth);
  }

  #ofType(type: Json, schema: JsonObject, depth: number): Json {
    switch (type) {
      case "string":
        return this.#next(TEXTS);
      case "integer":
        return new JsonNumber(this.#next(INTEGERS));
      case "number":
        return new JsonNumber(this.#next(NUMBERS));
      case "boolean":
        return this.#next([true, false]);
      case "null":
        return null;
      case "array": {
        const length = depth >= MAX_DEPTH ? 0 : this.#next([2, 1, 0, 3]);
        return Array.from({ length }, () => this.value(schema.get("items"), depth + 1));
      }
      case "object": {
        const object = this.object(schema, "all", depth);
        if (object.size > 0 || depth >= MAX_DEPTH) return object;
        const values = schema.get("additionalProperties");
        return new Map(["a key", "a.b"].map((name) => [name, this.value(values, depth + 1)]));
      }
      default:
        return this.#next<Json>(["a text", new JsonNumber("1.50"), null, [], new Map()]);
    }
  }

  /** Follows local references, and takes one alternative of several. */
  #resolve(schema: Json | undefined): JsonObject {
    let plain = schema;
    for (let step = 0; step < 10 && plain instanceof Map; step++) {
      const reference: Json | undefined = plain.get("$ref");
      const choice: Json | undefined = plain.get("anyOf") ?? plain.get("oneOf") ??
        plain.get("allOf");
      if (typeof reference === "string") plain = this.#lookUp(reference);
      else if (Array.isArray(choice) && choice.length > 0) plain = this.#next(choice);
      else return plain;
    }
    return new Map();
  }

  #lookUp(reference: string): Json | undefined {
    let at: Json | undefined = this.#root;
    for (const part of reference.split("/").slice(1)) {
      const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
      at = at instanceof Map ? at.get(name) : undefined;
    }
    return at;
  }

  #next<T>(values: readonly T[]): T {
    return values[this.#turn++ % values.length]!;
  }
}

/** The members of an object; none of anything else. */
export function membersOf(value: Json | undefined): JsonObject {
  return value instanceof Map ? value : new Map();
}

import type { Json, JsonObject } from "../agenttool/json.ts";

/** A schema in its plain form, and the references that were followed to reach it. */
export interface PlainSchema {
  schema: JsonObject;
  refs: string[];
}

/**
 * Reads the roundabout forms that generators write like the plain one: a local `$ref`, `allOf` of
 * one, and `anyOf` or `oneOf` that add null to one alternative, or whose alternatives are all
 * constants. Whatever is written beside them holds. Anything else stays as it is.
 */
export function plainSchema(schema: Json | undefined, root: Json): PlainSchema {
  const refs: string[] = [];
  let plain: JsonObject = schema instanceof Map ? schema : new Map();
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const inner = unwrap(plain, root, refs);
    if (!inner) return { schema: plain, refs };
    plain = inner;
  }
  return { schema: new Map(), refs };
}

/** More than a sane schema nests; a reference to itself ends here. */
const MAX_HOPS = 32;

function unwrap(schema: JsonObject, root: Json, refs: string[]): JsonObject | undefined {
  const ref = schema.get("$ref");
  if (typeof ref === "string") {
    refs.push(ref);
    return beside(schema, "$ref", resolve(ref, root));
  }
  const all = schema.get("allOf");
  if (Array.isArray(all) && all.length === 1) return beside(schema, "allOf", all[0]);
  for (const keyword of ["anyOf", "oneOf"]) {
    const any = schema.get(keyword);
    if (!Array.isArray(any)) continue;
    const alternatives = any.filter((alternative) => !isNull(alternative));
    if (alternatives.length === 1) return beside(schema, keyword, alternatives[0]);
    const values = constants(alternatives);
    if (values) return beside(schema, keyword, new Map([["enum", values]]));
  }
}

/** The schema without `keyword`, joined with what the keyword led to. */
function beside(schema: JsonObject, keyword: string, inner: Json | undefined): JsonObject {
  const joined: JsonObject = new Map(inner instanceof Map ? inner : []);
  for (const [name, value] of schema) {
    if (name === keyword) continue;
    const other = joined.get(name);
    if (name === "properties" && value instanceof Map && other instanceof Map) {
      joined.set(name, new Map([...value, ...other]));
    } else if (name === "required" && Array.isArray(value) && Array.isArray(other)) {
      joined.set(name, [...value, ...other]);
    } else joined.set(name, value);
  }
  return joined;
}

function isNull(schema: Json): boolean {
  if (!(schema instanceof Map)) return false;
  const values = schema.get("enum");
  return schema.get("type") === "null" || schema.get("const") === null ||
    (Array.isArray(values) && values.length === 1 && values[0] === null);
}

function constants(alternatives: Json[]): Json[] | undefined {
  const values = alternatives.map((schema) =>
    schema instanceof Map ? schema.get("const") : undefined
  );
  return values.length > 0 && values.every((value) => value !== undefined) ? values : undefined;
}

/** Follows a JSON pointer within the document; a reference that leads elsewhere gives nothing. */
function resolve(ref: string, root: Json): Json | undefined {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined;
  let target: Json | undefined = root;
  for (const part of ref.split("/").slice(1)) {
    const name = pointerName(part);
    target = target instanceof Map
      ? target.get(name)
      : Array.isArray(target) && /^\d+$/.test(name)
      ? target[Number(name)]
      : undefined;
  }
  return target;
}

function pointerName(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return part;
  }
}

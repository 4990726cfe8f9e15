/**
 * Reads the members of objects that others wrote, and names the member that does not fit.
 *
 * @module
 */

/** A value is not what it should be; `path` grows on the way out. */
export class Misfit {
  constructor(readonly path: string, readonly reason: string) {}
}

export type Members = Record<string, unknown>;

/** Runs a reader, and words what it finds. */
export function explained<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    throw new TypeError(`Invalid ${what}: ${worded(error)}`);
  }
}

export function worded({ path, reason }: Misfit): string {
  return path ? `${path}: ${reason}` : reason;
}

/** Without the members that were left out. */
export function present<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}

/** The own members of an object. */
export function members(value: unknown): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    fail("", "expected an object", value);
  }
  return Object.assign(Object.create(null), value);
}

export function within<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    throw new Misfit(error.path ? `${name}.${error.path}` : name, error.reason);
  }
}

export function fail(path: string, expected: string, value: unknown): never {
  throw new Misfit(path, `${expected}, got ${kind(value)}`);
}

function kind(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string") return value === "" ? '""' : "a string";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

export function optional(
  parent: Members,
  name: string,
  type: "string" | "number" | "boolean",
): unknown {
  const value = parent[name] ?? undefined;
  if (value !== undefined && typeof value !== type) fail(name, `expected a ${type}`, value);
  return value;
}

export function string(parent: Members, name: string): string | undefined {
  return optional(parent, name, "string") as string | undefined;
}

export function flag(parent: Members, name: string): boolean | undefined {
  return optional(parent, name, "boolean") as boolean | undefined;
}

export function positive(parent: Members, name: string): number | undefined {
  const value = optional(parent, name, "number") as number | undefined;
  if (value !== undefined && !(value > 0)) {
    throw new Misfit(name, `expected a number above 0, got ${value}`);
  }
  return value;
}

export function choice<T extends string>(
  parent: Members,
  name: string,
  ...values: T[]
): T | undefined {
  const value = string(parent, name);
  if (value === undefined || (values as string[]).includes(value)) return value as T | undefined;
  const wanted = values.map((value) => `"${value}"`).join(" or ");
  throw new Misfit(name, `expected ${wanted}, got ${JSON.stringify(value)}`);
}

export function array(parent: Members, name: string): unknown[] | undefined {
  const value = parent[name] ?? undefined;
  if (value === undefined || Array.isArray(value)) return value;
  return fail(name, "expected an array", value);
}

export function strings(parent: Members, name: string): string[] | undefined {
  return array(parent, name)?.map((item, index) =>
    typeof item === "string" ? item : fail(`${name}[${index}]`, "expected a string", item)
  );
}

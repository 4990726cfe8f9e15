/**
 * Lets `instanceof` know what another copy of this library made: a program has one, and the tools
 * that it is given may have been made with their own.
 *
 * @param type The class.
 * @param name Its name, in every copy.
 */
export function knowOthers(type: { prototype: object }, name: string): void {
  const mark = Symbol.for(`@x/toolcli/${name}`);
  Object.defineProperty(type.prototype, mark, { value: true });
  Object.defineProperty(type, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this === type) return has(value, mark);
      return Function.prototype[Symbol.hasInstance].call(this, value);
    },
  });
}

/** What is thrown may be made to throw when it is looked at. */
function has(value: unknown, mark: symbol): boolean {
  try {
    return typeof value === "object" && value !== null && Reflect.get(value, mark) === true;
  } catch {
    return false;
  }
}

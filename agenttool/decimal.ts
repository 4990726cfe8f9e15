/**
 * Exact tests on decimal numbers: they work on the digits of a JSON number's text, so nothing is
 * rounded, and an exponent costs its own digits only (`1e999999999999` is answered at once).
 *
 * @module
 */

/** A number as ±0.DIGITS × 10^point. */
interface Decimal {
  negative: boolean;
  /** Without zeros at either end; empty for zero. */
  digits: string;
  point: bigint;
}

/**
 * Tells whether a number has no fraction.
 *
 * @param text A JSON number.
 * @returns Whether it is an integer: `5.0` and `1e3` are, `1.5` is not.
 * @throws {SyntaxError} Where the text is not a JSON number.
 */
export function isIntegral(text: string): boolean {
  const { digits, point } = read(text);
  return BigInt(digits.length) <= point || digits === "";
}

/**
 * Compares two numbers.
 *
 * @param a A JSON number.
 * @param b A JSON number.
 * @returns Less than 0 where `a` is less than `b`, 0 where they are equal, else more than 0.
 * @throws {SyntaxError} Where a text is not a JSON number.
 */
export function compareDecimals(a: string, b: string): number {
  const left = read(a), right = read(b);
  if (left.negative !== right.negative) return left.negative ? -1 : 1;
  return left.negative ? compareSizes(right, left) : compareSizes(left, right);
}

/**
 * Tells whether two numbers have the same value.
 *
 * @param a A JSON number.
 * @param b A JSON number.
 * @returns Whether they are equal: `100` and `1e2` are.
 * @throws {SyntaxError} Where a text is not a JSON number.
 */
export function equalDecimals(a: string, b: string): boolean {
  return normalDecimal(a) === normalDecimal(b);
}

/**
 * Gives the one text that all spellings of a number share.
 *
 * @param text A JSON number.
 * @returns The number as `0.DIGITSePOINT`, or `0`.
 * @throws {SyntaxError} Where the text is not a JSON number.
 */
export function normalDecimal(text: string): string {
  const { negative, digits, point } = read(text);
  return digits === "" ? "0" : `${negative ? "-" : ""}0.${digits}e${point}`;
}

/**
 * Tells whether a number is a whole multiple of another.
 *
 * @param a A JSON number.
 * @param b A JSON number.
 * @returns Whether `a / b` is an integer; of zero only zero is a multiple.
 * @throws {SyntaxError} Where a text is not a JSON number.
 */
export function isMultipleOf(a: string, b: string): boolean {
  const left = read(a), right = read(b);
  if (left.digits === "" || right.digits === "") return left.digits === "";
  // a / b = (left.digits / right.digits) × 10^shift
  const shift = (left.point - BigInt(left.digits.length)) -
    (right.point - BigInt(right.digits.length));
  // The digits do not end in 0, so 10 does not divide them.
  if (shift < 0n) return false;
  let divisor = BigInt(right.digits);
  for (const factor of [2n, 5n]) {
    for (let i = shift; i > 0n && divisor % factor === 0n; i--) divisor /= factor;
  }
  return BigInt(left.digits) % divisor === 0n;
}

/**
 * Tells whether a double holds a number as written: whether reading it and writing it gives the
 * same value.
 *
 * @param text A JSON number.
 * @returns Whether it does: `0.1` and `100.0` do, `9007199254740993` and `1e400` do not.
 */
export function fitsDouble(text: string): boolean {
  // Every decimal of 15 digits survives the way through a double.
  if (text.length < 16 && !/e/i.test(text)) return true;
  const double = Number(text);
  return Number.isFinite(double) && equalDecimals(text, String(double));
}

function read(text: string): Decimal {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) throw new SyntaxError(`Not a JSON number: "${text}"`);
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const all = whole + fraction;
  let start = 0, end = all.length;
  while (all[start] === "0") start++;
  while (end > start && all[end - 1] === "0") end--;
  return {
    negative: sign === "-" && start < end,
    digits: all.slice(start, end),
    point: BigInt(exponent) + BigInt(whole.length - start),
  };
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.digits === "" || b.digits === "") return a.digits.length - b.digits.length;
  if (a.point !== b.point) return a.point < b.point ? -1 : 1;
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -1 : 1;
}

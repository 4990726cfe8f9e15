/**
 * What a row of a table is held against. In an expected text `…` stands for what the specification
 * leaves open.
 *
 * @module
 */
import { it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { type Json, JsonNumber, parseJson } from "../../agenttool/json.ts";
import { type Outcome, run, type RunOptions } from "./_fixtures.ts";

/** A case: its number in the specification's section 12 or its rule, the command line, what is expected. */
export type Row = [
  name: string,
  line: string | string[],
  expected: string,
  options?: RunOptions | (() => RunOptions),
];

/** Status 0, the text on stdout to the byte and nothing on stderr. */
export function prints(rows: Row[]): void {
  each(rows, "prints", (outcome, expected) => {
    expect(outcome).toMatchObject({ status: 0, stdout: expected, stderr: "" });
  });
}

/** Status 0, a JSON text on stdout that equals the expected one, numbers to the digit. */
export function gives(rows: Row[]): void {
  each(rows, "gives", (outcome, expected) => {
    expect(outcome).toMatchObject({ status: 0, stderr: "" });
    expect(canonical(outcome.stdout)).toBe(canonical(expected));
  });
}

/** A usage error of the expected message: two lines, status 2, stdout empty and nothing run. */
export function refuses(rows: Row[]): void {
  each(rows, "refuses", expectUsage);
}

/** Status 1, the expected text on stderr and nothing on stdout. */
export function fails(rows: Row[]): void {
  each(rows, "fails", (outcome, expected) => {
    expect(outcome).toMatchObject({ status: 1, stdout: "" });
    expect(outcome.stderr).toMatch(pattern(expected));
  });
}

/** Holds an outcome against the shape of usage errors. */
export function expectUsage(outcome: Outcome, message: string): void {
  expect(outcome.stderr.split("\n")).toEqual([
    expect.stringMatching(pattern(`kit: ${message}`)),
    "Run `kit help` for usage.",
    "",
  ]);
  expect(outcome).toMatchObject({ status: 2, stdout: "", ran: [] });
}

/** A JSON text with its members sorted and no white space; numbers stay as written. */
export function canonical(text: string): string {
  const write = (value: Json): string => {
    if (value instanceof JsonNumber) return value.text;
    if (Array.isArray(value)) return `[${value.map(write)}]`;
    if (!(value instanceof Map)) return JSON.stringify(value);
    const names = [...value.keys()].sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${write(value.get(name)!)}`)}}`;
  };
  return write(parseJson(text));
}

/** A text with the paths in it as they are on POSIX systems. */
export function slashes(text: string): string {
  return Deno.build.os === "windows" ? text.replaceAll("\\", "/") : text;
}

/** Gives a fresh folder to a function and removes it after. */
export async function inFolder(fn: (folder: string) => Promise<void>): Promise<void> {
  const folder = slashes(await Deno.makeTempDir());
  try {
    await fn(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** `it`, skipped on Windows: for what only POSIX systems have. */
export function posix(name: string, fn: () => Promise<void>): void {
  it(name, { ignore: Deno.build.os === "windows" }, fn);
}

/** `it`, skipped elsewhere than on Linux: for `/dev/full`. */
export function linux(name: string, fn: () => Promise<void>): void {
  it(name, { ignore: Deno.build.os !== "linux" }, fn);
}

function each(
  rows: Row[],
  verb: string,
  check: (outcome: Outcome, expected: string) => void,
): void {
  for (const [name, line, expected, options] of rows) {
    const shown = typeof line === "string"
      ? line
      : line.map((word) => JSON.stringify(word)).join(" ");
    it(`run() ${verb}: ${name}: ${shown}`, async () => {
      check(await run(line, typeof options === "function" ? options() : options), expected);
    });
  }
}

function pattern(expected: string): RegExp {
  const parts = expected.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]*")}$`);
}

import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import {
  compareDecimals,
  equalDecimals,
  fitsDouble,
  isIntegral,
  isMultipleOf,
  normalDecimal,
} from "../../agenttool/decimal.ts";

const MEGABYTE = "7".repeat(1_000_000);

const INTEGRAL: [text: string, integral: boolean][] = [
  ["0", true],
  ["-0", true],
  ["0.0", true],
  ["0e-5", true],
  ["5", true],
  ["-5", true],
  ["5.0", true],
  ["1.5", false],
  ["-0.5", false],
  ["1e3", true],
  ["1E+3", true],
  ["15e-1", false],
  ["150e-1", true],
  ["1.25e2", true],
  ["1.25e1", false],
  ["123456789012345678901234567890", true],
  ["123456789012345678901234567890.5", false],
  ["1.00000000000000000000000000000000000000001", false],
  ["1e999999999999", true],
  ["1e-999999999999", false],
  ["0e999999999999", true],
  [`1e${MEGABYTE}`, true],
  [MEGABYTE, true],
  [`${MEGABYTE}e-1`, false],
  [`0.${"0".repeat(1_000_000)}`, true],
];

/** In ascending order; each line holds spellings of one value. */
const ASCENDING: string[][] = [
  ["-1e999999999999"],
  ["-9007199254740993"],
  ["-9007199254740992", "-9007199254740992.0"],
  ["-10", "-1e1", "-100e-1"],
  ["-9"],
  ["-0.1"],
  ["-1e-999999999999"],
  ["0", "-0", "0.0", "0e999999999999"],
  ["1e-999999999999", "0.1e-999999999998"],
  ["0.05"],
  ["0.1", "1e-1", "0.100", "1E-01"],
  ["0.1000000000000000055511151231257827"],
  ["9"],
  ["10", "1e1", "1e+1", "10.0", "0.1e2"],
  ["12"],
  ["123"],
  ["9007199254740992"],
  ["9007199254740993", "9007199254740993.000"],
  ["1e400"],
  ["9e999999999999"],
  ["1e1000000000000", "10e999999999999"],
];

const MULTIPLES: [a: string, b: string, multiple: boolean][] = [
  ["6", "3", true],
  ["-6", "3", true],
  ["7", "3", false],
  ["0", "3", true],
  ["0.0", "0.1", true],
  ["0", "0", true],
  ["1", "0", false],
  ["0.3", "0.1", true],
  ["0.35", "0.1", false],
  ["4.35", "0.01", true],
  ["1.5", "0.5", true],
  ["1", "2", false],
  ["1", "1.5", false],
  ["3", "1.5", true],
  ["1e2", "8", false],
  ["1e3", "8", true],
  ["1e999999999999", "3", false],
  ["3e999999999999", "3", true],
  ["1e999999999999", "1024", true],
  ["1e999999999999", "7e999999999998", false],
  ["1e-999999999999", "1", false],
  ["5", "1e-999999999999", true],
  ["123456789012345678901234567890", "10", true],
  ["123456789012345678901234567891", "10", false],
  ["9007199254740993", "2", false],
  [MEGABYTE, "7", true],
  [MEGABYTE, "2", false],
];

const DOUBLES: [text: string, fits: boolean][] = [
  ["0", true],
  ["-0", true],
  ["0.1", true],
  ["1e2", true],
  ["100.0", true],
  ["1e308", true],
  ["5e-324", true],
  ["9007199254740992", true],
  ["9007199254740993", false],
  ["9007199254740994", true],
  ["0.10000000000000000000", true],
  ["0.1234567890123456789", false],
  ["12345678901234567890", false],
  ["1e400", false],
  ["-1e400", false],
  ["1e-400", false],
  ["1e999999999999", false],
  ["0e999999999999", true],
  [MEGABYTE, false],
];

/** The head of a text that may be long. */
function head(text: string): string {
  return text.length > 45 ? `${text.slice(0, 20)}… (${text.length} characters)` : text;
}

describe("isIntegral()", () => {
  for (const [text, integral] of INTEGRAL) {
    it(`isIntegral() ${integral ? "accepts" : "refuses"} ${head(text)}`, () => {
      expect(isIntegral(text)).toBe(integral);
    });
  }

  for (const text of ["", "abc", "+5", ".5", "5.", "1e", "0x10", "1 "]) {
    it(`isIntegral() throws on "${text}"`, () => {
      expect(() => isIntegral(text)).toThrow(new SyntaxError(`Not a JSON number: "${text}"`));
    });
  }
});

describe("compareDecimals()", () => {
  ASCENDING.forEach((spellings, place) => {
    it(`compareDecimals() orders ${spellings[0]}`, () => {
      for (const [otherPlace, others] of ASCENDING.entries()) {
        for (const text of spellings) {
          for (const other of others) {
            const order = Math.sign(compareDecimals(text, other));
            expect([text, other, order]).toEqual([text, other, Math.sign(place - otherPlace)]);
          }
        }
      }
    });
  });

  it("compareDecimals() compares long texts", () => {
    expect(compareDecimals(MEGABYTE, `${MEGABYTE.slice(1)}8`)).toBeLessThan(0);
    expect(compareDecimals(MEGABYTE, `${MEGABYTE}.000`)).toBe(0);
  });
});

describe("equalDecimals()", () => {
  it("equalDecimals() is true for spellings of one value only", () => {
    expect(equalDecimals("100", "1e2")).toBe(true);
    expect(equalDecimals("0", "-0.0")).toBe(true);
    expect(equalDecimals("1", "-1")).toBe(false);
    expect(equalDecimals("9007199254740992", "9007199254740993")).toBe(false);
    expect(equalDecimals("1e999999999999", "1e999999999998")).toBe(false);
  });
});

describe("normalDecimal()", () => {
  it("normalDecimal() gives one text for all spellings of a value", () => {
    for (const spellings of ASCENDING) {
      expect(new Set(spellings.map(normalDecimal)).size).toBe(1);
    }
  });

  it("normalDecimal() gives values different texts", () => {
    const texts = ASCENDING.map(([text]) => normalDecimal(text!));
    expect(new Set(texts).size).toBe(ASCENDING.length);
  });
});

describe("isMultipleOf()", () => {
  for (const [a, b, multiple] of MULTIPLES) {
    it(`isMultipleOf() is ${multiple} for ${head(a)} of ${b}`, () => {
      expect(isMultipleOf(a, b)).toBe(multiple);
    });
  }
});

describe("fitsDouble()", () => {
  for (const [text, fits] of DOUBLES) {
    it(`fitsDouble() is ${fits} for ${head(text)}`, () => {
      expect(fitsDouble(text)).toBe(fits);
    });
  }
});

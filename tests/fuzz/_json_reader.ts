import {
  checkJson,
  DuplicateMemberError,
  jsonMembers,
  jsonProblem,
  parseJson,
  stringifyJson,
} from "../../agenttool/json.ts";
import { expectSame, type Target } from "./_target.ts";

const PIECES = [
  '"',
  "\\",
  "\\u00",
  "\\ud83d\\ude00",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "-",
  "0",
  "1",
  "12345678901234567890",
  ".",
  "e",
  "E+",
  "true",
  "false",
  "null",
  " ",
  "\n",
  "a",
  '"a":',
  '"__proto__":',
  '"constructor":1,',
  '{"b":[1,{"c":null}]}',
  "é",
  "\ud83d",
];

const VALID = [
  '{"a":1,"b":[true,false,null,"x\\n"],"c":{"d":{"e":-1.5e-7}}}',
  '[[[[]]],{},"",0,{"":{"":{"":0}}}]',
  '{"__proto__":{"x":1},"constructor":{"prototype":{"y":2}}}',
  ' { "n" : 123456789012345678901234567890.10 } ',
  '{"a":1,"a":2}',
];

/** Our reader of JSON against the engine's. */
export const jsonReader: Target = {
  name: "json",
  input: (random) =>
    random.once(2) ? random.text(PIECES, 12) : random.mutated(random.one(VALID), PIECES),
  check(text) {
    const theirs = attempt(() => JSON.parse(text)), ours = attempt(() => parseJson(text));
    expectSame("accepts", ours.error === undefined, theirs.error === undefined);
    if (ours.error) {
      expectSame("error", ours.error.name, "SyntaxError");
      expectSame("problem", jsonProblem(text)?.startsWith("not valid JSON: "), true);
      return;
    }
    const checked = attempt(() => checkJson(text));
    if (checked.error) expectSame("error", checked.error instanceof DuplicateMemberError, true);
    // Of a member written twice the engine keeps the last, we keep the first.
    else {
      const again = JSON.stringify(JSON.parse(stringifyJson(ours.value!)));
      expectSame("value", again, JSON.stringify(theirs.value));
    }
    if (text.trimStart().startsWith("{")) {
      const members = [...jsonMembers(text)];
      expectSame("members", members.length, Object.keys(theirs.value as object).length);
      for (const [, value] of members) JSON.parse(value);
    }
  },
};

function attempt<T>(make: () => T): { value?: T; error?: Error } {
  try {
    return { value: make() };
  } catch (error) {
    return { error: error as Error };
  }
}

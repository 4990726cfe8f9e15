// What is known of a tool's calls from what a server says of them.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { hintsOf } from "../../mcp/hints.ts";

const warned = { destructive: true, openWorld: true };

const ROWS: [annotations: unknown, known: unknown][] = [
  [undefined, undefined],
  ["no object", undefined],
  [{}, warned],
  [{ readOnlyHint: false }, { readOnly: false, ...warned }],
  [{ idempotentHint: true, openWorldHint: false }, {
    idempotent: true,
    destructive: true,
    openWorld: false,
  }],
  [{ destructiveHint: false }, { destructive: false, openWorld: true }],
  // What only reads destroys nothing, unless the server itself says so.
  [{ readOnlyHint: true }, { readOnly: true, openWorld: true }],
  [{ readOnlyHint: true, destructiveHint: null }, { readOnly: true, openWorld: true }],
  [{ readOnlyHint: true, destructiveHint: true }, { readOnly: true, ...warned }],
];

describe("hintsOf()", () => {
  for (const [annotations, known] of ROWS) {
    it(`hintsOf() reads ${JSON.stringify(annotations)}`, () => {
      expect(hintsOf({ annotations }).annotations).toEqual(known);
    });
  }
});

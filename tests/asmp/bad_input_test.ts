import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { f4, f8 } from "./fixtures.ts";
import { serve, type Served } from "./_server.ts";

const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const object = (got: string) => `Invalid body: expected a JSON object, got ${got}.`;
const json = (problem: string) => `Invalid body: not valid JSON: ${problem}.`;

/** Bodies that are refused wherever a body is taken, with 400 unless it is said otherwise. */
const BODIES: [string, BodyInit, string, number?][] = [
  ["a text", '"a n"', object("string")],
  ["an array", '["a","n"]', object("array")],
  ["null", "null", object("null")],
  ["a number", "12", object("number")],
  ["a boolean", "true", object("boolean")],
  ["half an object", '{"a":"x","n":', json("Unexpected end of JSON text")],
  ["two objects", '{"a":"x","n":1}{}', json('Unexpected "{" at position 15')],
  ["single quotes", "{'a':1}", json(`Unexpected "'" at position 1`)],
  ["NaN", '{"a":"x","n":NaN}', json('Unexpected "N" at position 13')],
  ["a form", "a=x&n=1", json('Unexpected "a" at position 0')],
  ["a member twice", '{"a":"x","n":1,"a":"y"}', 'Invalid body: member "a" is given twice.'],
  [
    "what is nested too deep",
    `{"a":${deep(1001)},"n":1}`,
    "Invalid body: JSON is nested more than 1000 deep.",
  ],
  [
    "what is nested very deep",
    `{"a":${deep(100_000)},"n":1}`,
    "Invalid body: JSON is nested more than 1000 deep.",
  ],
  ["bytes that are no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), "Invalid body: not UTF-8."],
  [
    "too much",
    `{"a":"${"x".repeat(2 ** 20)}","n":1}`,
    "Body too large: at most 1048576 bytes are taken.",
    413,
  ],
];

/** Addresses that take no request of a kind. */
const ADDRESSES: [string, number, string][] = [
  ["GET /nope", 404, "Not found"],
  ["GET //runs", 404, "Not found"],
  ["GET /runs/ID/nope", 404, "Not found"],
  ["GET /runs/ID/cli/more", 404, "Not found"],
  ["POST /runs/ID/transitions", 404, "Not found"],
  ["POST /runs/ID/transitions/", 404, "Not found"],
  ["GET /runs/ID/resources", 404, "Not found"],
  ["GET /openapi.json/more", 404, "Not found"],
  ["GET /runs/constructor", 404, "Run not found"],
  ["GET /runs/__proto__/cli", 404, "Run not found"],
  ["GET /runs/%00", 404, "Run not found"],
  ["GET /runs/ID%20", 404, "Run not found"],
  ["POST /runs/toString/transitions/go", 404, "Run not found"],
  ["POST /runs/nope/invoke/echo", 404, "Run not found"],
  ["GET /runs/nope/resources/txt", 404, "Run not found"],
  ["GET /runs/nope/stream", 404, "Run not found"],
  ["GET /runs/nope/view", 404, "Run not found"],
  ["PUT /", 405, "Method PUT not allowed here: use GET, HEAD, POST."],
  ["GET /runs", 405, "Method GET not allowed here: use POST."],
  ["HEAD /runs", 405, ""],
  ["PATCH /runs/ID", 405, "Method PATCH not allowed here: use GET, HEAD."],
  ["POST /runs/ID/cli", 405, "Method POST not allowed here: use GET, HEAD."],
  ["POST /runs/ID/stream", 405, "Method POST not allowed here: use GET, HEAD."],
  ["GET /runs/ID/transitions/go", 405, "Method GET not allowed here: use POST."],
  ["OPTIONS /runs/ID/transitions/go", 405, "Method OPTIONS not allowed here: use POST."],
  ["DELETE /runs/ID/invoke/echo", 405, "Method DELETE not allowed here: use POST."],
  ["POST /openapi.json", 405, "Method POST not allowed here: use GET, HEAD."],
  ["PROPFIND /runs/ID", 405, "Method PROPFIND not allowed here: use GET, HEAD."],
];

/** Checks that a run is as it was. */
async function isUntouched(server: Served, id: string, state: string, data: object): Promise<void> {
  expect(await server.frame(id)).toMatchObject({ state, data });
  const { headers } = await server.call(`GET /runs/${id}`);
  // Deno 2.4 compresses answers, which makes a tag a weak one.
  expect(headers.get("etag")?.replace("W/", "")).toBe(state === "INIT" ? '"1"' : '"2"');
}

describe("bad input", () => {
  for (const [name, body, hint, status = 400] of BODIES) {
    it(`createHandler() refuses ${name} as a body`, async () => {
      await using server = serve(f8().tool("INIT", "echo", { handler: ({ body }) => body }));
      const id = await server.run();
      for (const path of ["", `/${id}/transitions/go`, `/${id}/invoke/echo`]) {
        const answer = await server.call(`POST /runs${path}`, body);
        expect([path, answer.status, answer.json]).toEqual([path, status, { hint }]);
      }
      await isUntouched(server, id, "INIT", {});
    });
  }

  it("createHandler() takes no body, white space and a byte order mark for what they are", async () => {
    await using server = serve(f4());
    for (const body of [undefined, "", " \r\n", "\ufeff{}"]) {
      expect((await server.call("POST /runs", body)).status).toBe(201);
    }
  });

  for (const [request, status, hint] of ADDRESSES) {
    it(`createHandler() refuses ${request}`, async () => {
      await using server = serve(f8());
      const id = await server.run();
      const answer = await server.call(request.replace("ID", id));
      expect([answer.status, answer.json?.hint ?? ""]).toEqual([status, hint]);
      await isUntouched(server, id, "INIT", {});
    });
  }

  it("createHandler() leaves a run as it is where a tool or a resource fails", async () => {
    const workflow = f8().tool("WORK", "half", {
      handler: ({ data }) => {
        data.half = true;
        throw new Error("stopped");
      },
    }).tool("WORK", "bigint", { handler: () => 1n });
    await using server = serve(workflow);
    const id = await server.run('go {"a":"x","n":1}');
    for (
      const [tool, hint] of [
        ["half", "Error: stopped"],
        ["bigint", "TypeError: Do not know how to serialize a BigInt"],
      ]
    ) {
      const { status, json } = await server.call(`POST /runs/${id}/invoke/${tool}`);
      expect([status, json]).toEqual([500, { hint }]);
    }
    await isUntouched(server, id, "WORK", { a: "x", n: 1 });
    expect((await server.frame(id)).data).toEqual({ a: "x", n: 1 });
  });

  it("createHandler() answers who sends half a body and goes", async () => {
    await using server = serve(f4());
    const id = await server.run();
    const { hostname, port } = new URL(server.url);
    const connection = await Deno.connect({ hostname, port: Number(port) });
    await connection.write(new TextEncoder().encode(
      `POST /runs/${id}/transitions/go HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 15\r\n\r\n{"a":`,
    ));
    connection.close();
    await isUntouched(server, id, "INIT", {});
    expect((await server.call(`POST /runs/${id}/transitions/go`, '{"a":1,"n":1}')).status).toBe(
      200,
    );
  });
});

// What of a configuration is kept out of errors, and what of it may be shown.
import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { mcpTools } from "../../mcp/source.ts";
import { isRandom, shownAddress } from "../../mcp/shown.ts";
import { argumentSecrets, secretsOf } from "../../mcp/_client_secrets.ts";
import { Tail } from "../../mcp/_client_tail.ts";
import { Variables } from "../../mcp/_client_variables.ts";

/** The error of a server that writes its words on standard error, and ends. */
async function lastWords(
  words: string,
  env: Record<string, string>,
  args: string[] = [],
): Promise<string> {
  const script = `printf '%s\\n' "${words}" >&2; exit 7`;
  const server = { command: "sh", args: ["-c", script, "sh", ...args], env };
  const error = await mcpTools(server, { cache: false, name: "s" }).catch((error) => error);
  return error.message;
}

const ENDED = 'MCP server "s" ended with status 7\nstderr:\n';

describe("an error of a server", () => {
  const ENV: [name: string, value: string, words: string, shown: string][] = [
    [
      "a literal value of any name",
      "postgres://u:hunter2pass@db/x",
      "bad $V",
      "bad [V]",
    ],
    [
      "the password in a value",
      "postgres://u:hunter2pass@db/x",
      "no entry for hunter2pass",
      "no entry for [V]",
    ],
    [
      "the password of a connection string",
      "Server=db;Password=hunter2pass;Port=1",
      "no entry for hunter2pass",
      "no entry for [V]",
    ],
    [
      "the token of JSON",
      '{"region":"eu","token":"tok-en-1"}',
      "no entry for tok-en-1",
      "no entry for [V]",
    ],
    [
      "a value as addresses have it",
      "open sésame",
      "GET /?q=open%20s%C3%A9same",
      "GET /?q=[V]",
    ],
    ["a value as JSON has it", 'say "sesame"', 'say \\\\\\"sesame\\\\\\"', "[V]"],
    ["no common word", "production", "mode is $V", "mode is production"],
    ["no list of common words", "debug,verbose", "mode is $V", "mode is debug,verbose"],
    ["no short word", "eu-1", "region $V", "region eu-1"],
    ["no file that is there", import.meta.dirname!, "in $V", `in ${import.meta.dirname}`],
    ["no address without a secret", "http://127.0.0.1:1/api", "at $V", "at http://127.0.0.1:1/api"],
    [
      "the address of a hook",
      "https://hooks.example/services/T0/B0/abcdefg",
      "at $V",
      "at [V]",
    ],
  ];
  for (const [name, value, words, shown] of ENV) {
    const what = name.startsWith("no ") ? name.replace("no ", "shows ") : `hides ${name}`;
    it(`it ${what}`, async () => {
      expect(await lastWords(words, { V: value })).toBe(ENDED + shown);
    });
  }

  it("it hides each line of a key", async () => {
    const key = "-----BEGIN KEY-----\nMIIEvQIBADANBg\n-----END KEY-----";
    expect(await lastWords("at MIIEvQIBADANBg", { PRIVATE_KEY: key })).toBe(
      `${ENDED}at [PRIVATE_KEY]`,
    );
  });

  it("it hides secrets of arguments", async () => {
    const args = ["--api-key", "abc123", "--token=def456", "postgres://u:hunter2@db/x"];
    expect(await lastWords("$*", {}, args)).toBe(
      `${ENDED}--api-key [--api-key] --token=[--token] postgres://[argument]db/x`,
    );
  });

  it("it hides a secret that is cut where the last words begin", async () => {
    const server = {
      command: "sh",
      args: [
        "-c",
        `head -c 140000 /dev/zero | tr '\\0' x >&2; echo $T >&2; yes y | head -2040 >&2`,
      ],
      env: { T: "sk-live-0123456789abcdef" },
    };
    const error = await mcpTools(server, { cache: false, name: "s" }).catch((error) => error);
    expect(error.message).toMatch(/^MCP server "s" ended with status 0\nstderr:\n…\n(y\n){2039}y$/);
    expect(error.message).not.toContain("abcdef");
  });

  it("it hides what the path of the address holds", async () => {
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      (request) =>
        Response.json({
          jsonrpc: "2.0",
          id: 0,
          error: { code: -32603, message: `Cannot serve ${new URL(request.url).pathname}` },
        }),
    );
    const { port } = server.addr as Deno.NetAddr;
    const url = `http://127.0.0.1:${port}/s/very-secret/mcp`;
    const error = await mcpTools({ url }, { cache: false }).catch((error) => error);
    expect(error.message).toBe(
      `MCP server "127.0.0.1:${port}" cannot be used: Cannot serve /s/[url]/mcp`,
    );
    await server.shutdown();
  });
});

describe("Tail", () => {
  const variables = new Variables();
  variables.keepSecret("sk-live-0123456789", "[T]");
  const SHOWN: [name: string, text: string, shown: string][] = [
    ["a short text as it is", "one\ntwo\n", "one\ntwo"],
    ["no begun secret", "token sk-live-01", "token"],
    ["an end that is like a secret's beginning", "it asks", "it asks"],
    ["a whole secret at the end", "token sk-live-0123456789", "token [T]"],
    // All that is kept begins in the midst of the secret.
    [
      "no rest of a secret",
      "x".repeat(65_544) + "sk-live-0123456789" + "y".repeat(65_526),
      "…" +
      "y".repeat(4_096),
    ],
    [
      "no half of a secret that was shown whole",
      "x".repeat(5_000) + "sk-live-0123456789" +
      "y".repeat(4_090),
      "…xxx[T]" + "y".repeat(4_090),
    ],
  ];
  for (const [name, text, shown] of SHOWN) {
    it(`Tail shows ${name}`, () => {
      const tail = new Tail();
      tail.add(text);
      expect(tail.shown(variables)).toBe(shown);
    });
  }

  it("Tail shows no rest of a secret that was cut when it was taken", () => {
    const tail = new Tail();
    // 131,072 characters are taken, and the last 65,536 of them kept.
    tail.add("x".repeat(65_526) + "sk-live-0123456789" + "\n" + "y".repeat(65_527));
    expect(tail.shown(variables)).not.toContain("6789");
    expect(tail.shown(variables).startsWith("…yyy")).toBe(true);
  });
});

describe("secretsOf()", () => {
  const ROWS: [name: string, value: string, secrets: string[]][] = [
    ["API_KEY", "abcd", ["abcd"]],
    ["Authorization", "Bearer abcdefgh", ["Bearer abcdefgh", "abcdefgh"]],
    ["Cookie", "sid=abcdefgh", ["sid=abcdefgh"]],
    ["URL", "https://t0ken12345678ab@a.example/b", [
      "https://t0ken12345678ab@a.example/b",
      "t0ken12345678ab@",
      "t0ken12345678ab",
    ]],
    ["PORT", "8080", []],
    ["LEVEL", "verbose", []],
  ];
  for (const [name, value, secrets] of ROWS) {
    it(`secretsOf() finds what ${name}=${value} hides`, () => {
      expect(secretsOf([name, value])).toEqual(secrets);
    });
  }
});

describe("argumentSecrets()", () => {
  it("argumentSecrets() finds values of flags that are called like secrets, and users", () => {
    expect(argumentSecrets(["--verbose", "x", "-token", "a", "--pass=b", "http://u:p@h/"]))
      .toEqual([["-token", "a"], ["--pass", "b"], ["argument", "u:p@"], ["argument", "p"]]);
  });
});

describe("isRandom()", () => {
  const ROWS: [word: string, random: boolean][] = [
    ["ghp_16C7e42F292c6912E7710c838347Ae178B4a", true],
    ["sk-live-0123456789abcdef", true],
    ["0b7e1f6a-1b1c-4d5e-8f90-12ab34cd56ef", false],
    ["customer-2023-eu", false],
    ["staging.example.com", false],
    ["production", false],
    ["mp3player2024", false],
  ];
  for (const [word, random] of ROWS) {
    it(`isRandom() tells what ${word} is`, () => expect(isRandom(word)).toBe(random));
  }
});

describe("shownAddress()", () => {
  const ROWS: [url: string, shown: string][] = [
    ["https://a.example/mcp", "https://a.example/mcp"],
    ["https://a.example/s/SECRET/mcp", "https://a.example/s/…/mcp"],
    ["https://a.example/api/first-secret/second-secret/mcp", "https://a.example/api/…/mcp"],
    ["https://u:p@a.example:8080/sse?key=k#f", "https://a.example:8080/sse"],
    ["https://a.example", "https://a.example"],
    ["http://127.0.0.1:${PORT}/mcp", "http://127.0.0.1:${PORT}/mcp"],
    ["http://${HOST_}/mcp", "http://${HOST_}/mcp"],
    ["${BASE:-https://u:p@a.example}/mcp", "${BASE}/mcp"],
    ["https://${USER}:${PW}@a.example/${TEAM_NAME}/mcp", "https://a.example/${TEAM_NAME}/mcp"],
    ["https://a.example/t-${TOKEN}-x/mcp", "https://a.example/…/mcp"],
  ];
  for (const [url, shown] of ROWS) {
    it(`shownAddress() shows ${url} as ${shown}`, () => expect(shownAddress(url)).toBe(shown));
  }
});

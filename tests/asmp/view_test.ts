/** The page for a person, in a browser. */

import { expect } from "@std/expect";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { MemoryStore, Workflow } from "../../asmp/mod.ts";
import type { ServeOptions } from "../../asmp/deno_serve.ts";
import { noBrowser, openPage, startBrowser } from "./_browser.ts";
import { f3, f4 } from "./fixtures.ts";
import { serve, type Served } from "./_server.ts";
import { until } from "./_until.ts";

interface Visit {
  page: Page;
  served: Served;
  id: string;
}

interface VisitOptions {
  actions?: string[];
  serve?: ServeOptions;
  context?: BrowserContextOptions;
}

/** Texts that would do harm where they are read as anything but text. */
const HOSTILE = [
  "<img src=x onerror=\"document.title='bad'\">",
  "</script><script>document.title='bad'</script>",
  "\" onmouseover=\"document.title='bad'\" x='",
  "</textarea></title></style>&lt;b&gt;&amp;\\N",
].join(" ");

let browser: Browser;

if (noBrowser === "") {
  beforeAll(async () => void (browser = await startBrowser()));
  afterAll(() => browser.close());
}

/** Opens the page of a new run, and sees that it does nothing wrong. */
async function visit(
  workflow: Workflow,
  test: (visit: Visit) => Promise<void>,
  options: VisitOptions = {},
): Promise<void> {
  await using served = serve(workflow, options.serve);
  const id = await served.run(...options.actions ?? []);
  await using opened = await openPage(browser, `${served.url}/runs/${id}/view`, options.context);
  await test({ page: opened.page, served, id });
  expect(opened.problems).toEqual([]);
}

/** Waits until the page has a heading. */
async function heading(page: Page, text: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: text, exact: true }).waitFor();
}

/** Waits until the page shows a state. */
async function stateLine(page: Page, text: string): Promise<void> {
  await page.locator(".state").getByText(text, { exact: true }).waitFor();
}

async function alertOf(page: Page): Promise<string> {
  const alert = page.locator("[role=alert]:not(:empty)");
  await alert.waitFor();
  return await alert.innerText();
}

async function focused(page: Page): Promise<string> {
  return await page.evaluate<string>("document.activeElement.innerText");
}

/** A self transition, a tool and something to read. */
function desk(): Workflow {
  return new Workflow("desk-wf", { initial: "DESK" })
    .transition("DESK", "file", "DESK", { expects: { name: "string", note: "string?" } })
    .transition("DESK", "burn", "ASHES", { critical: true })
    .tool("DESK", "count", {
      description: "Counts",
      expects: { of: "string" },
      handler: ({ body, data }) => data[body.of] = (data[body.of] ?? 0) + 1,
    })
    .resource("DESK", "shelf/top", { name: "Top", mimeType: "text/plain", handler: () => "1 <b>" })
    .resource("DESK", "bytes", { mimeType: "image/png", handler: () => new Uint8Array(7) });
}

describe(`the page for a person${noBrowser}`, { ignore: noBrowser !== "" }, () => {
  it("takes a run to its end by clicks", () =>
    visit(f3(), async ({ page, served, id }) => {
      await heading(page, "Config wizard");
      await page.getByRole("button", { name: "Start wizard" }).click();
      await heading(page, "Set value");
      expect(await page.locator(".input-hint").innerText()).toBe("Value (string):");
      await page.getByLabel("value").fill("v 1");
      await page.getByRole("button", { name: "Save" }).click();
      await heading(page, "Apply configuration?");
      await page.getByRole("button", { name: "Yes, apply" }).click();
      await heading(page, "Configuration applied.");
      await page.locator(".ended").getByText("This run has ended.").waitFor();
      expect(await page.getByRole("button").count()).toBe(0);
      expect((await served.frame(id)).data).toEqual({ value: "v 1" });
    }));

  it("takes a run to its end by the keys of its options", () =>
    visit(f3(), async ({ page }) => {
      await page.keyboard.press("1");
      await heading(page, "Set value");
      // The one field has the focus.
      await page.keyboard.type("n");
      await page.keyboard.press("Enter");
      await heading(page, "Apply configuration?");
      await page.keyboard.press("N");
      await heading(page, "Configuration cancelled.");
    }));

  it("goes up and down through options, which is what keys such as down enter mean", () =>
    visit(
      new Workflow("keys-wf", { initial: "A" })
        .transition("A", "x", "X").transition("A", "y", "Y").transition("A", "z", "Z")
        .cli("A", {
          options: [
            { action: "x", label: "To X", keys: "enter" },
            { action: "y", label: "To Y", keys: "down enter" },
            { action: "z", label: "To Z", keys: "?" },
          ],
        }),
      async ({ page }) => {
        expect(await page.locator("kbd").allInnerTexts()).toEqual(["enter", "2", "?"]);
        expect(await focused(page)).toContain("To X");
        for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"]) {
          await page.keyboard.press(key);
        }
        expect(await focused(page)).toContain("To Y");
        expect(
          await page.evaluate("getComputedStyle(document.activeElement).outlineStyle"),
        ).toBe("solid");
        await page.keyboard.press("Enter");
        await stateLine(page, "Y · active");
      },
    ));

  it("leaves what is typed in a field to the field, until Escape", () =>
    visit(desk(), async ({ page }) => {
      await page.getByLabel("name").focus();
      await page.keyboard.type("2");
      expect(await page.getByLabel("name").inputValue()).toBe("2");
      await page.keyboard.press("Escape");
      await page.keyboard.press("2");
      await page.getByRole("dialog").waitFor();
    }));

  it("shows which fields are missing, and takes numbers as they are typed", () =>
    visit(f4(), async ({ page, served, id }) => {
      await page.getByRole("button", { name: "go" }).click();
      expect(await alertOf(page)).toBe("Missing required fields: a, n.");
      expect(await page.locator("[aria-invalid=true]").count()).toBe(2);
      await page.getByLabel("a string").fill('"5"');
      await page.getByLabel("n number").fill("five");
      await page.keyboard.press("Enter");
      await page.getByText("n: expected a number").waitFor();
      expect((await served.frame(id)).state).toBe("INIT");
      await page.getByLabel("n number").fill("-12345678901234567890.10");
      await page.keyboard.press("Enter");
      await stateLine(page, "DONE · active");
      const { text } = await served.call(`GET /runs/${id}`);
      expect(text).toContain('"data":{"a":"\\"5\\"","n":-12345678901234567890.10}');
      await page.getByText("Data", { exact: true }).click();
      expect(await page.locator("details pre").innerText()).toContain("-12345678901234567890.10");
    }));

  const fields: [type: string, typed: string, data: string][] = [
    ["integer", "12345678901234567890", "12345678901234567890"],
    ["array", "a b\n\n 1 ", '["a b","1"]'],
    ["array (optional)", "[1e400,[]]", "[1e400,[]]"],
    ["object", '{"n":1.0}', '{"n":1.0}'],
    ["boolean", "false", "false"],
    ["some words", " x ", '" x "'],
  ];
  for (const [type, typed, data] of fields) {
    it(`sends ${JSON.stringify(typed)} for a field of type ${type} as ${data}`, () =>
      visit(
        new Workflow("type-wf", { initial: "A" })
          .transition("A", "go", "B", { expects: { constructor: type } }),
        async ({ page, served, id }) => {
          const field = page.getByLabel("constructor");
          if (type === "boolean") await field.selectOption("No");
          else await field.fill(typed);
          await page.getByRole("button", { name: "go" }).click();
          await stateLine(page, "B · active");
          const { text } = await served.call(`GET /runs/${id}`);
          expect(text).toContain(`"data":{"constructor":${data}}`);
        },
        { serve: { checkTypes: true } },
      ));
  }

  it("takes fields that are named like a form's own members", () => {
    const names = ["action", "method", "id", "name", "dataset", "querySelector", "__proto__", ""];
    const workflow = new Workflow("names-wf", { initial: "A" })
      .transition("A", "go", "B", {
        expects: Object.fromEntries(names.map((name) => [name, "string"])),
      });
    return visit(workflow, async ({ page, served, id }) => {
      for (const field of await page.locator("input").all()) await field.fill("x");
      await page.getByRole("button", { name: "go" }).click();
      await stateLine(page, "B · active");
      const { text } = await served.call(`GET /runs/${id}`);
      expect(text).toContain(`"data":{${names.map((name) => `"${name}":"x"`).join(",")}}`);
    });
  });

  it("shows what another client does, and keeps what is being typed", () =>
    visit(desk(), async ({ page, served, id }) => {
      await page.getByLabel("name").fill("half a na");
      await served.call(`POST /runs/${id}/transitions/file`, '{"name":"other"}');
      await page.getByText("Data", { exact: true }).click();
      await page.locator("details pre").getByText('"name": "other"').waitFor();
      expect(await page.getByLabel("name").inputValue()).toBe("half a na");
      await served.call(`POST /runs/${id}/transitions/burn`, "{}");
      await stateLine(page, "ASHES · active");
      expect(await page.locator("#heard").innerText()).toContain("ASHES · active");
    }));

  it("says why an action was refused that somebody else took before", () =>
    visit(f3(), async ({ page, served, id }) => {
      // The page does not hear of it before it is told.
      await page.route("**/stream", (route) => route.abort());
      await page.reload();
      await served.call(`POST /runs/${id}/transitions/start`, "{}");
      await page.getByRole("button", { name: "Start wizard" }).click();
      await heading(page, "Set value");
      expect(await alertOf(page)).toBe(
        "Invalid transition: 'start' not in next_states for state 'CONFIGURE'.",
      );
    }));

  it("asks first where an action is critical", () =>
    visit(desk(), async ({ page, served, id }) => {
      await page.getByRole("button", { name: "burn" }).click();
      const dialog = page.getByRole("dialog");
      expect(await dialog.locator("p").innerText()).toBe("Do this: burn?");
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "hidden" });
      expect((await served.frame(id)).state).toBe("DESK");
      await page.getByRole("button", { name: "burn" }).click();
      await dialog.getByRole("button", { name: "burn" }).click();
      await stateLine(page, "ASHES · active");
    }));

  it("shows what a tool gives and what there is to read", () =>
    visit(desk(), async ({ page }) => {
      await page.getByLabel("of").fill("pens");
      await page.getByRole("button", { name: "count" }).click();
      await page.getByText('{"result":1}').waitFor();
      await page.getByRole("button", { name: "Top" }).click();
      await page.getByText("1 <b>").waitFor();
      await page.getByRole("button", { name: "bytes" }).click();
      await page.getByText("7 bytes of image/png").waitFor();
      await page.getByText("Data", { exact: true }).click();
      await page.locator("details pre").getByText('"pens": 1').waitFor();
      expect(await page.getByText('{"result":1}').isVisible()).toBe(true);
    }));

  it("shows hostile texts as text", () =>
    visit(
      new Workflow("hostile-wf", { initial: "A" })
        .transition("A", HOSTILE, "B", { expects: { [HOSTILE]: HOSTILE } })
        .hint("A", HOSTILE)
        .cli("A", {
          prompt: HOSTILE,
          input_hint: HOSTILE,
          options: [{ action: HOSTILE, label: HOSTILE, keys: '"' }],
        })
        .tool("A", HOSTILE, { description: HOSTILE, handler: () => HOSTILE })
        .resource("A", "r", { name: HOSTILE, mimeType: "text/html", handler: () => HOSTILE })
        .work("B", async ({ milestone, data }) => {
          data[HOSTILE] = HOSTILE;
          await milestone(HOSTILE);
          throw HOSTILE;
        }),
      async ({ page }) => {
        const elements = "img, main b, [onmouseover], script:not(:last-child)";
        expect(await page.title()).toBe(`${HOSTILE} · hostile-wf`);
        expect(await page.locator("h1").textContent()).toBe(HOSTILE);
        expect(await page.locator("label").textContent()).toBe(`${HOSTILE} ${HOSTILE}`);
        expect(await page.locator(".drawing .edge text").last().textContent()).toBe(` ${HOSTILE} `);
        await page.locator("[data-method=GET] button").click();
        await page.locator("[data-method=GET] pre:not([hidden])").waitFor();
        expect(await page.locator(elements).count()).toBe(0);
        await page.getByLabel(HOSTILE).fill(HOSTILE);
        await page.keyboard.press("Enter");
        await stateLine(page, "B · failed");
        await page.locator(".milestones").waitFor();
        expect(await page.locator(".milestones li").textContent()).toBe(HOSTILE);
        expect(await page.locator(elements).count()).toBe(0);
        expect(await page.title()).not.toBe("bad");
      },
      { serve: { note: () => {} } },
    ));

  it("asks for the token that the server wants, and forgets it with the tab", async () => {
    const auth = (token?: string) => token === "secret";
    await using served = serve(f3(), { auth });
    const headers = { authorization: "Bearer secret" };
    const { json: { run_id } } = await served.call("POST /runs", undefined, headers);
    const url = `${served.url}/runs/${run_id}/view`;
    {
      await using opened = await openPage(browser, url);
      const { page } = opened;
      await heading(page, "This server asks for a token");
      expect(await page.content()).not.toContain("config-wizard");
      await page.keyboard.type("wrong");
      await page.keyboard.press("Enter");
      await page.getByText("Invalid bearer token.").waitFor();
      await page.keyboard.type("secret");
      await page.keyboard.press("Enter");
      await heading(page, "Config wizard");
      await page.getByText(`Run ${run_id}`).waitFor();
      await page.keyboard.press("1");
      await heading(page, "Set value");
      await served.call(`POST /runs/${run_id}/transitions/save`, '{"value":"v"}', headers);
      await heading(page, "Apply configuration?");
      await page.reload();
      await heading(page, "Apply configuration?");
      expect(opened.problems).toEqual([]);
    }
    await using again = await openPage(browser, url);
    await heading(again.page, "This server asks for a token");
  });

  it("starts a run at the server's address when it is told to, and not before", async () => {
    let runs = 0;
    const store = new MemoryStore();
    const create = store.create.bind(store);
    store.create = (...args) => (runs++, create(...args));
    await using served = serve(f3(), { store });
    await using opened = await openPage(browser, served.url);
    const { page } = opened;
    await heading(page, "config-wizard-v1");
    await page.reload();
    expect(runs).toBe(0);
    expect(await focused(page)).toBe("Start a run");
    await page.getByRole("button", { name: "Start a run" }).click();
    await heading(page, "Config wizard");
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/runs\/[\w-]{36}\/view$/);
    expect(runs).toBe(1);
    expect(opened.problems).toEqual([]);
  });

  it("starts a run of one of several workflows, with the token that is wanted", async () => {
    const auth = (token?: string) => token === "secret";
    await using served = serve([f3(), f4()], { auth, basePath: "/flows" });
    await using opened = await openPage(browser, `${served.url}/`);
    const { page } = opened;
    await heading(page, "This server asks for a token");
    await page.keyboard.type("secret");
    await page.keyboard.press("Enter");
    await heading(page, "Workflows");
    await page.getByRole("button", { name: "Start a run of config-wizard-v1" }).click();
    await heading(page, "Config wizard");
    expect(page.url()).toContain("/flows/config-wizard-v1/runs/");
    expect(opened.problems).toEqual([]);
  });

  it("says why no run can be started", async () => {
    await using served = serve(f3(), { maxRuns: 0 });
    await using opened = await openPage(browser, served.url);
    await opened.page.keyboard.press("Enter");
    expect(await alertOf(opened.page)).toMatch(/^Too many runs: /);
  });

  it("leads from a run that there is not to one that is started", async () => {
    await using served = serve([f3(), f4()]);
    await using opened = await openPage(browser, `${served.url}/fields-wf/runs/none/view`);
    const { page } = opened;
    await heading(page, "Run not found");
    await page.getByRole("link", { name: "Start a new run" }).click();
    await heading(page, "fields-wf");
    expect(opened.problems).toEqual([]);
  });

  it("says that the connection is lost, and goes on when the server is back", async () => {
    const store = new MemoryStore();
    const first = serve(f3(), { store });
    const port = Number(new URL(first.url).port);
    const id = await first.run();
    await using opened = await openPage(browser, `${first.url}/runs/${id}/view`);
    const { page } = opened;
    await heading(page, "Config wizard");
    await first[Symbol.asyncDispose]();
    await page.getByText("Connection lost: trying again").waitFor();
    await page.keyboard.press("1");
    await page.getByText("The server cannot be reached.").waitFor();
    await using second = serve(f3(), { store, port });
    await second.call(`POST /runs/${id}/transitions/start`, "{}");
    await heading(page, "Set value");
    await until("it says so no more", async () => !await page.getByText("lost").isVisible());
  });

  it("stands still and is dark for those who want it", () =>
    visit(
      new Workflow("busy-wf", { initial: "A" }).transition("A", "go", "B").status(
        "A",
        "processing",
      ),
      async ({ page }) => {
        const style = (element: string, pseudo: string, name: string) =>
          page.evaluate(
            `getComputedStyle(document.querySelector("${element}"), "${pseudo}").${name}`,
          );
        expect(await style(".working", "::before", "animationName")).toBe("none");
        expect(await style("body", "", "backgroundColor")).toBe("rgb(21, 23, 27)");
      },
      { context: { reducedMotion: "reduce", colorScheme: "dark" } },
    ));
});

describe("GET /runs/{id}/view", () => {
  it("lets the page load nothing, run one script and ask its own server", async () => {
    await using served = serve(f3());
    const id = await served.run();
    const { headers, text } = await served.call(`GET /runs/${id}/view`);
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-\S{44}'; script-src 'sha256-\S{44}'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(text.match(/<script/g)?.length).toBe(1);
  });

  it("is a page also where it is refused, and JSON where no page is asked for", async () => {
    await using served = serve(f3(), { auth: () => false });
    const refused = await served.call("GET /runs/x/view", undefined, { accept: "*/*" });
    expect([refused.status, refused.json]).toEqual([401, { hint: "Missing bearer token." }]);
    const asked = await fetch(`${served.url}/runs/x/view`, { headers: { accept: "text/html" } });
    expect([asked.status, await asked.text()]).toEqual([401, expect.stringContaining("token")]);
    expect(asked.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(asked.headers.get("www-authenticate")).toBe("Bearer");
    await using open = serve(f3());
    const missing = await open.call("GET /runs/x/view");
    expect([missing.status, missing.json]).toEqual([404, { hint: "Run not found" }]);
    const shown = await fetch(`${open.url}/runs/x/view/`, { headers: { accept: "text/html" } });
    expect([shown.status, await shown.text()]).toEqual([
      404,
      expect.stringContaining('<a href="../../../">'),
    ]);
    expect(shown.headers.get("content-security-policy")).toMatch(/^default-src 'none'; /);
  });
});

describe("GET / of a browser", () => {
  // What Firefox and Chromium send, and what curl and fetch do.
  const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

  it("is a page that may do no more than the others", async () => {
    await using served = serve(f3());
    const page = await served.call("GET /", undefined, { accept: BROWSER });
    expect([page.status, page.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-\S{44}'; script-src 'sha256-\S{44}'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    const head = await served.call("HEAD /", undefined, { accept: BROWSER });
    expect([head.status, head.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    for (const accept of ["*/*", "application/json"]) {
      expect((await served.call("GET /", undefined, { accept })).json.state).toBe("INITIAL");
    }
  });

  it("is a page at every address where runs are started", async () => {
    await using served = serve([f3(), f4()], { index: "list" });
    for (const path of ["/", "/fields-wf", "/config-wizard-v1/"]) {
      const { headers } = await served.call(`GET ${path}`, undefined, { accept: BROWSER });
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    }
    expect((await served.call("GET /")).json.workflows).toHaveLength(2);
  });
});

import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { serveWorkflow } from "../../asmp/deno_serve.ts";
import { AsmpClient, Workflow } from "../../asmp/mod.ts";

describe("serveWorkflow()", () => {
  it("serveWorkflow() is at the path of its workflow, on the loopback interface", async () => {
    const workflow = new Workflow("mounted", {
      initial: "S",
      baseUrl: "https://example.com/flows/one/",
    });
    await using server = serveWorkflow(workflow, { hrefs: "request" });
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/flows\/one$/);
    expect((await new AsmpClient(server.url).startRun()).resource_url).toBe(server.url);
  });

  it("serveWorkflow() waits for an answer at the end no longer than its grace", async () => {
    const asked = Promise.withResolvers<void>(), answer = Promise.withResolvers<string>();
    const workflow = new Workflow("slow", { initial: "S" }).resource("S", "report", {
      handler: () => {
        asked.resolve();
        return answer.promise;
      },
    });
    const server = serveWorkflow(workflow, { grace: 0 });
    const client = new AsmpClient(server.url);
    await client.startRun();
    const reading = client.readResource("report");
    await asked.promise;
    await server.shutdown();
    answer.resolve("late");
    expect(await reading).toBe("late");
  });
});

import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import {
  defineRawTool,
  defineTool,
  NO_ARGS_SCHEMA,
  result,
  type StandardSchema,
  text,
  type Tool,
  ToolSet,
  wrap,
} from "../../agenttool/mod.ts";
import { answer, callOf } from "./_call.ts";

function named(name: string, close?: () => void | Promise<void>): Tool {
  return defineTool({ name, execute: () => name, close });
}

describe("NO_ARGS_SCHEMA", () => {
  it("has one form", () => {
    expect(JSON.stringify(NO_ARGS_SCHEMA)).toBe('{"type":"object","properties":{},"required":[]}');
  });
});

describe("ToolSet", () => {
  it("keeps the order and reads the tools once", () => {
    const list = [named("b"), named("a")];
    const tools = new ToolSet(list.values());
    list.push(named("c"));
    expect([...tools].map((tool) => tool.name)).toEqual(["b", "a"]);
  });

  it("lookup() gives the first tool of a name", () => {
    const first = named("a");
    const tools = new ToolSet([named("b"), first, named("a")]);
    expect(tools.lookup("a")).toBe(first);
    expect(tools.lookup("constructor")).toBeUndefined();
  });

  const cases: [names: string[], problem: string | null][] = [
    [[], null],
    [["a", "b", "__proto__"], null],
    [["a", ""], "tool[1]: empty name"],
    [["a", "b", "b", ""], 'tool "b": duplicate name'],
    [["", "b", "b"], "tool[0]: empty name"],
  ];
  for (const [names, problem] of cases) {
    it(`validate() says ${problem ?? "nothing"} of ${JSON.stringify(names)}`, () => {
      const validate = () => new ToolSet(names.map((name) => named(name))).validate();
      if (problem) expect(validate).toThrow(new Error(problem));
      else validate();
    });
  }

  it("close() closes every closer in order, also after one fails, and joins the errors", async () => {
    const closed: string[] = [];
    const tools = new ToolSet([
      named("a", () => void closed.push("a")),
      named("none"),
      named("b", () => {
        closed.push("b");
        throw new Error("still busy");
      }),
      named("c", async () => {
        await Promise.resolve();
        closed.push("c");
        throw "gone";
      }),
      named("d", () => void closed.push("d")),
    ]);
    const error = await tools.close().catch((error) => error);
    expect(closed).toEqual(["a", "b", "c", "d"]);
    expect(error).toBeInstanceOf(AggregateError);
    expect(error.errors.map(String)).toEqual([
      'Error: close "b": still busy',
      'Error: close "c": gone',
    ]);
    expect(error.message).toBe('close "b": still busy; close "c": gone');
    expect(error.errors[0].cause).toEqual(new Error("still busy"));
  });

  it("close() a second time does nothing, and waits for the first", async () => {
    const log: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const tools = new ToolSet([
      named("a", async () => {
        await promise;
        log.push("closed");
        throw new Error("x");
      }),
    ]);
    const first = tools.close().catch((error) => log.push(error.message));
    const second = tools.close().then(() => log.push("second"));
    resolve();
    await Promise.all([first, second]);
    await tools.close();
    expect(log.toSorted()).toEqual(['close "a": x', "closed", "second"]);
    expect(log[0]).toBe("closed");
  });

  it("close() closes a tool that is listed twice once", async () => {
    let closed = 0;
    const tool = named("a", () => void closed++);
    await new ToolSet([tool, tool]).close();
    expect(closed).toBe(1);
  });

  it("closes at the end of its block", async () => {
    let closed = 0;
    {
      await using _tools = new ToolSet([named("a", () => void closed++)]);
    }
    expect(closed).toBe(1);
  });
});

describe("wrap()", () => {
  /** Every member there is: a new one of Tool fails to type-check here until it is added. */
  const full: Required<Tool> = {
    name: "full",
    description: "All of it.",
    parameters: '{"type":"object"}',
    sequential: true,
    resource: "shell:session",
    annotations: { readOnly: true },
    execute: () => Promise.resolve(result([text("inner")])),
    close: () => Promise.resolve(),
  };

  it("forwards every member but execute", async () => {
    const wrapped = wrap(full, () => Promise.resolve(result([text("outer")])));
    for (const key of Object.keys(full) as (keyof Tool)[]) {
      if (key !== "execute" && key !== "close") expect(wrapped[key]).toBe(full[key]);
    }
    expect(Object.keys(wrapped).toSorted()).toEqual(Object.keys(full).toSorted());
    expect(await answer(wrapped)).toBe("outer");
  });

  it("forwards what a class inherits, hides or adds", async () => {
    class Base {
      #closed = 0;
      readonly name = "remote";
      get description(): string {
        return `closed ${this.#closed} times`;
      }
      close(): Promise<void> {
        this.#closed++;
        return Promise.resolve();
      }
    }
    class Remote extends Base {
      readonly replay = "safe";
      execute() {
        return Promise.resolve(result([text("inner")]));
      }
    }
    const remote = new Remote();
    const wrapped = wrap(remote, () => remote.execute());
    expect(wrapped.description).toBe("closed 0 times");
    await wrapped.close?.();
    expect(wrapped.description).toBe("closed 1 times");
    expect(wrapped).toHaveProperty("replay", "safe");
    expect(await answer(wrapped)).toBe("inner");
  });

  it("is a closer exactly when the tool is", async () => {
    let closed = 0;
    const execute = () => Promise.resolve(result([]));
    const closer = wrap(named("a", () => void closed++), execute);
    expect(wrap(named("b"), execute).close).toBeUndefined();
    expect(wrap({ name: "c", description: "", execute }, execute).close).toBeUndefined();
    await closer.close?.();
    expect(closed).toBe(1);
  });

  it("reads no member before it is asked for", () => {
    let made = 0;
    const parameters: StandardSchema = {
      "~standard": {
        validate: (value) => ({ value }),
        jsonSchema: { input: () => ({ made: ++made }) },
      },
    };
    const tool = defineTool({ name: "lazy", parameters, execute: () => {} });
    const wrapped = wrap(wrap(tool, tool.execute), tool.execute);
    expect(made).toBe(0);
    expect(wrapped.parameters).toEqual({ made: 1 });
  });

  it("wraps a frozen tool", async () => {
    const wrapped = wrap(Object.freeze({ ...full }), () => Promise.resolve(result([])));
    expect(await answer(wrapped)).toEqual([]);
  });

  it("refuses what is no tool and no function", () => {
    // @ts-expect-error there is no function
    expect(() => wrap(full)).toThrow(
      new TypeError('Tool "full" cannot be wrapped: execute is not a function'),
    );
    // @ts-expect-error there is no tool
    expect(() => wrap(undefined, full.execute)).toThrow(TypeError);
  });

  it("hands the call on as it is", async () => {
    const tool = defineRawTool({ name: "raw", execute: (call) => call.args });
    const call = callOf('{"a":1.0}');
    const wrapped = wrap(tool, (given) => {
      expect(given).toBe(call);
      return tool.execute(given);
    });
    expect((await wrapped.execute(call)).content).toEqual([text('{"a":1.0}')]);
  });
});

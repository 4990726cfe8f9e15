import { visibleLine } from "../agenttool/visible.ts";
import { ToolSet } from "../agenttool/tool_set.ts";
import { selfManual } from "../utcp/self_manual.ts";
import { HostError } from "./errors.ts";
import { oneSource, readOptions } from "./_options.ts";
import { absolute } from "./_paths.ts";
import { printAll } from "./_print.ts";
import { loadSource } from "./_source.ts";
import { refusePart } from "./_whole.ts";

/** `toolcli utcp SOURCE [--env NAME]…`: prints the source's tools as a UTCP manual that calls `toolcli run`. */
export async function utcp(args: string[]): Promise<number> {
  const { env: variables = [], words: sources } = await readOptions("utcp", args, {
    lists: ["env"],
  });
  const source = oneSource("utcp", sources);
  const loaded = await loadSource(source);
  await using tools = new ToolSet(loaded.tools);
  refusePart(loaded, "a manual");
  const words = ["run", absolute(source)];
  const note = (text: string) => console.error(`toolcli: ${visibleLine(text)}`);
  try {
    await printAll(`${await selfManual(tools, { words, variables, note })}\n`);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new HostError(error.message, { cause: error });
  }
  if (variables.length === 0) {
    note(
      "of the environment, UTCP clients pass on little more than PATH and HOME: name what the " +
        "tools read with --env NAME",
    );
  }
  return 0;
}

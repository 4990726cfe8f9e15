import { ToolSet } from "../agenttool/tool_set.ts";
import { printManual } from "../utcp/print_manual.ts";
import { HostError } from "./errors.ts";
import { absolute, loadSource } from "./_source.ts";

/** `toolcli utcp SOURCE`: prints the source's tools as a UTCP manual that calls `toolcli run`. */
export async function utcp(args: string[]): Promise<number> {
  const [source] = args;
  if (source === undefined || source.startsWith("-") || args.length > 1) {
    throw new HostError("utcp needs one source, such as tools.ts");
  }
  await using tools = new ToolSet(await loadSource(source));
  return await printManual({ name: "toolcli", tools, words: ["run", absolute(source)] });
}

import type { Tool } from "../agenttool/tool.ts";
import { asmpSource } from "../asmp/source.ts";
import type { Origin } from "./_origin.ts";

/** Gives the tools of a running workflow. */
export async function load({ address }: Extract<Origin, { kind: "asmp" }>): Promise<Tool[]> {
  return await asmpSource(address);
}

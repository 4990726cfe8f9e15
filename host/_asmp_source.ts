import type { Tool } from "../agenttool/tool.ts";
import type { Origin } from "./_origin.ts";

/** Gives the tools of a running workflow. */
export async function load({ address }: Extract<Origin, { kind: "asmp" }>): Promise<Tool[]> {
  const module = new URL("../asmp/source.ts", import.meta.url).href;
  const { asmpSource }: { asmpSource: (address: string) => Promise<Tool[]> } = await import(module);
  return await asmpSource(address);
}

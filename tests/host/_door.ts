// A workflow, for what serves one.
import { Workflow } from "../../asmp/mod.ts";

export default new Workflow("door", { initial: "CLOSED" })
  .transition("CLOSED", "open", "OPEN")
  .transition("OPEN", "close", "CLOSED");

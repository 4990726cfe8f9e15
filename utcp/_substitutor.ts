import { DefaultVariableSubstitutor, type UtcpClientConfig } from "@utcp/sdk";
import { manualName } from "./variables.ts";

/**
 * The SDK's variables, but for names that begin with an underscore: `_b_KEY` of the manual `a`
 * would be `KEY` of the manual `a_b`.
 */
export class Substitutor extends DefaultVariableSubstitutor {
  override async substitute<T>(value: T, config: UtcpClientConfig, namespace?: string): Promise<T> {
    const found = typeof value === "string" && namespace ? UNDERSCORED.exec(value) : null;
    if (found) {
      throw new Error(`Variable '${found[1] ?? found[2]}' is refused: its name begins with "_"`);
    }
    return await super.substitute(value, config, namespace);
  }

  override findRequiredVariables(value: unknown, namespace?: string): string[] {
    const names = super.findRequiredVariables(value, namespace && manualName(namespace));
    return names.filter((name) => !/_(?:CMD_\d+_OUTPUT|\d+)$/.test(name));
  }
}

const UNDERSCORED = /\$\{(_\w*)\}|\$(_\w*)/;

import { explained, fail, members, string } from "./_members.ts";
import type { VariableLoader } from "./sdk.ts";
import { dotenv, type VariableLookup } from "./variables.ts";

/** Reads and writes `{ variable_loader_type: "dotenv", env_file_path }` for `@utcp/sdk`. */
export const dotenvLoaders = {
  toDict: ({ env_file_path }: VariableLoader): Record<string, unknown> => ({
    variable_loader_type: "dotenv",
    env_file_path,
  }),
  validateDict: dotenvLoader,
  copy: (loader: VariableLoader): VariableLoader => dotenvLoader(loader),
};

/** A lookup as the SDK has it. */
export function loaderOf(type: string, lookup: VariableLookup): VariableLoader {
  return { variable_loader_type: type, get: async (key) => await lookup(key) ?? null };
}

function dotenvLoader(value: Record<string, unknown>): VariableLoader {
  return explained("dotenv loader", () => {
    const given = members(value);
    const path = string(given, "env_file_path") ||
      fail("env_file_path", "expected a path", given.env_file_path);
    return { ...loaderOf("dotenv", dotenv(path)), env_file_path: path };
  });
}

import { lostNumber } from "./lost_number.ts";
import type { JsonSchema } from "./tool.ts";
import { SchemaError, validator } from "./validate.ts";

/**
 * Finds what keeps the content of an answer from the tool that asked.
 *
 * @param schema The form that was asked for; absent, any object will do.
 * @param content The JSON text of the content, an object.
 * @returns What is wrong, as part of a sentence; empty where nothing is, or where no one can tell.
 */
export async function answerProblem(
  schema: JsonSchema | undefined,
  content: string,
): Promise<string> {
  const lost = lostNumber(content);
  if (lost) return `${lost} cannot be kept exactly`;
  if (schema === undefined) return "";
  try {
    return (await validator(schema, { formats: true }).validate(content)).join("; ");
  } catch (error) {
    // The tool's schema is at fault, and the tool reads the answer anyway.
    if (error instanceof SchemaError) return "";
    throw error;
  }
}

import type { Answer, Elicitation, JsonSchema } from "../agenttool/tool.ts";
import { validator } from "../agenttool/validate.ts";
import { visible } from "../agenttool/visible.ts";
import { Ended } from "./_answer.ts";
import { type Field, oneLine, readFields } from "./_fields.ts";

/** One way to put a question before a person. Any method may throw {@linkcode Ended}. */
export interface Asker {
  /** Shows a text. */
  say(text: string): Promise<void>;
  /** Asks yes or no. */
  confirm(): Promise<boolean>;
  /** Shows a page, and asks whether what is to be done there is done. */
  open(url: string): Promise<boolean>;
  /** Before a form's first field: tells how to end the form. */
  begin(fields: Field[]): Promise<void>;
  /**
   * Asks for one field until the answer fits.
   *
   * @param field The field; a default that it has fits.
   * @param check Tells what is wrong with a value, given as JSON text.
   * @returns The value as JSON text; nothing where the field is left out.
   */
  field(field: Field, check: Check): Promise<string | undefined>;
}

/** Tells what is wrong with a value, given as JSON text; nothing where it fits. */
export type Check = (json: string) => Promise<string | undefined>;

/**
 * Asks a question.
 *
 * @param question The question.
 * @param asker How it is put before the person.
 * @returns The answer.
 */
export async function ask(question: Elicitation, asker: Asker): Promise<Answer> {
  const { message, url, schema } = question;
  try {
    if (message.trim()) await asker.say(visible(message.trim()));
    if (url) return { action: await asker.open(oneLine(url)) ? "accept" : "decline" };
    const fields = schema === undefined ? [] : readFields(schema);
    if (fields.length > 0) {
      return { action: "accept", content: await askForm(schema!, fields, asker) };
    }
    return { action: await asker.confirm() ? "accept" : "decline" };
  } catch (error) {
    if (error instanceof Ended) return { action: error.action };
    throw error;
  }
}

/** Asks for every field, and again for all of them where together they do not fit the schema. */
async function askForm(
  schema: JsonSchema,
  fields: Field[],
  asker: Asker,
): Promise<Record<string, unknown>> {
  const whole = validator(schema, { formats: true });
  const parts = validator(partsOf(schema), { formats: true });
  await whole.validate("{}"); // a schema that cannot be read fails before anything is asked
  await asker.begin(fields);
  for (;;) {
    const members: string[] = [];
    for (const field of fields) {
      const name = JSON.stringify(field.name);
      const check = async (json: string) => {
        const problems = await parts.validate(`{${name}:${json}}`);
        return problems.map((problem) => withoutName(problem, field.name)).join("; ") || undefined;
      };
      const json = await asker.field(await withFittingDefault(field, check), check);
      if (json !== undefined) members.push(`${name}:${json}`);
    }
    const text = `{${members.join(",")}}`;
    const problems = await whole.validate(text);
    if (problems.length === 0) return JSON.parse(text);
    await asker.say(visible(problems.join("\n")));
  }
}

/** What the schema says of single fields, with all that they may refer to. */
function partsOf(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const { $schema, $id, $defs, definitions, properties } = schema;
  return { $schema, $id, $defs, definitions, properties };
}

function withoutName(problem: string, name: string): string {
  return problem.startsWith(`${name}: `) ? problem.slice(name.length + 2) : problem;
}

async function withFittingDefault(field: Field, check: Check): Promise<Field> {
  if (field.default === undefined || await check(field.default) === undefined) return field;
  return { ...field, default: undefined };
}

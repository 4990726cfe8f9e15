import { Misfit } from "./_answer.ts";
import type { Check } from "./_ask.ts";
import { type Choice, type Field, oneLine, plainText } from "./_fields.ts";
import { askLine } from "./_line_control.ts";
import { askChoice, askChoices } from "./_list_control.ts";
import type { Screen } from "./_screen.ts";
import { readValue } from "./_values.ts";
import { askYesNo } from "./_yes_no_control.ts";

/** Tells what is wrong with a value, broken into lines; `true` where nothing is. */
type Verdict = (json: string) => Promise<string | true>;

const REQUIRED = "An answer is required.";

/**
 * Asks for a field with the control that fits it.
 *
 * @param screen Where to ask.
 * @param field The field.
 * @param check Tells what is wrong with a value.
 * @returns The value as JSON text; nothing where the field is left out.
 */
export function askField(
  screen: Screen,
  field: Field,
  check: Check,
): Promise<string | undefined> {
  const { choices, several } = field;
  const verdict = async (json: string) => {
    const problem = await check(json);
    return problem === undefined || screen.below(oneLine(problem));
  };
  if (!choices) return (field.type === "boolean" ? askBoolean : askText)(screen, field, verdict);
  return (several ? askSeveral : askOne)(screen, field, choices, verdict);
}

async function askText(
  screen: Screen,
  field: Field,
  verdict: Verdict,
): Promise<string | undefined> {
  const otherwise = field.default && plainText(field.default);
  const typed = await askLine(screen, {
    message: questionOf(screen, field),
    default: otherwise,
    hint: hintOf(screen, field, factsOf(field)),
    hidden: field.secret,
    check(typed) {
      if (typed === "") return otherwise !== undefined || !field.required || REQUIRED;
      try {
        return verdict(readValue(field, typed));
      } catch (error) {
        if (error instanceof Misfit) return screen.below(oneLine(error.message));
        throw error;
      }
    },
  });
  return typed === "" || typed === otherwise ? field.default : readValue(field, typed);
}

async function askBoolean(
  screen: Screen,
  field: Field,
  verdict: Verdict,
): Promise<string | undefined> {
  const yes = await askYesNo(screen, {
    message: questionOf(screen, field),
    otherwise: field.default === undefined ? undefined : field.default === "true",
    hint: hintOf(screen, field, factsOf(field)),
    check: (yes) => yes === undefined ? !field.required || REQUIRED : verdict(String(yes)),
  });
  return yes === undefined ? undefined : String(yes);
}

/** Where a field may be left out, the first entry says so; it is chosen unless there is a default. */
async function askOne(
  screen: Screen,
  field: Field,
  choices: Choice[],
  verdict: Verdict,
): Promise<string | undefined> {
  const values = [...(field.required ? [] : [undefined]), ...choices.map(({ json }) => json)];
  const index = await askChoice(screen, {
    message: questionOf(screen, field),
    hint: hintOf(screen, field, field.required ? "required" : ""),
    entries: [...(field.required ? [] : ["(leave out)"]), ...choices.map(entryOf)],
    chosen: [Math.max(values.indexOf(field.default), 0)],
    check([index]) {
      const value = values[index!];
      return value === undefined || verdict(value);
    },
  });
  return values[index];
}

async function askSeveral(
  screen: Screen,
  field: Field,
  choices: Choice[],
  verdict: Verdict,
): Promise<string | undefined> {
  const valueOf = (chosen: number[]) =>
    chosen.length === 0 && !field.required
      ? undefined
      : `[${chosen.map((index) => choices[index]!.json).join(",")}]`;
  const defaults = elementsOf(field.default);
  const chosen = await askChoices(screen, {
    message: questionOf(screen, field),
    hint: hintOf(screen, field, `${field.required ? "required, " : ""}Space checks, Enter goes on`),
    entries: choices.map(entryOf),
    chosen: choices.flatMap(({ json }, index) => defaults.includes(json) ? [index] : []),
    check(chosen) {
      const value = valueOf(chosen);
      return value === undefined || verdict(value);
    },
  });
  return valueOf(chosen);
}

/** With a default there is always an answer, and the default is shown behind the question. */
function questionOf(screen: Screen, { title, label, required, default: json }: Field): string {
  return screen.short(title || label) + (required || json !== undefined ? "" : " (optional)");
}

/** What stands below a control. */
function hintOf(screen: Screen, { description }: Field, more: string): string | undefined {
  const parts = [description, more].filter((text) => text !== "");
  return parts.length > 0 ? screen.below(parts.join(" · ")) : undefined;
}

/** `integer, required, 1 to 30`: what a person has to know to type a value. */
function factsOf({ type, items, required, limits, default: json }: Field): string {
  const kind = type === "array" && items ? `array of ${items}, with commas between` : type;
  const duty = required ? "required" : json === undefined ? "Enter leaves it out" : "optional";
  return [kind, ...limits, duty].filter((fact) => fact !== "").join(", ");
}

function entryOf({ title, text }: Choice): string {
  return title || text;
}

function elementsOf(json = "[]"): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.map((element) => JSON.stringify(element)) : [];
}

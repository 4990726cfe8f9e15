import type { Elicitor } from "../agenttool/tool.ts";
import { untilAborted } from "../agenttool/until_aborted.ts";
import { visible } from "../agenttool/visible.ts";
import { writeStream } from "../cli/write_stream.ts";
import { Ended, Misfit } from "./_answer.ts";
import { ask, type Asker, type Check } from "./_ask.ts";
import { type Field, oneLine, plainText } from "./_fields.ts";
import { Input } from "./_input.ts";
import { oneAtATime } from "./_queue.ts";
import { keptReads } from "./_source.ts";
import { readValue, yesOrNo } from "./_values.ts";

/** What plain lines need of the place where they are read and written. */
export interface Lines {
  /** Writes a text. */
  write(text: string): Promise<void>;
  /** Asks for a line, and gives it trimmed; `null` at the end. */
  read(prompt: string): Promise<string | null>;
  /** Asks for a line that is not shown while it is typed, where that is possible. */
  readHidden?(prompt: string): Promise<string | null>;
}

/**
 * Makes the elicitor of {@linkcode prompt}.
 *
 * @param input Where lines come from.
 * @param output Where questions are written.
 * @returns The elicitor.
 */
export function lineElicitor(
  input: ReadableStream<Uint8Array>,
  output: WritableStream<Uint8Array>,
): Elicitor {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const lines = new Input(keptReads(async () => {
    reader ??= input.getReader();
    return (await reader.read()).value ?? null;
  }));
  return oneAtATime((question, { signal }) => {
    const write = (text: string) => untilAborted(writeStream(output, text), signal);
    const read = (prompt: string) => write(prompt).then(() => lines.line(signal));
    return ask(question, lineAsker({ write, read }));
  });
}

/**
 * Asks by plain lines: see spec/agenttool-cli.md 9 for the texts.
 *
 * @param lines Where lines are read and written.
 * @returns The asker.
 */
export function lineAsker(lines: Lines): Asker {
  /** Asks until `take` does not throw a {@linkcode Misfit}. */
  async function reply<T>(
    prompt: string,
    take: (typed: string) => T | Promise<T>,
    hidden = false,
  ): Promise<T> {
    for (;;) {
      try {
        const typed = await (hidden && lines.readHidden?.(prompt) || lines.read(prompt));
        if (typed === null) throw new Ended("cancel");
        return await take(typed);
      } catch (error) {
        if (!(error instanceof Misfit)) throw error;
        await lines.write(`${visible(error.message)}\n`);
      }
    }
  }

  return {
    say: (text) => lines.write(`${text}\n`),
    confirm: () => reply("Continue? [y/N] ", (typed) => yesOr(typed, false, "Answer y or n")),
    async open(url) {
      await lines.write(`Open ${url}\n`);
      return await reply(
        "Press Enter when done, or type n to decline: ",
        (typed) => yesOr(typed, true, "Press Enter, or answer y or n"),
      );
    },
    begin: () => lines.write("Type !decline or !cancel to end the form.\n"),
    async field(field, check) {
      await lines.write(choiceLines(field));
      return await reply(fieldPrompt(field), (typed) => take(field, typed, check), field.secret);
    },
  };
}

function yesOr(typed: string, otherwise: boolean, help: string): boolean {
  const yes = typed === "" ? otherwise : yesOrNo(typed);
  if (yes === undefined) throw new Misfit(help);
  return yes;
}

async function take(field: Field, typed: string, check: Check): Promise<string | undefined> {
  if (typed === "!decline") throw new Ended("decline");
  if (typed === "!cancel") throw new Ended("cancel");
  if (typed === "") {
    if (field.default === undefined && field.required) throw new Misfit("An answer is required.");
    return field.default;
  }
  const json = readValue(field, typed);
  const problem = await check(json);
  if (problem) throw new Misfit(problem);
  return json;
}

/** `days (integer, optional, 1 to 30), Days to keep [7]: `: the parts that the schema gives. */
function fieldPrompt(field: Field): string {
  const { label, type, items, required, limits, title, description } = field;
  const kind = type === "array" && items ? `array of ${items}` : type;
  const facts = [kind, required ? "" : "optional", ...limits].filter((fact) => fact !== "");
  const about = [title, description].filter((text) => text !== "").join(" - ");
  return label + (facts.length > 0 ? ` (${facts.join(", ")})` : "") + (about && `, ${about}`) +
    defaultNote(field) + ": ";
}

function defaultNote({ default: json, secret }: Field): string {
  if (json === undefined) return "";
  return secret ? " [hidden default]" : ` [${oneLine(plainText(json))}]`;
}

/** The choices in one line, or, where they have titles, one a line. */
function choiceLines({ choices, several }: Field): string {
  if (!choices) return "";
  if (choices.some(({ title }) => title !== "")) {
    return choices.map(({ text, title }) => `  ${text}${title && ` - ${title}`}\n`).join("");
  }
  const of = several ? "Any of" : "One of";
  return `  ${of}: ${choices.map(({ text }) => text).join(", ")}\n`;
}

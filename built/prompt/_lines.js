import { untilAborted } from '../agenttool/until_aborted.js';
import { visible } from '../cli/_start.js';
import { writeStream } from '../cli/write_stream.js';
import { Ended, Misfit } from '../cli/_asking.js';
import { oneAtATime, Input, ask, keptReads } from './_queue.js';
import { oneLine, plainText } from './_fields.js';
import { readValue, yesOrNo } from './_values.js';

function lineElicitor(input, output) {
  let reader;
  const lines = new Input(keptReads(async () => {
    reader ??= input.getReader();
    return (await reader.read()).value ?? null;
  }));
  return oneAtATime((question, { signal }) => {
    const write = (text) => untilAborted(writeStream(output, text), signal);
    const read = (prompt) => write(prompt).then(() => lines.line(signal));
    return ask(question, lineAsker({ write, read }));
  });
}
function lineAsker(lines) {
  async function reply(prompt, take2, hidden = false) {
    for (; ; ) {
      try {
        const typed = await (hidden && lines.readHidden?.(prompt) || lines.read(prompt));
        if (typed === null) throw new Ended("cancel");
        return await take2(typed);
      } catch (error) {
        if (!(error instanceof Misfit)) throw error;
        await lines.write(`${visible(error.message)}
`);
      }
    }
  }
  return {
    say: (text) => lines.write(`${text}
`),
    confirm: () => reply("Continue? [y/N] ", (typed) => yesOr(typed, false, "Answer y or n")),
    async open(url) {
      await lines.write(`Open ${url}
`);
      return await reply(
        "Press Enter when done, or type n to decline: ",
        (typed) => yesOr(typed, true, "Press Enter, or answer y or n")
      );
    },
    begin: () => lines.write("Type !decline or !cancel to end the form.\n"),
    async field(field, check) {
      await lines.write(choiceLines(field));
      return await reply(fieldPrompt(field), (typed) => take(field, typed, check), field.secret);
    }
  };
}
function yesOr(typed, otherwise, help) {
  const yes = typed === "" ? otherwise : yesOrNo(typed);
  if (yes === void 0) throw new Misfit(help);
  return yes;
}
async function take(field, typed, check) {
  if (typed === "!decline") throw new Ended("decline");
  if (typed === "!cancel") throw new Ended("cancel");
  if (typed === "") {
    if (field.default === void 0 && field.required) throw new Misfit("An answer is required.");
    return field.default;
  }
  const json = readValue(field, typed);
  const problem = await check(json);
  if (problem) throw new Misfit(problem);
  return json;
}
function fieldPrompt(field) {
  const { label, type, items, required, limits, title, description } = field;
  const kind = type === "array" && items ? `array of ${items}` : type;
  const facts = [kind, required ? "" : "optional", ...limits].filter((fact) => fact !== "");
  const about = [title, description].filter((text) => text !== "").join(" - ");
  return label + (facts.length > 0 ? ` (${facts.join(", ")})` : "") + (about && `, ${about}`) + defaultNote(field) + ": ";
}
function defaultNote({ default: json, secret }) {
  if (json === void 0) return "";
  return secret ? " [hidden default]" : ` [${oneLine(plainText(json))}]`;
}
function choiceLines({ choices, several }) {
  if (!choices) return "";
  if (choices.some(({ title }) => title !== "")) {
    return choices.map(({ text, title }) => `  ${text}${title && ` - ${title}`}
`).join("");
  }
  const of = several ? "Any of" : "One of";
  return `  ${of}: ${choices.map(({ text }) => text).join(", ")}
`;
}

export { lineAsker, lineElicitor };

const load = (async function load(origin, { note }) {
  const { path, variables, at } = origin;
  const name = nameOf(path);
  const value = await valueOf(origin);
  try {
    return await utcpTools(value, { name, variables, note });
  } catch (error) {
    const message = messageOf(error);
    throw new HostError(at === "" ? `${JSON.stringify(path)}: ${message}` : message, {
      cause: error
    });
  }
});
const lint = (async function lint(origin) {
  const { parseManual, parseTemplate, isCliTemplate } = await import('../utcp/_start.js').then((function (n) { return n.template; }));
  const { lintTemplate } = await import('../utcp/lint.js').then((function (n) { return n.lint; }));
  const lintOne = ((value) => {
    if (Array.isArray(value)) return value.flatMap(lintOne);
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, "tools")) {
      return lintTemplate(parseTemplate(value));
    }
    return parseManual(value).manual.tools.flatMap(
      (({ name, inputs, tool_call_template }) => isCliTemplate(tool_call_template) ? lintTemplate(tool_call_template, inputs).map(
        ((found) => `${JSON.stringify(name)}: ${found}`)
      ) : [])
    );
  });
  return lintOne(await valueOf(origin));
});
const valueOf = (async function valueOf({ path, json }) {
  return json === void 0 ? (await readJson(path)).value : JSON.parse(json);
});
import { nameOf, HostError, readJson } from './main.js';
import { messageOf } from '../mod.js';
import { utcpTools } from '../utcp/_start.js';





export { lint, load };

const load = (async function load(origin, { note }) {
  const { path, variables, envFiles, limits, at } = origin;
  const name = nameOf(path);
  const value = await valueOf(origin);
  try {
    const loaders = envFiles?.map(dotenv);
    return await utcpTools(value, { name, variables, loaders, note, ...limits });
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
  const lintOne = ((name, ...args) => {
    const place = name === void 0 ? "" : `${JSON.stringify(name)}: `;
    try {
      return lintTemplate(...args).map(((text) => place + text));
    } catch (error) {
      return [`${place}Cannot be checked: ${messageOf(error)}`];
    }
  });
  const lintAll = ((value2) => {
    if (typeof value2 !== "object" || value2 === null || !Object.hasOwn(value2, "tools")) {
      const template = parseTemplate(value2);
      return lintOne(template.name, template);
    }
    return parseManual(value2).manual.tools.flatMap(
      (({ name, inputs, tool_call_template }) => isCliTemplate(tool_call_template) ? lintOne(name, tool_call_template, inputs) : [])
    );
  });
  const value = await valueOf(origin);
  if (!Array.isArray(value)) return lintAll(value);
  return value.flatMap(((item) => {
    try {
      return lintAll(item);
    } catch {
      return [];
    }
  }));
});
const valueOf = (async function valueOf({ path, json }) {
  return json === void 0 ? (await readJson(path)).value : JSON.parse(json);
});
import { nameOf, HostError, readJson } from './main.js';
import { messageOf } from '../mod.js';
import { dotenv, utcpTools } from '../utcp/_start.js';





export { lint, load };

const commandsOf = (function commandsOf(source, tools, reserved) {
  try {
    return commands(tools, reserved);
  } catch (error) {
    throw new SourceError(source, messageOf(error).replace(/^cli: /, ""));
  }
});
import { commands, messageOf } from '../cli/_start.js';
import { SourceError } from './_start.js';



export { commandsOf };

import { UnreadableError, FileContentError, UnknownCommandError, renewalOf, messageOf, tell, visibleLine } from './_start.js';

async function renewedTools({ name, list, io }, error, command, signal) {
  if (error instanceof UnreadableError || error instanceof FileContentError) return void 0;
  const about = command ?? (error instanceof UnknownCommandError ? error.given : void 0);
  if (about === void 0 || !list) return void 0;
  try {
    return await renewalOf(list)?.(about, signal);
  } catch (failure) {
    if (signal?.aborted) return void 0;
    const reason = messageOf(failure).replace(/\s*\n\s*/g, " ");
    await tell(io.stderr, visibleLine(`${name}: ${reason}`));
  }
}

export { renewedTools };

import { untilAborted } from '../agenttool/until_aborted.js';
import { Ended } from '../cli/_asking.js';
import { keptReads, oneAtATime, Input, ask } from './_queue.js';
import { NobodyToAskError } from '../cli/_start.js';

const LINGER = 200;
const LEFT = "\x1B[J\x1B[?25h";
function openTerminal() {
  const output = Deno.stderr.isTerminal() ? Deno.stderr : openDevice("/dev/tty", "CONOUT$");
  const input = output && openKeyboard();
  if (!input || !output) throw new NobodyToAskError("Nobody can be asked: there is no terminal");
  const buffer = new Uint8Array(4096);
  const source = keptReads(async () => {
    const length = await input.read(buffer).catch(() => null);
    return length ? buffer.slice(0, length) : null;
  });
  let open = true;
  let closing;
  const dumb = isDumb();
  const write = (text) => {
    let bytes = new TextEncoder().encode(text);
    while (bytes.length > 0) bytes = bytes.subarray(output.writeSync(bytes));
  };
  return {
    next: source.next,
    dumb,
    columns,
    write,
    raw() {
      const restore = () => {
        removeEventListener("unload", leave);
        input.setRaw(false);
      };
      const leave = () => {
        restore();
        if (!dumb) write(LEFT);
      };
      input.setRaw(true);
      addEventListener("unload", leave);
      return restore;
    },
    onInterrupt(listener) {
      Deno.addSignalListener("SIGINT", listener);
      return () => Deno.removeSignalListener("SIGINT", listener);
    },
    enter() {
      clearTimeout(closing);
      return open;
    },
    leave() {
      if (!source.reading || input === Deno.stdin) return;
      closing = setTimeout(() => {
        open = false;
        input.close();
      }, LINGER);
    }
  };
}
function openKeyboard() {
  if (!Deno.stdin.isTerminal()) return openDevice("/dev/tty", "CONIN$");
  return Deno.build.os === "windows" ? Deno.stdin : openDevice("/dev/stdin") ?? Deno.stdin;
}
function openDevice(unix, windows = unix) {
  try {
    const path = Deno.build.os === "windows" ? windows : unix;
    if (!granted({ name: "read", path }) || !granted({ name: "write", path })) return void 0;
    return Deno.openSync(path, { read: true, write: true });
  } catch {
    return void 0;
  }
}
function granted(permission) {
  return Deno.permissions.querySync(permission).state === "granted";
}
function isDumb() {
  if (Deno.build.os === "windows") return false;
  if (!granted({ name: "env", variable: "TERM" })) return true;
  const term = Deno.env.get("TERM");
  return !term || term === "dumb";
}
function columns() {
  try {
    return Deno.consoleSize().columns || 80;
  } catch {
    return 80;
  }
}

const PATIENCE = 3e3;
async function loadCliffy() {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE);
  try {
    return await untilAborted(import(new URL('_cliffy.js', import.meta.url).href), late.signal);
  } catch {
    return void 0;
  } finally {
    clearTimeout(timer);
  }
}

function terminalElicitor() {
  let terminal;
  let input;
  let loading;
  return oneAtATime(async (question, { signal }) => {
    if (!terminal?.enter()) {
      terminal = openTerminal();
      input = new Input(terminal);
    }
    try {
      const cliffy = terminal.dumb ? void 0 : await untilAborted(loading ??= loadCliffy(), signal);
      const place = { terminal, input, signal };
      return cliffy ? await askByControls(question, cliffy, place) : await askByLines(question, place);
    } finally {
      terminal.leave();
    }
  });
}
async function askByControls(question, cliffy, place) {
  const restore = place.terminal.raw();
  try {
    return await ask(question, cliffy.controlAsker(cliffy.screenOf(cliffy, place)));
  } finally {
    restore();
  }
}
async function askByLines(question, place) {
  const { lineAsker } = await import('./_lines.js');
  const { terminalLines } = await import('../cli/_asking.js').then(function (n) { return n._terminal_lines; });
  const interrupt = new AbortController();
  const signal = AbortSignal.any([place.signal, interrupt.signal]);
  const unlisten = place.terminal.onInterrupt(() => interrupt.abort(new Ended("cancel")));
  try {
    const answer = await ask(question, lineAsker(terminalLines({ ...place, signal })));
    place.signal.throwIfAborted();
    return answer;
  } finally {
    unlisten();
  }
}

export { terminalElicitor };

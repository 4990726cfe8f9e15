/** A program on a real terminal: what a person types, and what he sees. */
export interface Tmux extends AsyncDisposable {
  /** Presses keys by tmux's names (`Enter`, `C-c`, `Escape`, `a`). */
  press(...keys: string[]): Promise<void>;
  /** Types a text. */
  type(text: string): Promise<void>;
  /** Waits until the screen shows a text, and gives the screen, trailing white space left out. */
  see(text: string): Promise<string>;
  /** The screen with its escape sequences for colours. */
  colours(): Promise<string>;
  /** What programs have changed about the terminal: its title, its clipboard, its screen. */
  changed(): Promise<{ title: string; clipboard: string; otherScreen: boolean }>;
  /** The lines of the screen, as broken by the terminal, trailing white space left out. */
  rows(): Promise<string[]>;
  /** The cursor's column and line from 0, and whether it is shown. */
  cursor(): Promise<{ x: number; y: number; shown: boolean }>;
}

/** Why there is no terminal for tests; empty where there is. */
export const NO_TMUX: string = await new Deno.Command("tmux", { args: ["-V"] }).output()
  .then(({ success }) => success ? "" : "tmux does not run", () => "tmux is not installed");

/**
 * Starts a program on a terminal of its own.
 *
 * @param command The program and its arguments.
 * @param size The terminal's size.
 * @returns The terminal.
 */
export async function startTmux(
  command: string[],
  { columns = 80, rows = 24 }: { columns?: number; rows?: number } = {},
): Promise<Tmux> {
  const folder = await Deno.makeTempDir();
  const tmux = async (...args: string[]): Promise<string> => {
    const { stdout, stderr, success } = await new Deno.Command("tmux", {
      args: ["-u", "-S", `${folder}/socket`, "-f", `${folder}/settings`, ...args],
      stdin: "null",
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout);
  };
  const screen = async () =>
    (await tmux("capture-pane", "-p", "-J", "-S", "-")).replace(/ +$/gm, "").trimEnd();
  await Deno.writeTextFile(`${folder}/settings`, "set -g set-clipboard on\n");
  await tmux("new-session", "-d", "-x", String(columns), "-y", String(rows), ...command);
  return {
    press: async (...keys) => void await tmux("send-keys", ...keys),
    type: async (text) => void await tmux("send-keys", "-l", text),
    async see(text) {
      for (const end = Date.now() + 20_000;;) {
        const shown = await screen();
        if (shown.includes(text)) return shown;
        if (Date.now() > end) throw new Error(`"${text}" did not appear on:\n${shown}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    colours: () => tmux("capture-pane", "-p", "-e"),
    async changed() {
      const state = await tmux("display-message", "-p", "#{alternate_on} #{pane_title}");
      const clipboard = await tmux("show-buffer").catch(() => ""); // nothing was copied
      const [other, ...title] = state.trimEnd().split(" ");
      return { title: title.join(" "), clipboard, otherScreen: other === "1" };
    },
    rows: async () =>
      (await tmux("capture-pane", "-p")).trimEnd().split("\n")
        .map((line) => line.trimEnd()),
    async cursor() {
      const at = await tmux("display-message", "-p", "#{cursor_x} #{cursor_y} #{cursor_flag}");
      const [x, y, shown] = at.trim().split(" ").map(Number);
      return { x: x!, y: y!, shown: shown === 1 };
    },
    async [Symbol.asyncDispose]() {
      await tmux("kill-server").catch(() => {}); // gone already
      await Deno.remove(folder, { recursive: true });
    },
  };
}

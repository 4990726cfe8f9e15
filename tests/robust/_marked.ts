/** Something to find processes by, that `sleep` takes for a time. */
export function newMark(): string {
  return `0.${crypto.getRandomValues(new Uint32Array(2)).join("")}1`;
}

/** The processes that have a mark in their command line, each by its number and its words. */
export function marked(mark: string): string[] {
  return [...Deno.readDirSync("/proc")].flatMap(({ name }) => {
    try {
      const words = Deno.readTextFileSync(`/proc/${name}/cmdline`);
      return /^\d+$/.test(name) && words.includes(mark)
        ? [`${name} ${words.replaceAll("\0", " ")}`]
        : [];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}

/** Longer than it takes for two interrupts to be one. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 700));
}

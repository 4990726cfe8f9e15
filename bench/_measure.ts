/** A program to measure. */
export interface Program {
  /** What the table calls it. */
  name: string;
  /** The program and its arguments. */
  command: string[];
  /** What is on its standard input. */
  stdin?: string;
  /** The status it ends with; 0 when left out. */
  status?: number;
  /** The ratio that `--check` does not let pass: generous, so that only a regression exceeds it. */
  limit: number;
}

/** What a program took. */
export interface Measured {
  program: Program;
  /** From start to end in ms. */
  median: number;
  /** To the median of the first program. */
  ratio: number;
}

/**
 * Runs programs in turn, so that whatever else the machine does falls on all alike.
 *
 * @param programs The programs; ratios are to the first.
 * @param rounds How often each runs, after a run that is not counted.
 * @param cwd Where they run.
 */
export async function measure(
  programs: Program[],
  rounds: number,
  cwd: string,
): Promise<Measured[]> {
  for (const program of programs) await time(program, cwd); // the first run compiles
  const times: number[][] = programs.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, program] of programs.entries()) {
      times[index]!.push(await time(program, cwd));
    }
  }
  const medians = times.map(median);
  return programs.map((program, index) => ({
    program,
    median: medians[index]!,
    ratio: medians[index]! / medians[0]!,
  }));
}

/** Prints what was measured as a table. */
export function print(title: string, measured: Measured[]): void {
  console.log(`\n${title.padEnd(28)}${"median".padStart(10)}${"ratio".padStart(8)}`);
  for (const { program, median, ratio } of measured) {
    const milliseconds = `${median.toFixed(1)} ms`.padStart(10);
    console.log(`${program.name.padEnd(28)}${milliseconds}${ratio.toFixed(2).padStart(8)}`);
  }
}

async function time({ command, stdin, status = 0 }: Program, cwd: string): Promise<number> {
  const [program = "", ...args] = command;
  const start = performance.now();
  const child = new Deno.Command(program, {
    args,
    cwd,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const { code, stderr } = await child.output();
  const milliseconds = performance.now() - start;
  if (code === status) return milliseconds;
  throw new Error(`${command.join(" ")} ended with ${code}: ${new TextDecoder().decode(stderr)}`);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

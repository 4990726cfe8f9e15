/**
 * Measures what a call of the example program takes from process start to end, against an empty
 * program in the same folder. See README.md beside this file.
 *
 * @module
 */

const ROUNDS = 30;
const root = new URL("../", import.meta.url);

const empty = await Deno.makeTempFile({ dir: `${import.meta.dirname}/../examples`, suffix: ".ts" });
try {
  const programs: [string, string[]][] = [
    ["an empty program", [empty]],
    ["file_tools.ts help", ["examples/file_tools.ts", "help"]],
    ["file_tools.ts read_file", ["examples/file_tools.ts", "read_file", "--path", "README.md"]],
  ];
  print(programs.map(([name]) => name), await measure(programs.map(([, args]) => args)));
} finally {
  await Deno.remove(empty);
}

/** Runs the programs in turn, so that whatever else the machine does falls on all alike. */
async function measure(programs: string[][]): Promise<number[]> {
  for (const args of programs) await time(args); // the first run compiles
  const times: number[][] = programs.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, args] of programs.entries()) times[index]!.push(await time(args));
  }
  return times.map(median);
}

async function time(args: string[]): Promise<number> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", ...args],
    cwd: root,
    stdout: "null",
    stderr: "piped",
  });
  const start = performance.now();
  const { success, stderr } = await command.output();
  const milliseconds = performance.now() - start;
  if (success) return milliseconds;
  throw new Error(`Cannot run ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function print(names: string[], medians: number[]): void {
  console.log(`${"deno run -A".padEnd(24)}${"median".padStart(10)}${"ratio".padStart(8)}`);
  for (const [index, name] of names.entries()) {
    const milliseconds = `${medians[index]!.toFixed(1)} ms`;
    const ratio = (medians[index]! / medians[0]!).toFixed(2);
    console.log(`${name.padEnd(24)}${milliseconds.padStart(10)}${ratio.padStart(8)}`);
  }
}

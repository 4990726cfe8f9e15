/**
 * `deno run -A bench/large.ts [MEGABYTES]`: what 100 MB of JSON through standard input, and 100 MB
 * out of a tool, take in time and memory (Linux). The time is held against `cat` plus `JSON.parse`.
 *
 * @module
 */

const megabytes = Number(Deno.args[0] ?? 100);
const bytes = megabytes * 2 ** 20;
const folder = await Deno.makeTempDir();
const file = `${folder}/large.json`;
try {
  await writeRows();
  const parse = `await new Response(Deno.stdin.readable).text().then(JSON.parse)`;
  const floor = await time(["eval", parse], file);
  report("cat and JSON.parse", floor, floor.milliseconds);
  for (const tool of ["raw", "checked"]) {
    report(`${tool} -`, await time(program(tool, "-"), file), floor.milliseconds);
  }
  report("out", await time(program("out", "--bytes", String(bytes))), floor.milliseconds);
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** Writes an object with an array of small rows, as exports of tables are. */
async function writeRows(): Promise<void> {
  using out = await Deno.open(file, { write: true, create: true });
  const encoder = new TextEncoder();
  await out.write(encoder.encode('{"rows":['));
  for (let written = 0, id = 0; written < bytes;) {
    let rows = "";
    for (const stop = id + 10_000; id < stop; id++) {
      rows += `${id ? "," : ""}{"id":${id},"name":"item ${id}","tags":["a","b"],"x":${id * 1.5}}`;
    }
    const chunk = encoder.encode(rows);
    for (let at = 0; at < chunk.length;) at += await out.write(chunk.subarray(at));
    written += chunk.length;
  }
  await out.write(encoder.encode("]}"));
}

function program(...args: string[]): string[] {
  return ["run", "-A", new URL("large_program.ts", import.meta.url).pathname, ...args];
}

/** Runs Deno at the end of a pipe, and what it prints into one. */
async function time(
  args: string[],
  input = "/dev/null",
): Promise<{ milliseconds: number; peak?: number }> {
  const start = performance.now();
  const script = 'input=$1; shift; cat "$input" | "$@" | cat > /dev/null';
  const { success, stderr } = await new Deno.Command("bash", {
    args: ["-o", "pipefail", "-c", script, "bash", input, Deno.execPath(), ...args],
    stdout: "null",
    stderr: "piped",
  }).output();
  const milliseconds = performance.now() - start;
  const text = new TextDecoder().decode(stderr);
  if (!success) throw new Error(text);
  const peak = /^peak (\d+)$/m.exec(text)?.[1];
  return { milliseconds, ...peak && { peak: Number(peak) * 1024 } };
}

function report(
  name: string,
  { milliseconds, peak }: { milliseconds: number; peak?: number },
  floor: number,
): void {
  const memory = peak === undefined
    ? ""
    : `, ${(peak / bytes).toFixed(1)} times its size in memory`;
  const seconds = (milliseconds / 1000).toFixed(1);
  console.log(`${name}: ${seconds} s, ratio ${(milliseconds / floor).toFixed(2)}${memory}`);
}

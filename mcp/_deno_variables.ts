/**
 * What reading a server's configuration needs of the machine.
 *
 * @module
 */

/** A variable of this process. */
export function hostVariable(name: string): string | undefined {
  return Deno.env.get(name);
}

/** Whether a text is the path of something that is there, or a list of such paths. */
export function isPath(text: string): boolean {
  const separator = Deno.build.os === "windows" ? ";" : ":";
  try {
    for (const path of text.split(separator)) Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

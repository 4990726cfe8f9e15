/** Waits until something is so, for 20 seconds at most. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (!await isSo()) {
    if (Date.now() > end) throw new Error(`It did not come about: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Whether something is settled in time (in ms). */
export async function within(
  promise: Promise<unknown> | undefined,
  time: number,
): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      Promise.resolve(promise).then(() => true, () => true),
      new Promise<false>((resolve) => timer = setTimeout(() => resolve(false), time)),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

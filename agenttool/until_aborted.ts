/**
 * Waits for a promise, but no longer than until a signal is aborted.
 *
 * @param promise What to wait for.
 * @param signal The signal.
 * @returns What the promise gives.
 * @throws {unknown} The signal's reason where it is aborted first.
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    const end = () => signal.removeEventListener("abort", abort);
    promise.then(resolve, reject).then(end);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

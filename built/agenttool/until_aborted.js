function untilAborted(promise, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    const end = () => signal.removeEventListener("abort", abort);
    promise.then(resolve, reject).then(end);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

export { untilAborted };

async function within(promise, time) {
  let timer;
  try {
    return await Promise.race([
      Promise.resolve(promise).then(() => true, () => true),
      new Promise((resolve) => timer = setTimeout(() => resolve(false), time))
    ]);
  } finally {
    clearTimeout(timer);
  }
}

export { within };

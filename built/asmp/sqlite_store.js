async function sqliteStore(path, limits = {}) {
  const { SqliteStore } = await import('./_deno_sqlite_store.js');
  return new SqliteStore(path, limits);
}

export { sqliteStore };

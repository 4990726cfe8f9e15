const REPLIES = 100;
function limitsOf({ maxRuns = 1e5, expireAfter = 24 * 60 * 60 * 1e3 }) {
  return { maxRuns, expireAfter };
}

export { REPLIES, limitsOf };

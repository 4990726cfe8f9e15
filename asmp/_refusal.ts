/** A request that is refused: what its answer says. */
export class Refusal extends Error {
  /** The class's name. */
  override name = "Refusal";

  /**
   * Makes a refusal.
   *
   * @param status The HTTP status.
   * @param hint What the caller reads.
   * @param headers More headers of the answer.
   */
  constructor(
    readonly status: number,
    readonly hint: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(hint);
  }
}

/** There is no such run; it may have expired. */
export function runNotFound(): Refusal {
  return new Refusal(404, "Run not found");
}

/** There is no such address. */
export function notFound(): Refusal {
  return new Refusal(404, "Not found");
}

/**
 * The one shape of every answer that is no success.
 *
 * @param refusal Why.
 * @returns The answer.
 */
export function refuse({ status, hint, headers }: Refusal): Response {
  return new Response(JSON.stringify({ hint }), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });
}

/** Random numbers that a seed repeats (xorshift), and what is made of them. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0 || 1;
  }

  /** A whole number from 0 and below a limit. */
  below(limit: number): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return (state >>> 0) % limit;
  }

  /** One of several. */
  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** True once in so many times. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  /** Several pieces, one behind the other. */
  text(pieces: readonly string[], most: number): string {
    let text = "";
    for (let left = this.below(most + 1); left > 0; left--) text += this.piece(pieces);
    return text;
  }

  /** A piece, or any character at all. */
  piece(pieces: readonly string[]): string {
    return this.once(12) ? this.#character() : this.one(pieces);
  }

  /** A text with a few characters removed, doubled, replaced or put in from elsewhere. */
  mutated(text: string, pieces: readonly string[]): string {
    for (let left = 1 + this.below(4); left > 0; left--) {
      const at = this.below(text.length + 1), end = at + this.below(4);
      const middle = this.one(["", text.slice(at, end), this.piece(pieces)]);
      text = text.slice(0, at) + middle + text.slice(this.once(2) ? at : end);
    }
    return text;
  }

  #character(): string {
    // All of the Basic Multilingual Plane, halves of surrogate pairs among it; mostly ASCII.
    return String.fromCharCode(this.below(this.once(3) ? 0x10000 : 0x80));
  }
}

/** An answer that does not fit; the message is for the person, who is asked again. */
export class Misfit extends Error {
  override name = "Misfit";
}

/** The person ended the question without an answer to it. */
export class Ended extends Error {
  override name = "Ended";

  /** @param action How: an explicit no, or no choice at all. */
  constructor(readonly action: "decline" | "cancel") {
    super(`The question ended: ${action}`);
  }
}

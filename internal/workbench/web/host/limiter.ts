// How fast and how much a view may talk.

/** A bucket that holds `burst` tokens and gains `rate` of them a second. */
export class TokenBucket {
  readonly #rate: number;
  readonly #burst: number;
  #tokens: number;
  #last: number;

  /** now is a time in milliseconds. */
  constructor(rate: number, burst: number, now: number) {
    this.#rate = rate;
    this.#burst = burst;
    this.#tokens = burst;
    this.#last = now;
  }

  /** Takes a token, or reports that there is none. A clock that jumps back gains nothing. */
  take(now: number): boolean {
    const elapsed = Math.max(0, now - this.#last);
    this.#last = Math.max(this.#last, now);
    this.#tokens = Math.min(this.#burst, this.#tokens + (elapsed / 1000) * this.#rate);
    if (this.#tokens < 1) {
      return false;
    }
    this.#tokens -= 1;
    return true;
  }
}

export const MESSAGES_PER_SECOND = 200;
export const MESSAGE_BURST = 400;
export const MESSAGE_LIMIT = 4 * 1024 * 1024;

/** The message's size as JSON in UTF-16 units, or Infinity when it is no JSON. */
export function messageSize(data: unknown): number {
  try {
    return JSON.stringify(data)?.length ?? Infinity;
  } catch {
    return Infinity;
  }
}

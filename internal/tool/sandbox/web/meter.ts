import { isPlain } from "../../../../view/src/host/messagesize.ts";

/** A rate limit: `perSecond` on average, and `burst` at once after a pause. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** What is limited: the number of messages, or their bytes. */
export type Kind = "count" | "bytes";

/** The limits of a view. A view that exceeds one is ended. */
export const limits: Record<Kind, Rate> = {
  count: { perSecond: 200, burst: 400 },
  bytes: { perSecond: 16 << 20, burst: 64 << 20 },
};

/**
 * Enforces a rate limit (a token bucket). It stands as near to the view as it can, in the proxy: the workbench's page is
 * in another process, may be busy, and would then see many messages at once, or few.
 */
export class Meter {
  readonly #perSecond: number;
  readonly #burst: number;
  #left: number;
  #at: number;

  /** now is a time in milliseconds. */
  constructor({ perSecond, burst }: Rate, now: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#left = burst;
    this.#at = now;
  }

  /** Whether `amount` is within the limit at the time `now`. A clock that jumps back adds nothing. */
  take(amount: number, now: number): boolean {
    const elapsed = Math.max(0, now - this.#at);
    this.#at = Math.max(this.#at, now);
    this.#left = Math.min(this.#burst, this.#left + (elapsed / 1000) * this.#perSecond);
    if (amount > this.#left) return false;
    this.#left -= amount;
    return true;
  }
}

/**
 * The approximate size of a message in bytes; counting stops above `limit`. It is Infinity for values that JSON
 * can't represent, such as a Map or a buffer: no host's protocol has them, and the workbench would read them as
 * empty objects.
 */
export function weigh(message: unknown, limit: number): number {
  const pending: unknown[] = [message];
  const seen = new Set<object>();
  let bytes = 0;
  while (pending.length > 0 && bytes <= limit) {
    const value = pending.pop();
    bytes += 8;
    if (typeof value === "string") bytes += 2 * value.length;
    else if (typeof value === "bigint") return Infinity;
    else if (typeof value === "object" && value !== null && !seen.has(value)) {
      if (!Array.isArray(value) && !isPlain(value)) return Infinity;
      seen.add(value);
      for (const [key, member] of Object.entries(value)) pending.push(key, member);
    }
  }
  return bytes;
}

/** How much may pass: so many a second, and `burst` at once after a pause. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** What a view may send, in messages and in bytes. */
export type Kind = "count" | "bytes";

/** What the proxy lets through. The workbench's page holds a view to less. */
export const proxyRates: Record<Kind, Rate> = {
  count: { perSecond: 500, burst: 2000 },
  bytes: { perSecond: 16 << 20, burst: 64 << 20 },
};

/**
 * Bounds what a view may do in a second, so that one that floods harms only
 * itself: the proxy runs in another process than the workbench's page.
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

  /** Whether `amount` may pass at the time `now`. A clock that jumps back gains nothing. */
  take(amount: number, now: number): boolean {
    const elapsed = Math.max(0, now - this.#at);
    this.#at = Math.max(this.#at, now);
    this.#left = Math.min(this.#burst, this.#left + (elapsed / 1000) * this.#perSecond);
    if (amount > this.#left) return false;
    this.#left -= amount;
    return true;
  }
}

/** Whether an object that is no list is one in JSON; a Map and a buffer are not. */
export function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * About how many bytes a message holds; counting stops above `limit`. It is
 * Infinity for what JSON can't say, such as a Map or a buffer: no host's
 * protocol has it, and the workbench would take it for an empty object.
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

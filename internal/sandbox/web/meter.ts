/**
 * Bounds what a view may send in a second, so that one that floods harms only
 * itself: the proxy runs in another process than the workbench's page.
 */
export class Meter {
  readonly #perSecond: number;
  readonly #burst: number;
  #left: number;
  #at: number;

  constructor(perSecond: number, burst: number, now: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#left = burst;
    this.#at = now;
  }

  /** Whether `amount` may pass at the time `now`, in milliseconds. */
  take(amount: number, now: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (amount > this.#left) return false;
    this.#left -= amount;
    return true;
  }
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
      if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return Infinity;
      seen.add(value);
      for (const [key, member] of Object.entries(value)) pending.push(key, member);
    }
  }
  return bytes;
}

// Limits how much work runs at the same time, because a browser opens few connections to one server, and each open
// request uses one.

export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** most is the limit. */
  constructor(most: number) {
    this.#free = most;
  }

  /** Runs the work when there is a free slot. If the signal is aborted before, rejects with its reason. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#free += 1;
      this.#next();
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(enter);
        reject(signal?.reason as Error);
      };
      const enter = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      signal?.addEventListener("abort", leave);
      this.#waiting.add(enter);
      this.#next();
    });
  }

  #next(): void {
    for (const enter of this.#waiting) {
      if (this.#free <= 0) {
        return;
      }
      this.#free -= 1;
      this.#waiting.delete(enter);
      enter();
    }
  }
}

// Sets a frame's height to what its view requests, within the host's limits, but stops if each new height makes the
// view request another one.

import type { Container } from "../wire.ts";

const LARGEST = 10_000;
const WINDOW_MS = 4000;
const CHANGES_IN_WINDOW = 120;
const FLIPS = 6;
const QUIET_MS = 1000;

export type SizeDecision = { height: number } | { ignored: "same" | "loop" | "settling" };

export class SizeGuard {
  readonly #max: number;
  #height: number;
  #lastAsked = -Infinity;
  #stopped = false;
  #recent: { time: number; height: number }[] = [];

  constructor(container: Container, height: number) {
    this.#max = container.maxHeight || LARGEST;
    this.#height = height;
  }

  get height(): number {
    return this.#height;
  }

  /** Decides on a requested height; time is in milliseconds. */
  ask(wanted: number, time: number): SizeDecision {
    const height = Math.round(Math.min(Math.max(wanted, 0), this.#max));
    const quiet = time - this.#lastAsked > QUIET_MS;
    this.#lastAsked = time;
    if (quiet) {
      this.#stopped = false;
      this.#recent = [];
    }
    if (this.#stopped) {
      return { ignored: "settling" };
    }
    if (Math.abs(height - this.#height) < 1) {
      return { ignored: "same" };
    }
    this.#recent = this.#recent.filter((change) => time - change.time < WINDOW_MS);
    this.#recent.push({ time, height });
    if (this.#recent.length > CHANGES_IN_WINDOW || this.#flips()) {
      this.#stopped = true;
      this.#height = Math.max(height, this.#height);
      return { ignored: "loop" };
    }
    this.#height = height;
    return { height };
  }

  // Whether the height alternates between the same two values.
  #flips(): boolean {
    const last = this.#recent.slice(-FLIPS).map((change) => change.height);
    return last.length === FLIPS && last.every((height, i) => height === last[i % 2]) && last[0] !== last[1];
  }
}

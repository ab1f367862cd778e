// What a client has seen goes to standard output, a line of JSON for each step. The
// test that runs the script knows which steps there have to be, and what they have
// to see.

/** An observation: anything that JSON can hold. */
export type Seen = unknown;

export class Report {
  #line(line: object): void {
    process.stdout.write(JSON.stringify(line) + "\n");
  }

  /** Runs a step and says what it has seen, or how it failed. The next one runs anyway. */
  async step(name: string, run: () => Promise<Seen>): Promise<void> {
    this.#line({ begin: name });
    try {
      this.#line({ step: name, seen: await run() });
    } catch (error) {
      this.#line({ step: name, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
}

/** Notifications that have come, to be taken one after the other. */
export class Heard<T> {
  readonly #waiting: ((value: T) => void)[] = [];
  #values: T[] = [];

  push(value: T): void {
    const first = this.#waiting.shift();
    if (first) first(value);
    else this.#values.push(value);
  }

  /** The next one, when it is there. */
  next(): Promise<T> {
    if (this.#values.length > 0) return Promise.resolve(this.#values.shift() as T);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** All that are there now. */
  take(): T[] {
    const values = this.#values;
    this.#values = [];
    return values;
  }
}

/** What a person answers to a question. */
export type Manners = "accept" | "decline" | "cancel";

/** A question that a client was asked, as far as the steps tell of it. */
export interface Question {
  message: string;
  fields: string[];
}

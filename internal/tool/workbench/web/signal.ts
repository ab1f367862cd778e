// A value that notifies listeners of changes.

export class Signal<T> {
  #value: T;
  readonly #listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    if (!Object.is(value, this.#value)) {
      this.#value = value;
      for (const listener of [...this.#listeners]) {
        listener(value);
      }
    }
  }

  /** Calls listener at each change; returns a function that removes it. */
  changed(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Like changed, but also calls listener now. */
  watch(listener: (value: T) => void): () => void {
    listener(this.#value);
    return this.changed(listener);
  }
}

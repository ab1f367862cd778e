// Loads what few sessions need. A failure ends nothing: the next use tries again.

export type Later = typeof import("./later.ts");

export class Loader<Module> {
  readonly #load: (attempt: number) => Promise<Module>;
  #loaded: Promise<Module> | undefined;
  #attempts = 0;

  /** load gets how often it has failed. */
  constructor(load: (attempt: number) => Promise<Module>) {
    this.#load = load;
  }

  /** Rejects with an error that people can read. */
  get(): Promise<Module> {
    this.#loaded ??= this.#load(this.#attempts).catch(() => {
      this.#loaded = undefined;
      this.#attempts += 1;
      throw new Error(NOT_LOADED);
    });
    return this.#loaded;
  }
}

export const NOT_LOADED =
  "A part of this page could not be loaded. Try again. If Oriel was updated or has ended since the page was opened, reload the page.";

const loader = new Loader<Later>((attempt) =>
  // Browsers may keep the failure of an address, so another attempt has another one.
  attempt === 0 ? import("./later.ts") : (import(new URL(`./later.js?attempt=${attempt}`, import.meta.url).href) as Promise<Later>),
);

export const later = (): Promise<Later> => loader.get();

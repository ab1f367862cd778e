/** Stores the snapshot of the previous document where the dev client of this one looks for it. */
declare const oriel: {
  /** The snapshot as JSON. */
  readonly restore: string;
};

Object.defineProperty(window, Symbol.for("oriel.restore"), { value: JSON.parse(oriel.restore), configurable: true });
document.currentScript?.remove();

export {};

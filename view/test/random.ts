// Numbers that look random and come again: what a fuzzer does can be repeated by its seed.

export interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  /** An integer from 0 to n, without n. */
  below(n: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** The sequence that belongs to a seed (mulberry32). */
export const random = (seed: number): Random => {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)]!,
  };
};

/** The seed that ORIEL_SEED names, else a new one. */
export const chosenSeed = (): number => {
  const { ORIEL_SEED: text } = process.env;
  if (!text) return Math.floor(Math.random() * 2 ** 31);
  const seed = Number(text);
  if (!Number.isSafeInteger(seed)) throw new Error(`ORIEL_SEED=${text} is no integer`);
  return seed;
};

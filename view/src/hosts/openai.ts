import type { Loose } from "../values/unchecked.ts";

/**
 * `window.openai`, whenever it appears, also under its older names. Not our own shim,
 * which has a member `oriel`, and not an HTML element with that id.
 */
export const openai = (): Loose | undefined => {
  const { openai, oai, webplus }: Loose = globalThis;
  return [openai, oai, webplus].find((globals) => globals && !globals.oriel && !globals.nodeType);
};

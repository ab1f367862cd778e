import { parsed } from "../page/parsed.ts";

const ready = /* @__PURE__ */ parsed();

/** Calls a function when the document is parsed, so that the page's scripts listen; never at once. */
export const afterLoad = async (act: () => void): Promise<void> => {
  await ready;
  act();
};

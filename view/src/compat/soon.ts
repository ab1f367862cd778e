import { parsed } from "../page/parsed.ts";

const ready = /* @__PURE__ */ parsed();

/** Does it when the page's scripts have run once and listen, and never at once. */
export const soon = async (act: () => void): Promise<void> => {
  await ready;
  act();
};

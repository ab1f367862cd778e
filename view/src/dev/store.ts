/**
 * Keeps the state of `createStore` while the view's document is replaced. Where
 * something else keeps it too, this counts as the newest change: it may not have got
 * there yet, and a call that is made again has another place there.
 */
import { change, state } from "../state/viewstate.ts";
import { kept } from "./meeting.ts";

let back = false;

/** Brings the state back, before the page's first store is made. */
export const bringBackStore = (): void => {
  if (back) return;
  back = true;
  const restored = kept("store", () => state);
  if (restored != null) change(restored, null, 300);
};

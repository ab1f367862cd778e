import { read } from "../data/topics.ts";
import { isDraftHost } from "../hosts/host.ts";
import { openai } from "../hosts/openai.ts";
import { notify } from "../protocol/rpc.ts";

/** A size in whole CSS pixels; what is left out is the host's to say. */
export interface Size {
  /** CSS pixels. */
  width?: number;
  /** CSS pixels. */
  height?: number;
}

const methods = ["ui/notifications/size-changed", "ui/size-change", "ui/notifications/size-change"];

/** Tells the host the size that the view wants: draft hosts also by the old names, `window.openai` the height only. */
export const reportSize = (size: Size): void => {
  if (read("host")) for (const method of methods.slice(0, isDraftHost() ? 3 : 1)) notify(method, size);
  else if (size.height != null) openai()?.notifyIntrinsicHeight?.(size.height);
};

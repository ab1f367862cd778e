import { isOld } from "../hosts/old.ts";
import { openai } from "../hosts/openai.ts";
import { notify } from "../protocol/rpc.ts";
import { read } from "../data/topics.ts";

/** A size in whole CSS pixels; what is left out is the host's to say. */
export interface Size {
  /** CSS pixels. */
  width?: number;
  /** CSS pixels. */
  height?: number;
}

const names = ["ui/notifications/size-changed", "ui/size-change", "ui/notifications/size-change"];

/** Tells the host how large the view wants to be: by the old names too where they are meant, and window.openai only the height. */
export const reportSize = (size: Size): void => {
  if (read("host")) for (const name of names.slice(0, isOld() ? 3 : 1)) notify(name, size);
  else if (size.height != null) openai()?.notifyIntrinsicHeight?.(size.height);
};

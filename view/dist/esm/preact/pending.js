// preact/pending.ts
import { toolCancelled } from "../data/input.js";
import { text } from "../values/unchecked.js";
import { toolResult } from "../data/result.js";
import { h } from "./library.js";
import { Notice } from "./notice.js";
import { useRead } from "./read.js";
import { Skeleton } from "./skeleton.js";
var Pending = ({
  skeleton,
  label = "Loading",
  cancelled = "Cancelled",
  failed = "That did not work",
  children
}) => {
  const result = useRead(toolResult);
  const end = useRead(toolCancelled);
  if (result) {
    const shown = result.isError ? failed : children;
    if (typeof shown === "function") return shown(result);
    return result.isError && typeof shown === "string" ? h(Notice, { isAlert: true, title: shown, text: result.text }) : shown;
  }
  if (end)
    return typeof cancelled === "string" ? h(Notice, { isAlert: false, title: cancelled, text: text(end.reason) }) : cancelled;
  return h("div", { role: "status", "aria-busy": true, "aria-label": label }, skeleton ?? h(Skeleton, { lines: 3 }));
};
export {
  Pending
};

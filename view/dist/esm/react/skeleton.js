// react/skeleton.ts
import { h } from "./library.js";
import { useStyle } from "./style.js";
var css = `.oriel-skeleton{display:block;margin:0}.oriel-skeleton>span{display:block;max-width:100%;border-radius:var(--border-radius-sm,4px);background:currentColor;opacity:.13;animation:oriel-skeleton 1.6s ease-in-out infinite}.oriel-skeleton>span+span{margin-block-start:.6em}@keyframes oriel-skeleton{50%{opacity:.06}}@media (prefers-reduced-motion:reduce){.oriel-skeleton>span{animation:none}}@media (forced-colors:active){.oriel-skeleton>span{background:GrayText}}`;
var Skeleton = ({ lines, width, height = "1em" }) => {
  useStyle(css);
  const count = Math.min(Math.max(Math.floor(Number(lines ?? (height === "1em" ? 3 : 1))) || 1, 1), 50);
  const unit = (size) => typeof size === "number" ? `${size}px` : size;
  return h(
    "span",
    { className: "oriel-skeleton", "aria-hidden": true },
    ...Array.from(
      { length: count },
      (_, i) => h("span", { style: { width: unit(width ?? (count > 1 && i === count - 1 ? "60%" : "100%")), height: unit(height) } })
    )
  );
};
export {
  Skeleton
};
